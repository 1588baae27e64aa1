import { MINUTES } from "#app/durations";

/**
 * Rules that compare with a stored moment. It may be still to come, because the clock was ahead when it was written:
 * docs/decisions/0077-a-clock-that-was-ahead.md.
 */

/** The most by which two machines' clocks may differ. */
export const CLOCKS_DIFFER_MS = 1 * MINUTES;

/** A stored moment as it counts now: one that is still to come counts as now. */
export function notToCome(stored: Date, now: Date): Date {
  return stored > now ? now : stored;
}

/** Whether something happened in the last `ms` milliseconds. What is still to come didn't. */
export function isWithinLast(ms: number, stored: Date, now: Date): boolean {
  const agoMs = now.getTime() - stored.getTime();
  return agoMs > -CLOCKS_DIFFER_MS && agoMs < ms;
}

/** Whether what is done at most every `ms` milliseconds is due again. It is at once, if the last time is still to come. */
export function isDueAgain(ms: number, last: Date, now: Date): boolean {
  return Math.abs(now.getTime() - last.getTime()) > ms;
}
