import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { publicQuote, stepOf } from "#app/domain/journeys/journey";
import { isLocal } from "#app/domain/shipments/addresses";
import { parcelSchema } from "#app/domain/shipments/parcel";
import { checkForm, savedValues, typedValues } from "#app/http/forms.server";
import { privately } from "#app/http/private-page.server";
import { boxChoices, offeredBoxes } from "#app/http/shown-quote.server";
import { differencesOf } from "#app/http/two-tabs.server";
import { openStep, standingOf } from "#app/http/wizard.server";
import { StepForm } from "#app/ui/forms/step-form";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { ParcelFields } from "#app/ui/shipments/parcel-fields";
import { StartAgain } from "#app/ui/shipments/start-again";
import { StepHeader } from "#app/ui/shipments/step-header";
import { TwoVersions } from "#app/ui/shipments/two-versions";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Parcel details, step 2 of 3");

export async function loader({ request }: LoaderFunctionArgs) {
  const step = await openStep(request, publicQuote, "parcel");
  const { addresses, parcel } = step.draft;
  const page = {
    values: savedValues(parcel),
    keys: step.keys,
    boxes: await boxChoices(),
    isAbroad: addresses !== undefined && !isLocal(addresses),
    needsNewPrice: standingOf(step.quote, step.draft, new Date()) === "stale" && parcel !== undefined,
  };
  return json(page, privately());
}

export async function action({ request }: ActionFunctionArgs) {
  const step = await openStep(request, publicQuote, "parcel");
  const form = await request.formData();
  const values = typedValues(form);
  const boxIds = (await offeredBoxes()).map((box) => box.id);
  const schema = parcelSchema("Please select a packaging type.", (id) => boxIds.includes(id));
  const checked = checkForm(form, schema);
  if (!checked.ok) {
    return json({ ...checked.state, conflict: null }, privately(400));
  }
  if (step.isOverwriting(form, checked.answers)) {
    const differences = differencesOf(step.draft.parcel, checked.answers);
    return json({ values, errors: {}, conflict: { differences, typed: { ...values, ...step.keys } } }, privately(409));
  }
  return step.saveAndContinue(checked.answers);
}

export default function ParcelStep() {
  const { values, keys, boxes, isAbroad, needsNewPrice } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const state = answered ?? { values, errors: {} };
  if (answered?.conflict) return <TwoVersions {...answered.conflict} keepHref={stepOf(publicQuote, "review").path} />;
  return (
    <>
      <StepHeader step={2} title="Parcel Details" />
      {needsNewPrice ? (
        <Notice tone="info">
          <p>The price has to be worked out again: your details have changed, or it was held for too long.</p>
        </Notice>
      ) : null}
      <StepForm
        state={state}
        submit="Calculate Quote"
        busyLabel="Calculating…"
        needsAll
        hidden={{ ...keys, applyVat: "true" }}
        backHref={stepOf(publicQuote, "addresses").path}
      >
        <ParcelFields boxes={boxes} state={state} international={isAbroad} />
      </StepForm>
      <StartAgain action={`${publicQuote.basePath}/start-again`} />
    </>
  );
}
