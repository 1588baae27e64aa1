import { centsFromRand, formatRand } from "#app/domain/values/money";
import { fallbackBoxes } from "./fallback-boxes";
import type { PricingService } from "./pricing-service";
import { volumetricKg } from "./volumetric";
import type { Box } from "./wire";

/** A box as a customer chooses it: weights worked out, the price as text. */
export type BoxChoice = {
  id: string;
  name: string;
  dimensions: { l: number; w: number; h: number };
  maxWeightKg: number;
  /** What a full box weighs by the room it takes. */
  volumetricKg?: number;
  price?: string;
};

/** The boxes as a customer chooses them: never none, so that a parcel can always be described. */
export async function boxChoices(pricing: PricingService, { withVolumetric = false } = {}): Promise<BoxChoice[]> {
  const boxes = await offeredBoxes(pricing);
  return boxes.map((box) => ({
    ...choiceOf(box),
    ...(withVolumetric ? { volumetricKg: volumetricKg(box.dimensions) } : {}),
  }));
}

/** The boxes as the information page lists them: none when they can't be loaded, and the page says so. */
export async function boxesOnShow(pricing: PricingService): Promise<BoxChoice[]> {
  return (await loadedBoxes(pricing)).map(choiceOf);
}

/** What can be chosen: the boxes on offer, or the three fallback boxes when none load (spec section 3). */
export async function offeredBoxes(pricing: PricingService): Promise<readonly Box[]> {
  const boxes = await loadedBoxes(pricing);
  return boxes.length > 0 ? boxes : fallbackBoxes;
}

async function loadedBoxes(pricing: PricingService): Promise<Box[]> {
  // The client has reported the failure already.
  return pricing.boxes().catch(() => []);
}

function choiceOf(box: Box): BoxChoice {
  return {
    id: box.id,
    name: box.name,
    dimensions: box.dimensions,
    maxWeightKg: box.maxWeightKg,
    price: formatRand(centsFromRand(box.cost) ?? 0),
  };
}
