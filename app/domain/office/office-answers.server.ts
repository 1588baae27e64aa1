import { eq, lt } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { officeAnswers } from "#db/schema/staff-actions";
import type { Reader, Tx } from "#db/store.server";
import { deleteAtMost } from "../values/delete-at-most.server";

/** Longer than anybody keeps a page open, and no longer: the words may name a customer. */
const KEPT_MS = 1 * DAYS;

/** What was said when a form with this key was done; undefined if none was. */
export async function answerTo(store: Reader, key: string): Promise<unknown> {
  const [found] = await store.select().from(officeAnswers).where(eq(officeAnswers.key, key));
  return found?.answer;
}

/** Keeps what a form did. Call it in the transaction that does it. */
export async function keepAnswer(tx: Tx, key: string, answer: unknown, now: Date): Promise<void> {
  await tx.insert(officeAnswers).values({ key, answer, answeredAt: now }).onConflictDoNothing();
}

/** Erases the text of stored answers, which may name people. Keeps their keys, so that a repeated form is still recognised. */
export async function emptyAnswers(tx: Tx): Promise<void> {
  await tx.update(officeAnswers).set({ answer: { kind: "done", output: ["This was done."] } });
}

export async function forgetOfficeAnswers(tx: Tx, now: Date, atMost: number): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  return deleteAtMost(tx, atMost, officeAnswers.key, lt(officeAnswers.answeredAt, before));
}
