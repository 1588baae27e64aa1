import type { Cents } from "#app/domain/values/money";
import type { DaysCard, DeliveryDays } from "./delivery-days";

/** What we charge, excluding VAT. A key without a rate has no price; it is never free. */
export type RateCard = DaysCard & {
  /** For each end of a local route, by zone: metro, town, regional, remote. */
  zoneCents: ReadonlyMap<string, Cents>;
  /** Between two regions, in either direction, by `pairKey`. */
  linehaulCents: ReadonlyMap<string, Cents>;
  /** Collecting an international parcel, by the sender's zone. */
  pickupCents: ReadonlyMap<string, Cents>;
  /** International, by numeric zone: from 1, our neighbours, to 10. */
  internationalCents: ReadonlyMap<string, Cents>;
  fuelBasisPoints: number;
  vatBasisPoints: number;
};

/** A row of the `rates` table. `validFrom` is a South African day, `2026-11-21`. */
export type Rate = {
  kind: "zone" | "linehaul" | "pickup" | "international" | "fuel" | "vat" | "days";
  rateKey: string;
  validFrom: string;
  amountCents: Cents | null;
  basisPoints: number | null;
  /** Working days; only rates of the kind `days` have them. */
  leastDays: number | null;
  mostDays: number | null;
};

/**
 * The card that applies on a day: for each kind and key the latest rate that has started. Null when fuel or VAT has no
 * rate: a missing row must not make either of them free.
 * @param day South African day, `2026-11-21`
 */
export function rateCardOn(day: string, rates: readonly Rate[]): RateCard | null {
  const current = rates
    .filter((rate) => rate.validFrom <= day)
    .toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1));
  const fuel = current.findLast((rate) => rate.kind === "fuel")?.basisPoints;
  const vat = current.findLast((rate) => rate.kind === "vat")?.basisPoints;
  if (fuel == null || vat == null) return null;
  return {
    zoneCents: amounts(current, "zone"),
    linehaulCents: amounts(current, "linehaul"),
    pickupCents: amounts(current, "pickup"),
    internationalCents: amounts(current, "international"),
    fuelBasisPoints: fuel,
    vatBasisPoints: vat,
    daysByRoute: days(current),
  };
}

/** Days by key. As with amounts, the latest row of a key counts, and a row without days withdraws them. */
function days(rates: readonly Rate[]): ReadonlyMap<string, DeliveryDays> {
  const byRoute = new Map<string, DeliveryDays>();
  for (const { kind, rateKey, leastDays, mostDays } of rates) {
    if (kind !== "days") continue;
    if (leastDays === null || mostDays === null) byRoute.delete(rateKey);
    else byRoute.set(rateKey, { least: leastDays, most: mostDays });
  }
  return byRoute;
}

/** Amounts by key. The latest row of a key counts, and a row without an amount withdraws the price. */
function amounts(rates: readonly Rate[], kind: Rate["kind"]): ReadonlyMap<string, Cents> {
  const cents = new Map<string, Cents>();
  for (const rate of rates) {
    if (rate.kind !== kind) continue;
    if (rate.amountCents === null) cents.delete(rate.rateKey);
    else cents.set(rate.rateKey, rate.amountCents);
  }
  return cents;
}
