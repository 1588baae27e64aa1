import type { PricedArea } from "./rate-engine";

/** How long a parcel usually takes, from its collection on: working days. */
export type DeliveryDays = { least: number; most: number };

/** The part of the rate card that is used here. A route without days shows none. */
export type DaysCard = { daysByRoute: ReadonlyMap<string, DeliveryDays> };

/** What a route between two regions takes more than one within a region. */
const BETWEEN_REGIONS = "between-regions";

/** Two zones as one key, the same both ways: `metro-town`. */
export function zonePairKey(zone: string, otherZone: string): string {
  return [zone, otherZone].toSorted().join("-");
}

/** Abroad, by numeric zone: `abroad-1`, our neighbours, to `abroad-10`. */
function abroadKey(numericZone: number): string {
  return `abroad-${numericZone}`;
}

/** Within the country: the days of the two zones, and more where the regions differ. Null when the card doesn't say. */
export function localDays(from: PricedArea, to: PricedArea, card: DaysCard): DeliveryDays | null {
  const within = card.daysByRoute.get(zonePairKey(from.zone, to.zone));
  if (!within || from.region === to.region) return within ?? null;
  const more = card.daysByRoute.get(BETWEEN_REGIONS);
  return more ? { least: within.least + more.least, most: within.most + more.most } : null;
}

/** To another country, by its zone. Null when the card doesn't say. */
export function abroadDays(to: { numericZone: number }, card: DaysCard): DeliveryDays | null {
  return card.daysByRoute.get(abroadKey(to.numericZone)) ?? null;
}
