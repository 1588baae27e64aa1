import { setTimeout as pause } from "node:timers/promises";
import { SECONDS } from "#app/durations";
import { postForm, type Socket } from "./post-form.server";
import type { Decision } from "./simulator.server";

/** How the simulator reports a payment. The first is what PayFast does: the notice comes before the buyer does. */
export const manners = ["as_payfast", "after_return", "late", "twice", "never", "out_of_order"] as const;
export type Manner = (typeof manners)[number];

/** After the waiting page's first looks; and after it has said that this takes longer than usual. */
const AFTER_RETURN_MS = 3 * SECONDS;
const LATE_MS = 75 * SECONDS;

/**
 * Where the site takes notices. The simulator is the site itself, so it connects to where that listens, whatever the
 * address says: a name of the local network may mean nothing on this machine, and a made-up one must lead nowhere else.
 */
type NoticePlace = { address: string; at?: Socket };

/**
 * Tells the site of a decision, in the given manner. Resolves when the buyer is to go back to the site.
 * @param noticeOf writes the notice of the same attempt about any decision
 */
export async function tellOf(
  decision: Decision,
  manner: Manner,
  place: NoticePlace,
  noticeOf: (decision: Decision) => string,
): Promise<void> {
  const tell = (word = decision) => deliverNotice(place, noticeOf(word));
  if (manner === "as_payfast") await tell();
  if (manner === "after_return") void pause(AFTER_RETURN_MS).then(() => tell());
  if (manner === "late") void pause(LATE_MS).then(() => tell());
  if (manner === "twice") await Promise.all([tell(), tell()]);
  if (manner === "out_of_order") {
    await tell();
    await tell("FAILED");
  }
}

/** PayFast retries at once, then after ten minutes and at growing intervals; people who try the site won't wait. */
const RETRY_GAPS_MS = [0, 500, 2_000];
const NOTICE_PATIENCE_MS = 10_000;

/** Posts a notice until it is answered 200, as PayFast does. Resolves to whether it ever was. */
export async function deliverNotice({ address, at }: NoticePlace, notice: string): Promise<boolean> {
  for (const gapMs of RETRY_GAPS_MS) {
    await pause(gapMs);
    const answer = await postForm(address, notice, NOTICE_PATIENCE_MS, at);
    if (answer?.status === 200) return true;
  }
  return false;
}
