import { brand } from "#app/brand";
import type { Reader } from "#db/store.server";
import { accountById } from "../../accounts/accounts.server";
import type { ShopifyShop } from "../../accounts/shopify-shop.server";
import { shopsSender } from "../../parcels/quotes/used-addresses.server";
import type { PricingService } from "../../prices/contract/pricing-service";
import { isTrouble } from "../../prices/contract/quote-answer";
import { expectedArrival } from "../../prices/usual-delivery.server";
import { boxByWeight, ratesAnswered, readRate } from "./rates";

/** As Shopify documents them: one, or none where we have no price. "away": prices can't be had now. */
type Rates = ReturnType<typeof ratesAnswered> | "away" | "unreadable";

/** Our rates for a cart. Throws where the pricing service can't be reached. */
export async function shopRates(
  { read, pricing }: { read: Reader; pricing: PricingService },
  { uid, smallestBox }: ShopifyShop,
  sent: unknown,
  now: Date,
): Promise<Rates> {
  const asked = readRate(sent);
  if (asked === "unreadable") return asked;
  const account = asked === "no price" ? null : await accountById(read, uid);
  if (asked === "no price" || !account) return [];
  const { fromPostal } = await shopsSender(read, account);
  const packed = boxByWeight(await pricing.boxes(), smallestBox, asked.lines);
  if (!fromPostal || !packed) return [];
  const way = { from: fromPostal, to: asked.toPostal };
  const request = { fromPostal, toPostal: asked.toPostal, selectedBoxId: packed.boxId, applyVat: true };
  const priced = await pricing.quoteLocal({ ...request, quantity: packed.quantity });
  if (!priced.ok && isTrouble(priced.error)) return "away";
  const days = priced.ok ? priced.meta.deliveryDays : undefined;
  const arrival = days ? await expectedArrival(read, days, { since: now, ...way }, now) : null;
  return ratesAnswered(brand.name, packed, priced, arrival);
}
