import { setTimeout as pause } from "node:timers/promises";
import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { isNoteDue, isSignedByShopify, noteCall, type ShopifyShop } from "#app/domain/accounts/shopify-shop.server";
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
  const isSigned = isSignedByShopify(bytes, request.headers.get("X-Shopify-Hmac-SHA256"), shop.signingSecret);
  await noteForOwner(shop, isSigned ? "signedAt" : "unsignedAt", context);
  if (!isSigned) return refuseStranger(context, 401, "This isn't signed by the shop's secret.");
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

/** The owner sees whether Shopify's calls arrive, and whether they have copied the secret rightly. */
async function noteForOwner(shop: ShopifyShop, heard: "signedAt" | "unsignedAt", context: AppLoadContext) {
  const now = new Date();
  if (isNoteDue(shop, heard, now))
    await ifWritable(() => context.services.store.tx((tx) => noteCall(tx, shop.uid, heard, now), { waitMs: 0 }));
}

const taken = () => new Response(null, { status: 200, headers: { "Cache-Control": "no-store" } });

export const loader = onlyPost;
