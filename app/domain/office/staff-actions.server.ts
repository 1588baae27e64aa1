import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { staffActions } from "#db/schema/staff-actions";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { notedRows } from "./noted-rows.server";

/** Something that staff did, in words that can still be understood years later. */
export type StaffAction = {
  /** "priced quote", "marked delivered". */
  action: string;
  /** The number of a quote, waybill or application, or the name of a rate, box or area. */
  subject: string;
  details: string;
};

/** Records who did what. Call it inside the transaction that does it, so that both are saved or neither is. */
export async function recordAction(tx: Tx, who: string, action: StaffAction, now: Date): Promise<void> {
  await tx.insert(staffActions).values(actionBy(who, action, now));
}

function actionBy(who: string, action: StaffAction, now: Date) {
  return { id: newId(), at: now, who, ...action };
}

/** Actions that only looked, so that whoever did it didn't wait for a write. */
export const notedActions = notedRows<ReturnType<typeof actionBy>>((tx, rows) =>
  tx.insert(staffActions).values(rows).onConflictDoNothing(),
);

/** Records who did what within a second, apart from any transaction. */
export function noteAction(who: string, action: StaffAction, now: Date): void {
  notedActions.note(actionBy(who, action, now));
}

/** Erases what staff wrote in their own words about these subjects. What they did, and when, stays. */
export async function forgetWords(tx: Tx, subjects: string[]): Promise<void> {
  await tx
    .update(staffActions)
    .set({ details: "" })
    .where(and(inArray(staffActions.subject, subjects), inArray(staffActions.action, inOwnWords)));
}

/** Actions whose details are free text. */
const inOwnWords = ["cancelled booking", "closed payment", "moved account"];

/** Everything that was done about a subject and is stored, oldest first. */
export async function actionsOn(store: Reader, subject: string): Promise<(typeof staffActions.$inferSelect)[]> {
  return store.select().from(staffActions).where(eq(staffActions.subject, subject)).orderBy(asc(staffActions.at));
}

/** What was done after a moment, oldest first. */
export async function actionsSince(store: Reader, moment: Date, atMost: number) {
  const { at } = staffActions;
  return store.select().from(staffActions).where(gt(at, moment)).orderBy(asc(at)).limit(atMost);
}
