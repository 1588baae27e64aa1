import { formatRand } from "#app/domain/values/money";
import type { Reader } from "#db/store.server";
import { boxPrices, type Route } from "./box-prices";
import type { Box } from "./boxes";
import type { PricingService } from "./pricing-service";
import { usualDelivery } from "./usual-delivery.server";

/** The price of one parcel in each box, by box id, and when it usually arrives, if that is known. */
export type QuickPrice = {
  chosen: { boxId: string; boxName: string; price: string } | null;
  all: Record<string, string>;
  delivery: string | null;
  /** No prices at all can be had now, on any route. */
  isUnreached: boolean;
};

/**
 * What one parcel costs in each box on the route that was checked. Needs no personal data.
 * @param lead the check's result: codes, or a code and a country
 * @param boxId the box that was asked about; if it isn't on offer, the first box
 */
export async function quickPrice(
  sources: { pricing: PricingService; read: Reader },
  lead: Record<string, string>,
  { offered, boxId }: { offered: readonly Box[]; boxId: string },
  now: Date,
): Promise<QuickPrice> {
  const { fromPostal = "", toPostal = "", toCountry } = lead;
  const route: Route = toCountry ? { fromPostal, toCountry } : { fromPostal, toPostal };
  const prices = await boxPrices(sources.pricing, offered, route);
  const box = offered.find(({ id }) => id === boxId) ?? offered[0];
  if (prices.kind !== "priced")
    return { chosen: null, all: {}, delivery: null, isUnreached: prices.kind === "unreached" };
  const cents = box && prices.cents.get(box.id);
  return {
    chosen: box && cents ? { boxId: box.id, boxName: box.name, price: formatRand(cents) } : null,
    all: Object.fromEntries([...prices.cents].map(([id, cents]) => [id, formatRand(cents)])),
    delivery: prices.days && (await usualDelivery(sources.read, prices.days, { since: now }, now)),
    isUnreached: false,
  };
}
