import { and, asc, eq, inArray } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";

export type StoredLetter = typeof outgoingMails.$inferSelect;

/** Letters in these states, the one that has waited longest first. */
export async function lettersIn(store: Reader, states: StoredLetter["state"][]): Promise<StoredLetter[]> {
  return store
    .select()
    .from(outgoingMails)
    .where(inArray(outgoingMails.state, states))
    .orderBy(asc(outgoingMails.queuedAt), asc(outgoingMails.id));
}

export type Resending =
  | { ok: true; letter: StoredLetter; added: boolean }
  | {
      ok: false;
      refusal:
        | "There is no such letter."
        | "Its text isn't kept, because it held a one-time link. Its owner asks for a new one on the site: forgotten password, or resend email."
        | "Its owner had their data deleted, so there is nobody to write to.";
    };

/**
 * Puts a letter into the outbox again. One that never arrived is tried from the beginning. One that was sent goes out as
 * a new letter, because mail programs hide a second one with the number of the first.
 */
export async function resendLetter(tx: Tx, id: string, now: Date): Promise<Resending> {
  const [letter] = await tx.select().from(outgoingMails).where(eq(outgoingMails.id, id));
  if (!letter) return { ok: false, refusal: "There is no such letter." };
  const isWaiting = letter.state === "queued";
  if (letter.isSecret && !isWaiting) {
    const refusal =
      "Its text isn't kept, because it held a one-time link. Its owner asks for a new one on the site: forgotten password, or resend email.";
    return { ok: false, refusal };
  }
  if (!letter.toAddress.includes("@"))
    return { ok: false, refusal: "Its owner had their data deleted, so there is nobody to write to." };
  if (letter.state !== "sent") {
    await tx
      .update(outgoingMails)
      // One that was given up has waited for nobody since: it waits from now on.
      .set({ state: "queued", attempts: 0, nextAttemptAt: now, ...(isWaiting ? {} : { queuedAt: now }) })
      .where(eq(outgoingMails.id, id));
    return { ok: true, letter, added: true };
  }
  const again = `${letter.letterKey}:again`;
  const waiting = await tx
    .select({ letterKey: outgoingMails.letterKey })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.state, "queued"), eq(outgoingMails.toAddress, letter.toAddress)));
  const underway = waiting.some(({ letterKey }) => letterKey.startsWith(again));
  if (underway) return { ok: true, letter, added: false };
  await tx.insert(outgoingMails).values({
    ...letter,
    id: newId(),
    letterKey: `${again}:${now.toISOString()}`,
    state: "queued",
    attempts: 0,
    nextAttemptAt: now,
    lastError: null,
    queuedAt: now,
    sentAt: null,
  });
  return { ok: true, letter, added: true };
}
