import type { Cents } from "#app/domain/values/money";
import type { PricingService } from "./contract/pricing-service";
import { isTrouble } from "./contract/quote-answer";
import type { DeliveryDays } from "./delivery-days";

/** The two ends of a route, as far as its price depends on them. */
export type Route = { fromPostal: string; toPostal: string } | { fromPostal: string; toCountry: string };

/** What the prices call the two ends; null where they have no name. */
export type Called = { from: string | null; to: string | null };

/** What one parcel costs on a route, VAT included, by box id. A box that is missing has no instant price. */
export type BoxPrices =
  | { kind: "priced"; cents: ReadonlyMap<string, Cents>; days: DeliveryDays | null; called: Called }
  /** The route has no instant price in any box; `why` is the service's reason. */
  | { kind: "none"; why: string }
  /** The service can't be reached, which says nothing about the route. */
  | { kind: "unreached" };

/** Used when addresses are missing, so there is no route to price. */
export const NO_PRICES: BoxPrices = { kind: "none", why: "" };

/** Prices a route for every box at once. A missing price is not an error. */
export async function boxPrices(
  pricing: PricingService,
  boxes: readonly { id: string }[],
  route: Route,
): Promise<BoxPrices> {
  const parcel = { quantity: 1, applyVat: true };
  const quotes = await Promise.all(
    boxes.map(async ({ id }) => {
      const request = { ...parcel, selectedBoxId: id };
      const quote =
        "toPostal" in route
          ? pricing.quoteLocal({ ...request, ...route })
          : pricing.quoteInternational({ ...request, ...route });
      return { id, quote: await quote.catch(() => null) };
    }),
  );
  const cents = new Map<string, Cents>();
  let days: DeliveryDays | null = null;
  let called: Called = { from: null, to: null };
  let why: string | null = null;
  for (const { id, quote } of quotes) {
    if (quote?.ok) {
      const { grandTotal } = quote.cents.totals;
      called = { from: quote.meta.from.city, to: quote.meta.to.city };
      // A price of zero is a mistake; don't show it.
      if (grandTotal > 0) cents.set(id, grandTotal);
      days ??= quote.meta.deliveryDays ?? null;
    } else if (quote && !isTrouble(quote.error)) why = quote.error;
  }
  if (cents.size > 0) return { kind: "priced", cents, days, called };
  return why === null ? { kind: "unreached" } : { kind: "none", why };
}
