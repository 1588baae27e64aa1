import { and, asc, eq, inArray } from "drizzle-orm";
import { staffActions } from "#db/schema/staff-actions";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";

/** Something that a person of the company did, in words that can be read years later. */
export type StaffAction = {
  /** "priced quote", "marked delivered". */
  action: string;
  /** The number that people say: of a quote, a waybill, an application; or the name of a rate, a box, an area. */
  subject: string;
  details: string;
};

/** Writes down who did what. Call it inside the transaction that does it: neither is ever there without the other. */
export async function recordAction(tx: Tx, who: string, done: StaffAction, now: Date): Promise<void> {
  await tx.insert(staffActions).values({ id: newId(), at: now, who, ...done });
}

/** Takes out what staff wrote in their own words about some subjects. That they did something, and when, stays. */
export async function forgetWords(tx: Tx, subjects: string[]): Promise<void> {
  await tx
    .update(staffActions)
    .set({ details: "" })
    .where(and(inArray(staffActions.subject, subjects), inArray(staffActions.action, inOwnWords)));
}

/** Actions whose details are words that somebody typed freely. */
const inOwnWords = ["cancelled booking"];

/** Everything that was done about a subject, oldest first. */
export async function actionsOn(store: Reader, subject: string): Promise<(typeof staffActions.$inferSelect)[]> {
  return store.select().from(staffActions).where(eq(staffActions.subject, subject)).orderBy(asc(staffActions.at));
}
