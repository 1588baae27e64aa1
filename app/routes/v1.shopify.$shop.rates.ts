import { setTimeout as pause } from "node:timers/promises";
import type { ActionFunctionArgs } from "@remix-run/node";
import { shopRates } from "#app/domain/bookings/shopify/shop-rates.server";
import { SECONDS } from "#app/durations";
import { reply } from "#app/http/api/api.server";
import { countedBy } from "#app/http/api/api-limit.server";
import { bodyOfShop, onlyPost, shopOfCall } from "#app/http/api/shopify-call.server";
import { log } from "#app/log.server";

/** Shopify waits for 3 seconds where it asks most often, and for 10 elsewhere. */
const ANSWERED_WITHIN_MS = 2 * SECONDS;

/**
 * POST: prices for a cart, as Shopify's carrier service asks for them. Whatever goes wrong is a list without rates, in
 * time: a buyer is waiting, and may choose another carrier.
 */
export async function action(args: ActionFunctionArgs) {
  if (args.request.method !== "POST") return onlyPost();
  const done = new AbortController();
  const late = pause(ANSWERED_WITHIN_MS, "late", { signal: done.signal }).catch(() => "late");
  try {
    const answer = await Promise.race([answerTo(args), late]);
    if (answer instanceof Response) return answer;
    log.warn({ ms: ANSWERED_WITHIN_MS }, "a shop on Shopify got no prices in time");
  } catch (error) {
    log.error({ err: error }, "a shop on Shopify got no prices");
  } finally {
    done.abort();
  }
  return reply({ rates: [] });
}

async function answerTo(args: ActionFunctionArgs): Promise<Response> {
  const { request, context } = args;
  const shop = await shopOfCall(args);
  if (shop instanceof Response) return shop;
  if ((await countedBy(context, "shopifyRates", shop.uid)) !== null) return reply({ rates: [] });
  const { store, pricing } = context.services;
  const { sent } = await bodyOfShop(request);
  return reply({ rates: await shopRates({ read: store.read, pricing }, shop, sent, new Date()) });
}

export const loader = onlyPost;
