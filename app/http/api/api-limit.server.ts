import { company } from "#app/company.server";
import { limits } from "#app/domain/limits/limits";
import { networkOf } from "#app/domain/values/network.server";
import { SECONDS } from "#app/durations";
import { pointsOf } from "#app/http/limits/rate-limit.server";
import { sharedCount } from "#app/http/limits/shared-count.server";
import { signatureOf } from "#app/signature.server";
import type { Store } from "#db/store.server";

const NAME = "apiFromNetwork";

let counting: { store: Store; count: ReturnType<typeof sharedCount> } | undefined;

/**
 * Counts an API request against its network: an IPv4 address, or an IPv6 /64. Writing to the database for every price
 * would cost more than the price, so processes exchange their counts once a second.
 * @returns null, or in how many seconds the network may ask again
 */
export async function secondsUntilAllowed(clientAddress: string | undefined): Promise<number | null> {
  const { store } = await company();
  if (counting?.store !== store)
    counting = { store, count: sharedCount(store, { points: pointsOf(NAME), windowMs: limits[NAME].windowMs }) };
  const leftMs = counting.count.allow(keyOf(networkOf(clientAddress)), new Date());
  return leftMs === null ? null : Math.max(1, Math.ceil(leftMs / SECONDS));
}

/** Hashed like the counts of forms (`rate-limit.server.ts`), so that the table holds no addresses. */
function keyOf(network: string): string {
  return `${NAME}:${signatureOf("rate-limit", network)}`;
}
