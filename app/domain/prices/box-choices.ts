import { brand } from "#app/brand";
import { decimal } from "#app/domain/values/decimal";
import { type Cents, formatRand } from "#app/domain/values/money";
import type { BoxPicture } from "./box-pictures.server";
import type { BoxPrices } from "./box-prices";
import type { Box } from "./contract/boxes";
import type { PricingService } from "./contract/pricing-service";
import { volumetricKg } from "./volumetric";

type PictureOf = (boxId: string) => BoxPicture;

/** A box as a customer chooses it, with its weight calculated and its price as text. */
export type BoxChoice = BoxPicture & {
  id: string;
  name: string;
  dimensions: { l: number; w: number; h: number };
  maxWeightKg: number;
  /** The volumetric weight of a full box. */
  volumetricKg?: number;
  /** What one parcel in it costs on the customer's route, VAT included. */
  price?: string;
  priceCents?: Cents;
};

/** Boxes as a customer chooses them, each with its price on the route if it has one. */
export function boxChoices(
  offered: readonly Box[],
  { prices, withVolumetric, pictureOf }: { prices: BoxPrices; withVolumetric: boolean; pictureOf: PictureOf },
): BoxChoice[] {
  return offered.map((box) => {
    const cents = prices.kind === "priced" ? prices.cents.get(box.id) : undefined;
    return {
      ...choiceOf(box, pictureOf),
      ...(cents !== undefined && { price: formatRand(cents), priceCents: cents }),
      ...(withVolumetric && { volumetricKg: volumetricKg(box.dimensions) }),
    };
  });
}

/** The id of the cheapest box that takes a weight, which is 0 while it is unknown; undefined without prices. */
export function cheapestThatFits(boxes: readonly BoxChoice[], weightKg: number): string | undefined {
  const fitting = boxes.filter(({ maxWeightKg, priceCents }) => priceCents && maxWeightKg >= weightKg);
  return fitting.toSorted((one, other) => (one.priceCents ?? 0) - (other.priceCents ?? 0))[0]?.id;
}

/** The boxes on the information page. None when they can't be loaded; the page then says so. */
export async function boxesOnShow(pricing: PricingService, pictureOf: PictureOf): Promise<BoxChoice[]> {
  return (await loadedBoxes(pricing)).map((box) => choiceOf(box, pictureOf));
}

/** The boxes on offer, or the three fallback boxes when they can't be loaded (specification section 3). */
export async function offeredBoxes(pricing: PricingService): Promise<readonly Box[]> {
  const boxes = await loadedBoxes(pricing);
  return boxes.length > 0 ? boxes : fallbackBoxes;
}

/** By the brand: its boxes of these ids. */
export const fallbackBoxes: readonly Box[] = brand.fallbackBoxes;

/**
 * The smallest box that takes a weight which is too much for the chosen box. Null when the chosen box takes it, or no
 * box does.
 */
export function boxForWeight<Offered extends Pick<Box, "id" | "maxWeightKg">>(
  offered: readonly Offered[],
  boxId: string,
  weightKg: number | undefined,
): { limitKg: number; instead: Offered | null } | null {
  const box = offered.find(({ id }) => id === boxId);
  if (!box || weightKg === undefined || weightKg <= box.maxWeightKg) return null;
  const [instead] = offered
    .filter(({ maxWeightKg }) => maxWeightKg >= weightKg)
    .toSorted((one, other) => one.maxWeightKg - other.maxWeightKg);
  return { limitKg: box.maxWeightKg, instead: instead ?? null };
}

/** The box that takes most, if a weight is too much for every box. Null otherwise, and while boxes can't be loaded. */
export async function tooHeavyFor(pricing: PricingService, weightKg: number | undefined): Promise<Box | null> {
  if (weightKg === undefined) return null;
  const [heaviest] = (await loadedBoxes(pricing)).toSorted((one, other) => other.maxWeightKg - one.maxWeightKg);
  return heaviest && weightKg > heaviest.maxWeightKg ? heaviest : null;
}

/** Why a person prices a parcel that no box takes: the price list doesn't know weights. For customers and staff. */
export function tooHeavyInWords({ name, maxWeightKg }: Pick<Box, "name" | "maxWeightKg">): string {
  return `The parcel is too heavy for our boxes: ${name} takes ${decimal(maxWeightKg)} kg.`;
}

async function loadedBoxes(pricing: PricingService): Promise<Box[]> {
  // The client has already reported the failure.
  return pricing.boxes().catch(() => []);
}

function choiceOf({ id, name, dimensions, maxWeightKg }: Box, pictureOf: PictureOf): BoxChoice {
  return { id, name, dimensions, maxWeightKg, ...pictureOf(id) };
}
