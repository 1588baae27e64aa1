import type { Cents } from "#app/domain/values/money";
import type { rates } from "#db/schema/pricing";
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

/** A row of the `rates` table. `validFrom` is a South African day, `2026-11-21`; only rates of the kind `days` have days. */
export type Rate = typeof rates.$inferSelect;

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
  const amounts = (kind: Rate["kind"]) => byKey(current, kind, ({ amountCents }) => amountCents);
  return {
    zoneCents: amounts("zone"),
    linehaulCents: amounts("linehaul"),
    pickupCents: amounts("pickup"),
    internationalCents: amounts("international"),
    fuelBasisPoints: fuel,
    vatBasisPoints: vat,
    daysByRoute: byKey(current, "days", daysOf),
  };
}

/** Values by key. The latest row of a key counts, and a row without a value withdraws it. */
function byKey<Value>(
  rates: readonly Rate[],
  kind: Rate["kind"],
  valueIn: (rate: Rate) => Value | null,
): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  for (const rate of rates) {
    if (rate.kind !== kind) continue;
    const value = valueIn(rate);
    if (value === null) values.delete(rate.rateKey);
    else values.set(rate.rateKey, value);
  }
  return values;
}

function daysOf({ leastDays, mostDays }: Rate): DeliveryDays | null {
  return leastDays === null || mostDays === null ? null : { least: leastDays, most: mostDays };
}
