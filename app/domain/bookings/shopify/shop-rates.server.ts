import { brand } from "#app/brand";
import type { Reader } from "#db/store.server";
import { accountById } from "../../accounts/accounts.server";
import type { ShopifyShop } from "../../accounts/shopify-shop.server";
import { shopsSender } from "../../parcels/quotes/used-addresses.server";
import type { PricingService } from "../../prices/contract/pricing-service";
import { expectedArrival } from "../../prices/usual-delivery.server";
import { boxByWeight, ratesAnswered, readRate } from "./rates";

/** Our rates for a cart, as Shopify documents them: one, or none where we have no price. */
export async function shopRates(
  { read, pricing }: { read: Reader; pricing: PricingService },
  { uid, smallestBox }: ShopifyShop,
  sent: unknown,
  now: Date,
): Promise<ReturnType<typeof ratesAnswered>> {
  const asked = readRate(sent);
  const account = asked && (await accountById(read, uid));
  if (!asked || !account) return [];
  const { fromPostal } = await shopsSender(read, account);
  const packed = boxByWeight(await pricing.boxes(), smallestBox, asked.lines);
  if (!fromPostal || !packed) return [];
  const way = { from: fromPostal, to: asked.toPostal };
  const request = { fromPostal, toPostal: asked.toPostal, selectedBoxId: packed.boxId, applyVat: true };
  const priced = await pricing.quoteLocal({ ...request, quantity: packed.quantity });
  const days = priced.ok ? priced.meta.deliveryDays : undefined;
  const arrival = days ? await expectedArrival(read, days, { since: now, ...way }, now) : null;
  return ratesAnswered(brand.name, packed, priced, arrival);
}
