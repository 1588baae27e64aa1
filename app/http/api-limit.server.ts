import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { settings } from "#app/config.server";

const WINDOW_S = 60;

let limiter: RateLimiterMemory | undefined;

/**
 * Counts a request of a program against its address. Kept in this process's memory: a write to disk for every price
 * would cost more than the price, so with several processes an address gets that many times the limit.
 * @returns null, or in how many seconds the address may ask again
 */
export async function secondsUntilAllowed(clientAddress: string | undefined): Promise<number | null> {
  limiter ??= new RateLimiterMemory({ points: settings().apiRequestsPerMinute, duration: WINDOW_S });
  try {
    await limiter.consume(clientAddress ?? "unknown");
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}
