import { setTimeout as pause } from "node:timers/promises";
import type { ActionFunctionArgs } from "@remix-run/node";
import { shopRates } from "#app/domain/bookings/shopify/shop-rates.server";
import { SECONDS } from "#app/durations";
import { refuse, reply } from "#app/http/api/api.server";
import { countedBy } from "#app/http/api/api-limit.server";
import { bodyOfShop, onlyPost, shopOfCall, tooMany } from "#app/http/api/shopify-call.server";
import { TRY_AGAIN_S } from "#app/http/forms/unwritable.server";
import { log } from "#app/log.server";

/** Shopify waits for 3 seconds where it asks most often, and for 10 elsewhere. */
const ANSWERED_WITHIN_MS = 2 * SECONDS;

/**
 * POST: prices for a cart, as Shopify's carrier service asks for them, in time, because a buyer is waiting. A list without
 * rates says that we don't bring it there, and Shopify keeps it for 15 minutes. Where we only can't say, the answer is an
 * error: Shopify then offers the shop's own backup rate, and asks again half a minute later.
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
  return refuseForNow();
}

async function answerTo(args: ActionFunctionArgs): Promise<Response> {
  const { request, context } = args;
  const shop = await shopOfCall(args);
  if (shop instanceof Response) return shop;
  const leftMs = await countedBy(context, "shopifyRates", shop.uid);
  if (leftMs !== null) return tooMany(leftMs);
  const { store, pricing } = context.services;
  const { sent } = await bodyOfShop(request);
  const rates = await shopRates({ read: store.read, pricing }, shop, sent, new Date());
  if (rates === "unreadable") return refuse(400, "This is no question for prices.");
  return rates === "away" ? refuseForNow() : reply({ rates });
}

const refuseForNow = () =>
  refuse(503, "We can't give prices right now. Please try again.", { headers: { "Retry-After": TRY_AGAIN_S } });

export const loader = onlyPost;
