import { collectionWishInWords } from "#app/domain/form/collection-wish";
import type { ParcelFieldName } from "#app/domain/form/fields";
import type { ParcelAnswers } from "#app/domain/form/parcel";
import { decimal } from "#app/domain/values/decimal";
import { formatRand } from "#app/domain/values/money";
import { offeredBoxes } from "./box-choices";
import type { PricingService } from "./contract/pricing-service";
import { volumetricKg } from "./volumetric";

/** The parcel's answers as text, blank if there is none; a collection's day has the time of day. */
export type ParcelInWords = Record<ParcelFieldName, string>;

/** Its box by its id. */
export function answersInWords(parcel: ParcelAnswers): ParcelInWords {
  return {
    selectedBoxId: parcel.selectedBoxId,
    quantity: String(parcel.quantity),
    parcelDesc: parcel.parcelDesc,
    customsDesc: parcel.customsDesc,
    specialInstructions: parcel.specialInstructions,
    declaredCents: parcel.declaredCents > 0 ? formatRand(parcel.declaredCents) : "",
    collectionDay: collectionWishInWords({
      collectionDay: parcel.collectionDay ?? "",
      collectionTime: parcel.collectionTime ?? "",
    }),
    collectionTime: "",
    weight: parcel.weight === undefined ? "" : `${decimal(parcel.weight)} kg`,
  };
}

/** A parcel as its summary shows it. A parcel too heavy for its box gets a warning, not a refusal. */
export async function parcelInWords(
  parcel: ParcelAnswers,
  pricing: PricingService,
): Promise<{ parcel: ParcelInWords; overLimitKg: number | null }> {
  const box = (await offeredBoxes(pricing)).find((box) => box.id === parcel.selectedBoxId);
  const isTooHeavy = box !== undefined && parcel.weight !== undefined && parcel.weight > box.maxWeightKg;
  const volume = box && volumetricKg(box.dimensions).toFixed(2).replace(".", ",");
  return {
    parcel: {
      ...answersInWords(parcel),
      ...(box && { selectedBoxId: `${box.name} (volumetric weight ${volume} kg)` }),
    },
    overLimitKg: isTooHeavy ? box.maxWeightKg : null,
  };
}
