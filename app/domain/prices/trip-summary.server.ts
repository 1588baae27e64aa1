import type { Reader } from "#db/store.server";
import { HOME_COUNTRY } from "../form/addresses";
import { formatRand } from "../values/money";
import { isPostalCode } from "../values/postal-code";
import { offeredBoxes } from "./box-choices";
import { boxPrices, type Route } from "./box-prices";
import { isSouthAfrica } from "./contract/countries";
import type { PricingService } from "./contract/pricing-service";
import { placeTyped } from "./place-on-route.server";
import { usualDelivery } from "./usual-delivery.server";

/**
 * What a quick price or a saved step already says about a parcel: its route, its days, and its price if a box was
 * chosen.
 */
export type TripSummary = { from: string; to: string; delivery: string | null; price: string | null };

/** Null until both ends of the route are known. */
export async function tripSummary(
  { pricing, read }: { pricing: PricingService; read: Reader },
  values: Record<string, string>,
  boxId: string | undefined,
  now: Date,
): Promise<TripSummary | null> {
  const { fromPostal = "", fromCity = "", toPostal = "", toCity = "", toCountry = "" } = values;
  const isAbroad = toCountry !== "" && !isSouthAfrica(toCountry);
  if (!isPostalCode(fromPostal) || !(isAbroad || isPostalCode(toPostal))) return null;
  const offered = await offeredBoxes(pricing);
  const box = offered.find(({ id }) => id === boxId);
  const route: Route = isAbroad ? { fromPostal, toCountry } : { fromPostal, toPostal };
  const prices = await boxPrices(pricing, box ? [box] : offered.slice(0, 1), route);
  const isPriced = prices.kind === "priced";
  const cents = isPriced && box ? prices.cents.get(box.id) : undefined;
  const typed = { ...values, fromCity, toCity, toCountry: isAbroad ? toCountry : HOME_COUNTRY };
  const called = isPriced ? prices.called : null;
  return {
    from: `${placeTyped(typed, "from", called?.from)} ${fromPostal}`.trim(),
    to: `${placeTyped(typed, "to", called?.to)} ${isAbroad ? toCountry : toPostal}`.trim(),
    delivery:
      isPriced && prices.days
        ? await usualDelivery(read, prices.days, { since: now, from: fromPostal, to: isAbroad ? "" : toPostal }, now)
        : null,
    price: box && cents !== undefined ? `${formatRand(cents)} in a ${box.name}` : null,
  };
}
