import { collectionWishInWords } from "#app/domain/shipments/collection-wish";
import type { Parcel } from "#app/domain/shipments/parcel";
import { decimal } from "#app/domain/values/decimal";
import { formatRand } from "#app/domain/values/money";
import type { PricingService } from "../pricing-api/pricing-service";
import { offeredBoxes } from "./box-choices";
import { volumetricKg } from "./volumetric";

/** The parcel's contents, as text. */
export type ParcelInWords = {
  boxName: string;
  quantity: number | string;
  parcelDesc?: string;
  customsDesc?: string;
  specialInstructions?: string;
  declaredValue?: string;
  weight?: string;
  collectionWish?: string;
};

/** A parcel as its summary shows it. A parcel too heavy for its box gets a warning, not a refusal. */
export async function parcelInWords(
  parcel: Parcel,
  pricing: PricingService,
): Promise<{ parcel: ParcelInWords; overLimitKg: number | null }> {
  const box = (await offeredBoxes(pricing)).find((box) => box.id === parcel.selectedBoxId);
  const isOver = box !== undefined && parcel.weight !== undefined && parcel.weight > box.maxWeightKg;
  return {
    parcel: {
      boxName: box
        ? `${box.name} (volumetric weight ${volumetricKg(box.dimensions).toFixed(2).replace(".", ",")} kg)`
        : parcel.selectedBoxId,
      quantity: parcel.quantity,
      parcelDesc: parcel.parcelDesc,
      customsDesc: parcel.customsDesc,
      specialInstructions: parcel.specialInstructions,
      declaredValue: parcel.declaredCents > 0 ? formatRand(parcel.declaredCents) : undefined,
      collectionWish: collectionWishInWords({
        collectionDay: parcel.collectionDay ?? "",
        collectionTime: parcel.collectionTime ?? "",
      }),
      weight: parcel.weight === undefined ? undefined : `${decimal(parcel.weight)} kg`,
    },
    overLimitKg: isOver ? box.maxWeightKg : null,
  };
}
