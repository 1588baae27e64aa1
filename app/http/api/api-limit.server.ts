import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { settings } from "#app/config.server";
import { networkOf } from "#app/domain/values/network.server";

const WINDOW_S = 60;

let limiter: RateLimiterMemory | undefined;

/**
 * Counts a request of a program against its network: an IPv4 address, or an IPv6 /64. Kept in this process's memory: a
 * write to disk for every price would cost more than the price, so with several processes a network gets that many times
 * the limit.
 * @returns null, or in how many seconds the network may ask again
 */
export async function secondsUntilAllowed(clientAddress: string | undefined): Promise<number | null> {
  limiter ??= new RateLimiterMemory({ points: settings().apiRequestsPerMinute, duration: WINDOW_S });
  try {
    await limiter.consume(networkOf(clientAddress));
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return secondsOf(refusal.msBeforeNext);
    throw refusal;
  }
}

/** At most the whole window: the limiter reads the clock, which may have been set back. */
function secondsOf(leftMs: number): number {
  return Math.min(WINDOW_S, Math.max(1, Math.ceil(leftMs / 1000)));
}
