import { formatRand } from "#app/domain/values/money";
import type { Reader } from "#db/store.server";
import { boxPrices, type Route } from "./box-prices";
import type { Box } from "./boxes";
import type { PricingService } from "./pricing-service";
import { usualDelivery } from "./usual-delivery.server";

/** A price for one parcel in each box, by the box's id, and when it usually arrives, if anybody can say. */
export type QuickPrice = {
  chosen: { boxId: string; boxName: string; price: string } | null;
  all: Record<string, string>;
  delivery: string | null;
  /** Prices can't be had at all just now, whatever the route. */
  isUnreached: boolean;
};

/**
 * What one parcel costs in each box on the way that was checked; nothing personal is asked for.
 * @param lead what the check found: codes, or a code and a country
 * @param boxId the box that was asked about; the first where it isn't on offer
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
