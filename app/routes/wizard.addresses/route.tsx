import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { carriedOn } from "#app/domain/form/coverage-lead";
import { delaysAt } from "#app/domain/prices/delays.server";
import { tripSummary } from "#app/domain/prices/trip-summary.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { ifWritable } from "#app/http/forms/unwritable.server";
import { privately } from "#app/http/pages/private-page.server";
import { journeyAt, journeys, stepTitle } from "#app/http/wizard/journey";
import { openStep, takeStep } from "#app/http/wizard/open-step.server";
import { saveStep } from "#app/http/wizard/save-step.server";
import { AddressFields } from "#app/routes/wizard.addresses/address-fields";
import { ABROAD, filledIn, readAddresses } from "#app/routes/wizard.addresses/typed-addresses.server";
import { isAsking, PlaceQuestion } from "#app/routes/wizard.addresses/unserved-places";
import { Button } from "#app/ui/forms/button";
import { Checkbox } from "#app/ui/forms/checkbox";
import { StepForm } from "#app/ui/forms/step-form";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { DelayNotice } from "#app/ui/shipments/delay-notice";
import { EditConflict } from "#app/ui/shipments/edit-conflict";
import { StartAgain } from "#app/ui/shipments/start-again";
import { StepHeader } from "#app/ui/shipments/step-header";
import { Trip } from "#app/ui/shipments/trip";
import { UsedAddresses } from "#app/ui/shipments/used-addresses";
import { WaitYourTurn } from "#app/ui/shipments/wait-your-turn";

export const handle = { enhance: true, cached: Object.values(journeys).flatMap(({ cached }) => cached) };
export const meta: MetaFunction = ({ location }) =>
  privatePageMeta(stepTitle(journeyAt(location.pathname), "addresses"));

/** A wizard's first step: the saved answers, or those from a coverage check or a used address. */
export async function loader(args: LoaderFunctionArgs) {
  const step = await openStep(args, "addresses");
  const { journey, keys, place } = step;
  const { store, shownPricing: pricing } = args.context.services;
  const query = typedQuery(args.request);
  const { values, countries, used, remembering } = await filledIn(step, query);
  const now = new Date();
  const page = {
    values,
    keys: { ...keys, ...carriedOn(query) },
    place,
    countries,
    mayGoAbroad: journey.destination === "any",
    used,
    trip: await tripSummary({ pricing, read: store.read }, values, carriedOn(query).box, now),
    // All of them: where the parcel goes is only being typed. Without a database the form is still shown.
    delays: (await ifWritable(() => delaysAt(store.read, now))) ?? [],
    // The browser came from a later step and has lost its cookies.
    hasLostCookies: query.has("lost"),
    remembering,
  };
  return json(page, privately());
}

export async function action(args: ActionFunctionArgs) {
  return takeStep(args, "addresses", readAddresses, saveStep);
}

export default function AddressesStep() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { keys, place } = page;
  if (answer?.conflict) return <EditConflict {...answer.conflict} />;
  if (answer?.wait) return <WaitYourTurn {...answer.wait} submit="Next" />;
  const state = answer ?? { values: page.values, errors: {} };
  const countries = (answer ? answer.countries : page.countries) ?? undefined;
  const asksTowns = Boolean(answer?.towns);
  return (
    <>
      <StepHeader step={place.step} of={place.of} title={place.title} />
      {page.trip && !answer ? <Trip {...page.trip} /> : null}
      <DelayNotice lines={page.delays} />
      {page.hasLostCookies ? (
        <Notice tone="info">
          <p>
            This phone no longer has your answers: its cookies were cleared, or they are too old. Please fill them in
            again.
          </p>
        </Notice>
      ) : null}
      <UsedAddresses addresses={page.used} stepHref={place.addressesHref} />
      {page.remembering?.isSome ? (
        <p>
          <a href={page.remembering.href}>Use an address that this phone remembers</a>
        </p>
      ) : null}
      <StepForm
        state={state}
        submit="Next"
        hidden={{ ...keys, ...(answer?.towns && { asked: answer.towns.asked }) }}
        early={answer && isAsking(answer) ? <PlaceQuestion {...answer} /> : null}
        needsAll="keep"
        sideBySide
        capitalize
        more={page.mayGoAbroad && !countries ? <AbroadButton /> : null}
      >
        <AddressFields party="from" state={state} asksTowns={asksTowns} />
        <AddressFields party="to" state={state} countries={countries} asksTowns={asksTowns} />
        {/* The list of countries leaves no room for it within the page's byte budget. */}
        {page.remembering && !countries ? (
          <Checkbox name="remember" state={state}>
            Remember these addresses on this phone
          </Checkbox>
        ) : null}
      </StepForm>
      {keys.draft ? <StartAgain action={place.startAgainAction} token={keys.token} /> : null}
    </>
  );
}

/** After "Next", because the Enter key presses a form's first button. */
function AbroadButton() {
  return (
    <Button plain name="intent" value={ABROAD} formNoValidate>
      Send to another country
    </Button>
  );
}
