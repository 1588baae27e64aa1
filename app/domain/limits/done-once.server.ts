import { and, eq, inArray, lt, lte, or } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { doneOnce, kindsDoneOnce } from "#db/schema/done-once";
import type { Reader, Tx } from "#db/store.server";
import { sha256 } from "../values/sha256.server";

/** What is done once: by whom, and the key of its request or form. */
export type Once = Pick<typeof doneOnce.$inferSelect, "kind" | "who" | "key">;
type Kind = Once["kind"];

/** A phone sends for 30 days what it stored, and keeps a page as long. */
const ON_A_PHONE_DAYS = 37;
/** How long it is known that something was done. */
export const keptDays: Record<Kind, number> = {
  "call by key": 7,
  // Longer than anybody keeps a page open, and no longer: the words may name a customer.
  "office form": 1,
  "mark taken back": ON_A_PHONE_DAYS,
  "pieces marked": ON_A_PHONE_DAYS,
};

/** What was answered when it was done; null if it wasn't, or so long ago that it isn't known any more. */
export async function answerKept(store: Reader, once: Once, now: Date): Promise<unknown> {
  const [done] = await store.select().from(doneOnce).where(isIt(once));
  return done && done.at > keptSince(once.kind, now) ? done.answer : null;
}

/** Keeps that it is done, and what was answered first. Call it in the transaction that does it. */
export async function keepDone(tx: Tx, once: Once, answer: NonNullable<unknown>, now: Date): Promise<void> {
  await tx
    .insert(doneOnce)
    .values({ ...once, answer, at: now })
    .onConflictDoUpdate({
      target: [doneOnce.kind, doneOnce.who, doneOnce.key],
      set: { answer, at: now },
      setWhere: lte(doneOnce.at, keptSince(once.kind, now)),
    });
}

/** Erases what the office's forms answered, which may name people. That they were done stays. */
export async function emptyAnswers(tx: Tx): Promise<void> {
  const answer = { kind: "done", output: ["This was done."] };
  await tx.update(doneOnce).set({ answer }).where(eq(doneOnce.kind, "office form"));
}

/** Forgets what was kept long enough. */
export async function forgetDone(tx: Tx, now: Date): Promise<void> {
  const isOld = kindsDoneOnce.map((kind) => and(eq(doneOnce.kind, kind), lt(doneOnce.at, keptSince(kind, now))));
  await tx.delete(doneOnce).where(or(...isOld));
}

/** Forgets what an account's programs did. Returns how many, at most `atMost`. */
export async function forgetCallsOf(tx: Tx, uid: string, atMost: number): Promise<number> {
  const isTheirs = and(eq(doneOnce.kind, "call by key"), eq(doneOnce.who, uid));
  const some = await tx.select({ key: doneOnce.key }).from(doneOnce).where(isTheirs).limit(atMost);
  const keys = some.map(({ key }) => key);
  await tx.delete(doneOnce).where(and(isTheirs, inArray(doneOnce.key, keys)));
  return keys.length;
}

/**
 * The key of what a form does. The same form with the same answers has the same key, so that it is done once; browsers keep
 * a page for Back, and with other answers it is another key.
 * @param form the page's hidden key, and whose or what it is about
 * @param answers what a person typed or chose, tidied; nothing that the page, a script or the phone's worker adds
 */
export function formKeyOf(form: readonly string[], answers: readonly unknown[]): string {
  return sha256(JSON.stringify([...form, ...answers]));
}

function isIt({ kind, who, key }: Once) {
  return and(eq(doneOnce.kind, kind), eq(doneOnce.who, who), eq(doneOnce.key, key));
}

function keptSince(kind: Kind, now: Date): Date {
  return new Date(now.getTime() - keptDays[kind] * DAYS);
}
