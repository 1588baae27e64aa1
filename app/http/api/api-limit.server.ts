import type { AppLoadContext } from "@remix-run/node";
import { limits } from "#app/domain/limits/limits";
import { networkOf } from "#app/domain/values/network.server";
import { SECONDS } from "#app/durations";
import { pointsOf } from "#app/http/limits/rate-limit.server";
import { sharedCount } from "#app/http/limits/shared-count.server";
import { signatureOf } from "#app/signature.server";
import type { Store } from "#db/store.server";
import { holderOf } from "./key-of.server";

type CountedInMemory = "apiFromNetwork" | "apiByKey" | "shopifyRates";

let counting: { store: Store; counts: Record<CountedInMemory, ReturnType<typeof sharedCount>> } | undefined;

/**
 * Counts a request to the open calls: against its key if it carries one, so that shops on one machine don't share a limit,
 * or else against its network: an IPv4 address, or an IPv6 /64.
 * @returns null, or in how many seconds the same caller may ask again
 */
export async function secondsUntilAllowed(
  request: Request,
  context: AppLoadContext,
  now: Date,
): Promise<number | null> {
  const holder = await holderOf(request, context, now);
  const leftMs = holder
    ? await countedBy(context, "apiByKey", holder.keyId)
    : await countedBy(context, "apiFromNetwork", networkOf(context.clientAddress));
  return leftMs === null ? null : Math.max(1, Math.ceil(leftMs / SECONDS));
}

/**
 * Counts a request. Writing to the database for every price would cost more than the price, so processes exchange their
 * counts once a second.
 * @returns null, or for how many milliseconds it is over the limit
 */
export async function countedBy(
  context: AppLoadContext,
  name: CountedInMemory,
  caller: string,
): Promise<number | null> {
  const { store } = context.services;
  if (counting?.store !== store) {
    const count = (of: CountedInMemory) =>
      sharedCount(store, { points: pointsOf(context.settings, of), windowMs: limits[of].windowMs });
    const counts = { apiFromNetwork: count("apiFromNetwork"), apiByKey: count("apiByKey") };
    counting = { store, counts: { ...counts, shopifyRates: count("shopifyRates") } };
  }
  return counting.counts[name].allow(`${name}:${signatureOf(context.settings, "rate-limit", caller)}`, new Date());
}
