import { type ActionFunctionArgs, json } from "@remix-run/node";
import type { Journey } from "#app/domain/journeys/journey";
import { isLocal } from "#app/domain/shipments/addresses";
import { collectionDays } from "#app/domain/shipments/collection-wish";
import { parcelSchema } from "#app/domain/shipments/parcel";
import { saWeekday } from "#app/domain/values/sa-time";
import type { ParcelAnswer, ParcelPage } from "#app/ui/shipments/steps/parcel-step";
import { checkForm, savedValues, typedValues } from "../forms.server";
import { networkOf } from "../network.server";
import { privately } from "../private-page.server";
import { boxChoices, offeredBoxes } from "../shown-quote.server";
import { differencesOf } from "../two-tabs.server";
import { unlessUnwritable } from "../unwritable.server";
import { openStep } from "../wizard.server";

/** Shows a wizard's second step. */
export async function showParcel(request: Request, journey: Journey) {
  const { draft, keys, place, standing } = await openStep(request, journey, "parcel");
  const { addresses, parcel } = draft;
  const isAbroad = addresses !== undefined && !isLocal(addresses);
  const page: ParcelPage = {
    values: savedValues(parcel),
    // Prices always include VAT: what comes back in this field is not read (docs/decisions/0008).
    keys: { ...keys, applyVat: "true" },
    place,
    boxes: await boxChoices({ withVolumetric: isAbroad }),
    isAbroad,
    collectionDays: collectionDays(new Date()).map((day) => ({ value: day, text: saWeekday(day) })),
    needsNewPrice: standing === "stale" && parcel !== undefined,
  };
  return json(page, privately());
}

/** Takes a wizard's second step. Once it is saved, the parcel is priced. */
export async function takeParcel({ request, context }: ActionFunctionArgs, journey: Journey) {
  const step = await openStep(request, journey, "parcel");
  const form = await step.traveller.readForm(request);
  const values = typedValues(form);
  const answer = (told: Partial<ParcelAnswer>): ParcelAnswer => ({
    values,
    errors: {},
    conflict: null,
    wait: null,
    ...told,
  });

  const boxIds = (await offeredBoxes()).map((box) => box.id);
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
