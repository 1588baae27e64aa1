import { type ActionFunctionArgs, json } from "@remix-run/node";
import { company } from "#app/company.server";
import type { Journey } from "#app/domain/journeys/journey";
import { boxChoices, offeredBoxes } from "#app/domain/pricing/box-choices";
import { isLocal } from "#app/domain/shipments/addresses";
import { collectionDays } from "#app/domain/shipments/collection-wish";
import { differencesOf } from "#app/domain/shipments/edit-conflict";
import { parcelSchema } from "#app/domain/shipments/parcel";
import { savedValues } from "#app/domain/shipments/saved-values";
import { networkOf } from "#app/domain/values/network.server";
import { saWeekday } from "#app/domain/values/sa-time";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { privately } from "#app/http/pages/private-page.server";
import type { ParcelAnswer, ParcelPage } from "#app/ui/shipments/steps/parcel-step";
import { openStep } from "./open-step.server";

/** Shows a wizard's second step. */
export async function showParcel(request: Request, journey: Journey) {
  const { draft, keys, place, quoteState } = await openStep(request, journey, "parcel");
  const { addresses, parcel } = draft;
  const isAbroad = addresses !== undefined && !isLocal(addresses);
  const page: ParcelPage = {
    values: savedValues(parcel),
    // Prices always include VAT: what comes back in this field is not read (docs/decisions/0008).
    keys: { ...keys, applyVat: "true" },
    place,
    boxes: await boxChoices((await company()).pricing, { withVolumetric: isAbroad }),
    isAbroad,
    collectionDays: collectionDays(new Date()).map((day) => ({ value: day, text: saWeekday(day) })),
    needsNewPrice: quoteState === "stale" && parcel !== undefined,
  };
  return json(page, privately());
}

/** Takes a wizard's second step. Once it is saved, the parcel is priced. */
export async function takeParcel({ request, context }: ActionFunctionArgs, journey: Journey) {
  const step = await openStep(request, journey, "parcel");
  const form = await step.customer.readForm(request);
  const values = typedValues(form);
  const answer = (told: Partial<ParcelAnswer>): ParcelAnswer => ({
    values,
    errors: {},
    conflict: null,
    wait: null,
    ...told,
  });

  const boxIds = (await offeredBoxes((await company()).pricing)).map((box) => box.id);
  const checked = checkForm(
    form,
    parcelSchema(
      journey.boxMessage,
      (id) => boxIds.includes(id),
      (day) => day === step.draft.parcel?.collectionDay || collectionDays(new Date()).includes(day),
    ),
  );
  if (!checked.ok) return json(answer(checked.state), privately(400));
  if (step.isOverwriting(form, checked.answers)) {
    const differences = differencesOf(step.draft.parcel, checked.answers);
    return json(answer({ conflict: { differences, typed: { ...values, ...step.keys } } }), privately(409));
  }
  const save = async () => {
    const saved = await step.saveAndContinue(checked.answers, { form, network: networkOf(context?.clientAddress) });
    return saved instanceof Response ? saved : json(answer({ wait: saved.wait }), saved.answer);
  };
  return unlessUnwritable(save, (words, how) => json(answer({ errors: { "": [words] } }), how));
}
