import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Cause } from "#app/domain/limits/cause";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import { since } from "../values/between-moments.server";
import { newId } from "../values/ids.server";
import { addressed, type Channel } from "./channels";
import type { Email } from "./email";
import { isOf } from "./occasion.server";
import { giveUpWithdrawn, withdrawOccasion } from "./overtaken.server";
import { noteQueued } from "./queued-here.server";
import { leavesAt, rowOf } from "./together.server";

/**
 * Queues an email in the transaction that gives the reason for it. No second email is queued with the same key. Does
 * nothing without an address: the account was deleted.
 * @param _cause why it may leave us
 * @param notBefore the earliest moment to send it
 */
export async function queueEmail(
  tx: Tx,
  _cause: Cause<"a letter">,
  email: Email,
  now: Date,
  notBefore = now,
): Promise<void> {
  if (email.to === "") return;
  if (email.replaces) await withdrawOccasion(tx, email.replaces, email.key, now);
  const id = newId();
  noteQueued(tx, id);
  await tx
    .insert(outgoingMails)
    .values({
      id,
      emailKey: email.key,
      state: "queued",
      ...addressed("email", email.to),
      subject: email.subject,
      textBody: email.text,
      htmlBody: email.html,
      isSecret: email.worksUntil !== undefined,
      trueUntil: email.worksUntil ?? email.trueUntil ?? null,
      holdsPin: email.holdsPin ?? false,
      templateParams: email.templateParams ?? null,
      digestRow: rowOf(email),
      quoteId: email.quoteId ?? null,
      person: email.person ?? null,
      attempts: 0,
      nextAttemptAt: await leavesAt(tx, "email", email, { notBefore, now }),
      scheduledAt: now,
      queuedAt: now,
    })
    .onConflictDoNothing({ target: outgoingMails.emailKey });
}

/** Withdraws the queued emails of an occasion that no longer holds. One that is being sent still goes out. */
export async function withdrawEmails(tx: Tx, occasion: string): Promise<void> {
  const { state, claimedAt } = outgoingMails;
  await tx.delete(outgoingMails).where(and(isOf(occasion), eq(state, "queued"), isNull(claimedAt)));
}

/** A message that has arrived, or may have. */
export type SentMessage = { channel: Channel; person: Email["person"] | null; toAddress: string };

/**
 * Withdraws the messages of an occasion that was undone. One that was never tried is deleted. One that was tried, or is
 * being sent, may have arrived; none is tried again, nor sent again by staff.
 * @returns the messages that have arrived or may have, which need a correction
 */
export async function withdrawMessages(tx: Tx, occasion: string, now: Date): Promise<SentMessage[]> {
  const { state, channel, person, toAddress, emailKey, claimedAt } = outgoingMails;
  await withdrawUntried(tx, occasion);
  const recipients = await tx
    .select({ channel, person, toAddress })
    .from(outgoingMails)
    .where(and(isOf(occasion), inArray(state, ["queued", "sent"])))
    .orderBy(asc(emailKey));
  await tx
    .update(outgoingMails)
    .set({ withdrawnAt: now, overtakenBy: null })
    .where(and(isOf(occasion), ne(state, "skipped")));
  await giveUpWithdrawn(tx, and(isOf(occasion), isNull(claimedAt)), now);
  return recipients;
}

/** Withdraws the messages of an occasion that were never tried. One that was tried may have arrived, and is tried on. */
export async function withdrawUntried(tx: Tx, occasion: string): Promise<void> {
  const { state, claimedAt, attempts } = outgoingMails;
  await tx.delete(outgoingMails).where(and(isOf(occasion), eq(state, "queued"), isNull(claimedAt), eq(attempts, 0)));
}

/** Who has been told, or may have been, what is still true of a booking, in messages of some kinds. */
export async function toldOf(
  store: Reader,
  aboutQuote: string,
  kinds: readonly string[],
  now: Date,
): Promise<SentMessage[]> {
  const { state, channel, person, toAddress, emailKey, attempts, claimedAt, withdrawnAt, trueUntil, quoteId } =
    outgoingMails;
  const wasTried = or(eq(state, "sent"), and(eq(state, "queued"), or(gt(attempts, 0), isNotNull(claimedAt))));
  const isTrue = and(isNull(withdrawnAt), or(isNull(trueUntil), gt(trueUntil, now)));
  return store
    .select({ channel, person, toAddress })
    .from(outgoingMails)
    .where(and(eq(quoteId, aboutQuote), or(...kinds.map(isOf), sql`false`), wasTried, isTrue))
    .orderBy(asc(emailKey));
}

/** Whether an email of an occasion has reached an address, or may have. */
export async function mayHaveReached(store: Reader, occasion: string, to: string): Promise<boolean> {
  const { toAddress, attempts } = outgoingMails;
  const rows = await store
    .select({ to: toAddress })
    .from(outgoingMails)
    .where(and(isOf(occasion), gt(attempts, 0)));
  return rows.some((row) => row.to.toLowerCase() === to.toLowerCase());
}

/** How many emails of an occasion were queued since a moment. */
export async function queuedSince(store: Reader, occasion: string, begin: Date, now: Date): Promise<number> {
  return store.$count(outgoingMails, and(isOf(occasion), since(outgoingMails.queuedAt, begin, now)));
}

/** Lets emails that were queued for later go now. */
export async function releaseEmails(tx: Tx, keys: string[], now: Date): Promise<void> {
  const { emailKey, state, nextAttemptAt } = outgoingMails;
  const waits = and(inArray(emailKey, keys), eq(state, "queued"), gt(nextAttemptAt, now));
  await tx.update(outgoingMails).set({ nextAttemptAt: now }).where(waits);
}

/**
 * Withdraws emails of which nothing has been sent yet.
 * @returns how many; those that were sent, or are being sent, stay
 */
export async function withdrawUnsent(tx: Tx, keys: string[]): Promise<number> {
  const { emailKey, state, claimedAt, attempts } = outgoingMails;
  const isUnsent = and(inArray(emailKey, keys), eq(state, "queued"), isNull(claimedAt), eq(attempts, 0));
  return (await tx.delete(outgoingMails).where(isUnsent).returning({ id: outgoingMails.id })).length;
}

/**
 * Withdraws the messages of an occasion that was undone, and lets the occasion come again: what was sent keeps its place
 * in the record under another key.
 * @returns how many have arrived, or may have
 */
export async function undoOccasion(tx: Tx, occasion: string, now: Date): Promise<number> {
  const sent = await withdrawMessages(tx, occasion, now);
  const undone = sql<string>`${`undone at ${now.toISOString()}: `} || ${outgoingMails.emailKey}`;
  await tx.update(outgoingMails).set({ emailKey: undone }).where(isOf(occasion));
  return sent.length;
}

/** Removes an email that was queued in this transaction. */
export async function takeBackEmail(tx: Tx, key: string): Promise<void> {
  await tx.delete(outgoingMails).where(eq(outgoingMails.emailKey, key));
}
