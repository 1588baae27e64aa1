import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { company } from "#app/company.server";
import { journeyAt, stepTitle } from "#app/domain/journeys/journey";
import { boxChoices, offeredBoxes } from "#app/domain/pricing/box-choices";
import { isLocal } from "#app/domain/shipments/addresses";
import { collectionDays } from "#app/domain/shipments/collection-wish";
import { parcelSchema } from "#app/domain/shipments/parcel";
import { savedValues } from "#app/domain/shipments/saved-values";
import { saWeekday } from "#app/domain/values/sa-time";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { privately } from "#app/http/pages/private-page.server";
import { openStep } from "#app/http/wizard/open-step.server";
import { type NotSaved, saveStep } from "#app/http/wizard/save-step.server";
import { StepForm } from "#app/ui/forms/step-form";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { CollectionWish } from "#app/ui/shipments/collection-wish";
import { EditConflict } from "#app/ui/shipments/edit-conflict";
import { ParcelFields } from "#app/ui/shipments/parcel-fields";
import { StartAgain } from "#app/ui/shipments/start-again";
import { StepHeader } from "#app/ui/shipments/step-header";
import { WaitYourTurn } from "#app/ui/shipments/wait-your-turn";

export const handle = { enhance: true };
export const meta: MetaFunction = ({ location }) => privatePageMeta(stepTitle(journeyAt(location.pathname), "parcel"));

/** A wizard's second step: what is sent. */
export async function loader(args: LoaderFunctionArgs) {
  const { draft, keys, place, quoteState } = await openStep(args, "parcel");
  const { addresses, parcel } = draft;
  const { pricing } = await company();
  const isAbroad = addresses !== undefined && !isLocal(addresses);
  const page = {
    values: savedValues(parcel),
    keys,
    place,
    boxes: await boxChoices(pricing, { withVolumetric: isAbroad }),
    isAbroad,
    collectionDays: collectionDays(new Date()).map((day) => ({ value: day, text: saWeekday(day) })),
    needsNewPrice: quoteState === "stale" && parcel !== undefined,
  };
  return json(page, privately());
}

/** Once the parcel is saved, it is priced. */
export async function action(args: ActionFunctionArgs) {
  const step = await openStep(args, "parcel");
  const form = await step.customer.readForm();
  const values = typedValues(form);
  const shown = ({ errors = {}, conflict = null, wait = null }: Partial<NotSaved>) => ({
    ...{ values, errors, conflict, wait },
  });

  const { pricing } = await company();
  const boxIds = (await offeredBoxes(pricing)).map((box) => box.id);
  const schema = parcelSchema(
    step.journey.boxMessage,
    (id) => boxIds.includes(id),
    (day) => day === step.draft.parcel?.collectionDay || collectionDays(new Date()).includes(day),
  );
  const checked = checkForm(form, schema);
  if (!checked.ok) return json(shown(checked.state), privately(400));
  const saved = await saveStep(step, { form, clientAddress: args.context?.clientAddress, answers: checked.answers });
  return saved instanceof Response ? saved : json(shown(saved), saved.answer);
}

export default function ParcelStep() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { keys, place, boxes, isAbroad, needsNewPrice } = page;
  if (answer?.conflict) return <EditConflict {...answer.conflict} />;
  if (answer?.wait) return <WaitYourTurn {...answer.wait} submit="Calculate Quote" busyLabel="Calculating…" />;
  const state = answer ?? { values: page.values, errors: {} };
  return (
    <>
      <StepHeader step={place.step} of={place.of} title={place.title} />
      {needsNewPrice ? (
        <Notice tone="info">
          <p>The price has to be worked out again: your details have changed, or it was held for too long.</p>
        </Notice>
      ) : null}
      {/* Prices always include VAT: what comes back in that field is not read (docs/decisions/0008). */}
      <StepForm
        state={state}
        submit="Calculate Quote"
        busyLabel="Calculating…"
        needsAll
        hidden={{ ...keys, applyVat: "true" }}
        backHref={place.addressesHref}
      >
        <ParcelFields boxes={boxes} state={state} international={isAbroad} />
        <CollectionWish days={page.collectionDays} state={state} />
      </StepForm>
      <StartAgain action={place.startAgainAction} token={keys.token} />
    </>
  );
}
