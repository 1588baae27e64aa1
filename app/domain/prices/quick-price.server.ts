import { formatRand } from "#app/domain/values/money";
import type { Reader } from "#db/store.server";
import { boxPrices, type Route } from "./box-prices";
import type { Box } from "./contract/boxes";
import type { PricingService } from "./contract/pricing-service";
import type { Place } from "./places";
import { usualDelivery } from "./usual-delivery.server";

type BoxPrice = { boxId: string; boxName: string; price: string };

/** The price of one parcel in each box, by box id, and when it usually arrives, if that is known. */
export type QuickPrice = {
  chosen: BoxPrice | null;
  /** Null where there is only one price. */
  cheapest: BoxPrice | null;
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
    return { chosen: null, cheapest: null, all: {}, delivery: null, isUnreached: prices.kind === "unreached" };
  const priceOf = ({ id, name }: Box): BoxPrice | null => {
    const cents = prices.cents.get(id);
    return cents ? { boxId: id, boxName: name, price: formatRand(cents) } : null;
  };
  const [cheapest, another] = offered
    .flatMap((box) => {
      const cents = prices.cents.get(box.id);
      return cents ? [{ box, cents }] : [];
    })
    .toSorted((one, other) => one.cents - other.cents);
  return {
    chosen: box ? priceOf(box) : null,
    cheapest: cheapest && another ? priceOf(cheapest.box) : null,
    all: Object.fromEntries([...prices.cents].map(([id, cents]) => [id, formatRand(cents)])),
    delivery:
      prices.days &&
      (await usualDelivery(
        sources.read,
        prices.days,
        { since: now, from: fromPostal, to: toCountry ? "" : toPostal },
        now,
      )),
    isUnreached: false,
  };
}

/** Another place of the name that was typed, and its price if one was asked for. */
export type OtherPlace = Place & { field: string; price: string | null };

const MOST_OTHERS = 3;

/**
 * The places that the customer may have meant instead, where their price is another one.
 * @param price the price shown; null if only coverage was asked for
 */
export async function otherPrices(
  pricing: PricingService,
  lead: Record<string, string>,
  others: readonly { field: string; place: Place }[],
  price: QuickPrice | null,
  offered: readonly Box[],
): Promise<OtherPlace[]> {
  if (!price) return others.slice(0, MOST_OTHERS).map(({ field, place }) => ({ ...place, field, price: null }));
  const box = offered.find(({ id }) => id === price.chosen?.boxId);
  if (!box) return [];
  const priced = await Promise.all(
    others.map(async ({ field, place }) => {
      const { fromPostal = "", toPostal = "", toCountry } = lead;
      const from = field === "toPostal" ? fromPostal : place.code;
      const to = field === "toPostal" ? place.code : toPostal;
      const route: Route = toCountry ? { fromPostal: from, toCountry } : { fromPostal: from, toPostal: to };
      const prices = await boxPrices(pricing, [box], route);
      const cents = prices.kind === "priced" ? prices.cents.get(box.id) : undefined;
      return { ...place, field, price: cents ? formatRand(cents) : null };
    }),
  );
  const shown = new Set([price.chosen?.price ?? null, null]);
  return priced.filter(({ price }) => !shown.has(price) && shown.add(price)).slice(0, MOST_OTHERS);
}
