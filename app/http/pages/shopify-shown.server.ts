import { accountById } from "#app/domain/accounts/accounts.server";
import { isRefusedLast, shopifyShopOf } from "#app/domain/accounts/shopify-shop.server";
import { openOrders } from "#app/domain/bookings/shopify/shop-orders.server";
import { linesOf } from "#app/domain/form/address-lines";
import { shopsSender } from "#app/domain/parcels/quotes/used-addresses.server";
import type { PricingService } from "#app/domain/prices/contract/pricing-service";
import { decimal } from "#app/domain/values/decimal";
import { formatRand } from "#app/domain/values/money";
import { saDateTime } from "#app/domain/values/sa-time";
import { paths } from "#app/paths";
import type { Reader } from "#db/store.server";

/** As many orders as the page names. */
const MOST_NAMED = 20;

/** An account's shop on Shopify as its page shows it. `shop`: null before it was made. */
export async function shopifyShown(
  { read, pricing }: { read: Reader; pricing: PricingService },
  uid: string,
  origin: string,
) {
  const shop = await shopifyShopOf(read, uid);
  const account = await accountById(read, uid);
  const { orders, more, lastAt } = await openOrders(read, uid, MOST_NAMED);
  const boxes = await pricing.boxes().catch(() => []);
  const sender = account && (await shopsSender(read, account));
  const collectedAt = sender?.fromAddressLine ? linesOf(sender, "from", ({ shown }) => shown.choice).join(", ") : null;
  return {
    boxes: boxes.map(({ id, name, maxWeightKg }) => ({ value: id, text: `${name}, to ${decimal(maxWeightKg)} kg` })),
    collectedAt,
    orders: orders.map(({ priceCents, ...order }) => ({
      ...order,
      priceCents,
      submit: priceCents === null ? "Try again" : `Book it for ${formatRand(priceCents)}`,
    })),
    more,
    shop: shop && {
      rates: origin + paths.shopifyRates(shop.number),
      orders: origin + paths.shopifyOrders(shop.number),
      smallestBox: shop.smallestBox,
      hasSecret: shop.signingSecret !== "",
      lastAt: lastAt && saDateTime(lastAt),
      signedAt: shop.signedAt && saDateTime(shop.signedAt),
      refusedAt: shop.unsignedAt && isRefusedLast(shop) ? saDateTime(shop.unsignedAt) : null,
    },
  };
}
export type ShopifyShown = Awaited<ReturnType<typeof shopifyShown>>;
