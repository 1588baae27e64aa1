import type { PricedArea } from "./postal-areas";

/** How many working days a parcel usually takes, counted from its collection. */
export type DeliveryDays = { least: number; most: number };

/** The part of the rate card that is used here. A route that has no row here shows no delivery days. */
export type DaysCard = { daysByRoute: ReadonlyMap<string, DeliveryDays> };

/** Key of the extra days between two regions. */
const BETWEEN_REGIONS = "between-regions";

/** Two zones or regions as one key, the same in both directions: `metro-town`, `GP-WC`. */
export function pairKey(one: string, other: string): string {
  return [one, other].toSorted().join("-");
}

/** International, by numeric zone: from `abroad-1`, our neighbours, to `abroad-10`. */
function abroadKey(numericZone: number): string {
  return `abroad-${numericZone}`;
}

/**
 * Within the country: the days of the two zones, and extra days when the regions differ. Null when the card has none.
 */
export function localDays(from: PricedArea, to: PricedArea, card: DaysCard): DeliveryDays | null {
  const within = card.daysByRoute.get(pairKey(from.zone, to.zone));
  if (!within || from.region === to.region) return within ?? null;
  const more = card.daysByRoute.get(BETWEEN_REGIONS);
  return more ? { least: within.least + more.least, most: within.most + more.most } : null;
}

/** To another country, by its zone. Null when the card has none. */
export function abroadDays(to: { numericZone: number }, card: DaysCard): DeliveryDays | null {
  return card.daysByRoute.get(abroadKey(to.numericZone)) ?? null;
}
