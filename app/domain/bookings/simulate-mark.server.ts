import { and, eq } from "drizzle-orm";
import { staffActions } from "#db/schema/staff-actions";
import type { Reader, Tx } from "#db/store.server";
import type { ProblemAnswer } from "../accounts/problems";
import { markInTest } from "../messages/mark-and-notify.server";
import type { Gateway } from "../money/gateway.server";
import { recordAction } from "../office/staff-actions.server";
import { waybillOfQuote } from "../parcels/issue-waybill.server";
import type { Mark } from "../parcels/marks";
import type { Quote } from "../parcels/quotes/quote";

/**
 * Marks a test booking's parcel for its shop's program, as if a driver had. Nothing of a site or booking whose payments
 * are real can be marked so.
 * @returns null once it is marked, also if it was before
 */
export async function simulateMark(
  tx: Tx,
  quote: Quote,
  mark: Mark,
  mode: Gateway["mode"],
  now: Date,
): Promise<ProblemAnswer | null> {
  if (mode === "live" || quote.mode === "live") return NOT_HERE;
  const waybill = await waybillOfQuote(tx, quote.id);
  if (!waybill) return { refused: "mark-refused", detail: "It is not paid yet. Test its payment at paymentUrl first." };
  const because = mark === "ended" ? "lost" : null;
  const marked = await markInTest(tx, waybill.waybillNo, { kind: mark, happenedAt: now, place: null, because }, now);
  if (!marked.ok) return { refused: "mark-refused", detail: `It can't be marked ${mark}: ${marked.why}.` };
  const action = { action: SIMULATED, subject: waybill.waybillNo, details: mark };
  if (marked.added) await recordAction(tx, "a program", action, now);
  return null;
}

const SIMULATED = "simulated mark";

/** When a shop's program said of a test parcel that it was delivered, in milliseconds. */
export async function deliveredByProgram(store: Reader, waybillNo: string): Promise<Set<number>> {
  const { at, subject, action, details } = staffActions;
  const isIts = and(eq(subject, waybillNo), eq(action, SIMULATED), eq(details, "delivered" satisfies Mark));
  const rows = await store.select({ at }).from(staffActions).where(isIts);
  return new Set(rows.map((row) => row.at.getTime()));
}

const NOT_HERE: ProblemAnswer = {
  refused: "not-found",
  detail: "Parcels can only be moved like that on a site for tests.",
};
