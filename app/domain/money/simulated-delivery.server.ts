import { setTimeout as pause } from "node:timers/promises";
import { SECONDS } from "#app/durations";
import { repeatCall, type ServerPlace } from "../values/http-client.server";
import { postNotice } from "./confirm-with-payfast.server";
import type { SimulatedEnd } from "./simulator.server";

/** How the simulator reports a payment. PayFast itself sends the notice before the buyer comes back: `as_payfast`. */
export const noticeTimings = ["as_payfast", "after_return", "late", "twice", "never", "out_of_order"] as const;
export type NoticeTiming = (typeof noticeTimings)[number];

/**
 * One comes after the waiting page's first checks, the other after the page has said that this is taking longer than
 * usual.
 */
const AFTER_RETURN_MS = 3 * SECONDS;
const LATE_MS = 75 * SECONDS;

/**
 * Where the site receives notices. The simulator is part of the site, so it connects to the site's own port whatever
 * the address says: the public name may not resolve on this machine, and a forged one must not lead elsewhere.
 */
type NoticePlace = { address: string; at?: ServerPlace };

/**
 * Reports a decision to the site in the given manner. Resolves when the buyer should return to the site.
 * @param noticeOf writes the notice of the same attempt for any decision
 */
export async function reportDecision(
  decision: SimulatedEnd,
  timing: NoticeTiming,
  place: NoticePlace,
  noticeOf: (decision: SimulatedEnd) => string,
): Promise<void> {
  const report = (word = decision) => deliverNotice(place, noticeOf(word));
  if (timing === "as_payfast") await report();
  if (timing === "after_return") void pause(AFTER_RETURN_MS).then(() => report());
  if (timing === "late") void pause(LATE_MS).then(() => report());
  if (timing === "twice") await Promise.all([report(), report()]);
  if (timing === "out_of_order") {
    await report();
    await report("FAILED");
  }
}

/**
 * PayFast retries at once, then after ten minutes and at growing intervals; people who try the site shouldn't wait that
 * long.
 */
const RETRY_GAPS_MS = [500, 2_000];
const NOTICE_PATIENCE_MS = 10_000;

/** Posts a notice until it is answered with 200, as PayFast does. Resolves to whether that happened. */
export async function deliverNotice({ address, at }: NoticePlace, notice: string): Promise<boolean> {
  const isTaken = async () => (await postNotice(address, notice, NOTICE_PATIENCE_MS, at))?.status === 200;
  return repeatCall(isTaken, { pausesMs: RETRY_GAPS_MS, isGood: (taken) => taken });
}
