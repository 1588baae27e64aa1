import { setTimeout as pause } from "node:timers/promises";
import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import {
  isSignedByShopify,
  isUnsignedDue,
  noteUnsigned,
  type ShopifyShop,
} from "#app/domain/accounts/shopify-shop.server";
import { readShopOrder } from "#app/domain/bookings/shopify/shop-order";
import { bookOrder, type OrderTopic, orderTopics, receiveOrder } from "#app/domain/bookings/shopify/shop-orders.server";
import { MINUTES, SECONDS } from "#app/durations";
import { refuse } from "#app/http/api/api.server";
import { bodyOfShop, onlyPost, refuseStranger, shopOfCall } from "#app/http/api/shopify-call.server";
import { ifWritable, TRY_AGAIN_S } from "#app/http/forms/unwritable.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { log } from "#app/log.server";

/** Shopify waits for 5 seconds. What isn't booked by then is booked all the same. */
const BOOKED_WITHIN_MS = 3 * SECONDS;
const AGAIN_LATER_S = (30 * MINUTES) / SECONDS;

/**
 * POST: Shopify tells of a shop's order. 200 once it is stored; 401 if it isn't signed by the shop's secret; 503 if nothing
 * can be stored now, so that Shopify sends it again.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  if (request.method !== "POST") return onlyPost();
  const shop = await shopOfCall(args);
  if (shop instanceof Response) return shop;
  const { bytes, sent } = await bodyOfShop(request);
  if (!isSignedByShopify(bytes, request.headers.get("X-Shopify-Hmac-SHA256"), shop.signingSecret))
    return refuseForged(shop, context);
  const topic = orderTopics.find((each) => each === request.headers.get("X-Shopify-Topic"));
  if (!topic) return taken();
  const order = readShopOrder(sent);
  if (!order) return refuse(400, "This is no order.");
  const site = { mode: context.settings.payfast.mode, origin: siteAddress(request, context.settings) };
  return storeAndBook({ shop, topic, order, site }, context);
}

type Told = {
  shop: ShopifyShop;
  topic: OrderTopic;
  order: NonNullable<ReturnType<typeof readShopOrder>>;
  site: Parameters<typeof bookOrder>[1];
};

async function storeAndBook({ shop, topic, order, site }: Told, { services }: AppLoadContext): Promise<Response> {
  const { store, pricing, places, sendEmails } = services;
  const now = new Date();
  let next: Awaited<ReturnType<typeof receiveOrder>>;
  try {
    next = await store.tx((tx) => receiveOrder(tx, shop.uid, topic, order, site, now));
  } catch (error) {
    log.error({ err: error }, "an order of a shop on Shopify could not be stored");
    return refuse(503, "We can't store it just now. Send it again.", { headers: { "Retry-After": TRY_AGAIN_S } });
  }
  if (next === "too many")
    return refuse(429, "Too many orders today. Send it again later.", { headers: { "Retry-After": AGAIN_LATER_S } });
  if (next === "book") {
    const booked = bookOrder({ store, pricing, places }, site, shop.uid, order.orderId, now).catch((error: unknown) =>
      log.error({ err: error }, "an order of a shop on Shopify waits to be booked"),
    );
    await Promise.race([booked, pause(BOOKED_WITHIN_MS, null, { ref: false })]);
  }
  sendEmails();
  return taken();
}

/** The owner sees it: they may have copied the secret wrongly. */
async function refuseForged(shop: ShopifyShop, context: AppLoadContext): Promise<Response> {
  const now = new Date();
  if (isUnsignedDue(shop, now))
    await ifWritable(() => context.services.store.tx((tx) => noteUnsigned(tx, shop.uid, now), { waitMs: 0 }));
  return refuseStranger(context, 401, "This isn't signed by the shop's secret.");
}

const taken = () => new Response(null, { status: 200, headers: { "Cache-Control": "no-store" } });

export const loader = onlyPost;
