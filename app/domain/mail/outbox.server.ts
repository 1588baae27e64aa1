import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Cause } from "#app/domain/limits/cause";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import { since } from "../values/between-moments.server";
import { newId } from "../values/ids.server";
import { addressed, type Channel } from "./channels";
import { giveUpWithdrawn, linksBlanked } from "./claims.server";
import type { Email } from "./email";
import { endedKinds, type Happening } from "./message-kinds";

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
  await tx
    .insert(outgoingMails)
    .values({
      id: newId(),
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
      quoteId: email.quoteId ?? null,
      person: email.person ?? null,
      attempts: 0,
      nextAttemptAt: notBefore,
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
 * Withdraws the messages of an occasion. One that was never tried is deleted. One that was tried, or is being sent, may
 * have arrived; it isn't tried again.
 * @returns the messages that have arrived or may have, which need a correction
 */
export async function withdrawMessages(tx: Tx, occasion: string, now: Date): Promise<SentMessage[]> {
  const { state, channel, person, toAddress, emailKey, claimedAt } = outgoingMails;
  const isQueued = and(isOf(occasion), eq(state, "queued"));
  await withdrawUntried(tx, occasion);
  const recipients = await tx
    .select({ channel, person, toAddress })
    .from(outgoingMails)
    .where(and(isOf(occasion), inArray(state, ["queued", "sent"])))
    .orderBy(asc(emailKey));
  await tx.update(outgoingMails).set({ withdrawnAt: now }).where(isQueued);
  await giveUpWithdrawn(tx, and(isOf(occasion), isNull(claimedAt)), now);
  return recipients;
}

/** Withdraws the messages of an occasion that were never tried. One that was tried may have arrived, and is tried on. */
export async function withdrawUntried(tx: Tx, occasion: string): Promise<void> {
  const { state, claimedAt, attempts } = outgoingMails;
  await tx.delete(outgoingMails).where(and(isOf(occasion), eq(state, "queued"), isNull(claimedAt), eq(attempts, 0)));
}

/**
 * Something happened: what waits to be sent about a booking and isn't true any more because of it, isn't sent.
 * @param cause identifies what happened, if it can be undone: `bringBack` takes it
 */
export async function withdrawOvertaken(
  tx: Tx,
  quoteId: string,
  { by, cause = by }: { by: Happening; cause?: string },
  now: Date,
): Promise<void> {
  await skip(tx, and(eq(outgoingMails.quoteId, quoteId), or(...endedKinds(by).map(isOf))), cause, now);
}

/** The same for what waits to be sent of one occasion. */
export async function withdrawOccasion(tx: Tx, occasion: string, cause: string, now: Date): Promise<void> {
  await skip(tx, or(eq(outgoingMails.emailKey, occasion), isOf(occasion)), cause, now);
}

/** What had happened was undone: what it had overtaken is true again, and is sent. */
export async function bringBack(tx: Tx, quoteId: string, cause: string, now: Date): Promise<void> {
  const { overtakenBy, state } = outgoingMails;
  const wasOvertaken = and(eq(outgoingMails.quoteId, quoteId), eq(overtakenBy, cause));
  const asBefore = { overtakenBy: null, withdrawnAt: null, lastError: null };
  await tx
    .update(outgoingMails)
    .set(asBefore)
    .where(and(wasOvertaken, eq(state, "queued")));
  await tx
    .update(outgoingMails)
    .set({ ...asBefore, state: "queued", nextAttemptAt: now, scheduledAt: now })
    .where(and(wasOvertaken, eq(state, "skipped")));
  // It went all the same, and may be sent again.
  await tx
    .update(outgoingMails)
    .set(asBefore)
    .where(and(wasOvertaken, eq(state, "sent")));
}

/** One that is being sent isn't tried again. */
async function skip(tx: Tx, which: SQL | undefined, cause: string, now: Date): Promise<void> {
  const { state, claimedAt } = outgoingMails;
  const waits = and(which, eq(state, "queued"));
  await tx
    .update(outgoingMails)
    .set({ withdrawnAt: now, overtakenBy: cause })
    .where(and(waits, isNotNull(claimedAt)));
  await tx
    .update(outgoingMails)
    .set({ state: "skipped", overtakenBy: cause, lastError: OVERTAKEN, nextAttemptAt: now, ...linksBlanked })
    .where(and(waits, isNull(claimedAt)));
}

/** Why a message wasn't sent, for staff. */
const OVERTAKEN = "something else happened before it could go";

type Moved = { quoteId: string; person: "sender" | "receiver"; from: string; to: string };

/**
 * Emails about a booking that still wait for one of its people, or may come back, go to another address.
 * @param isMeantFor the keys of those that are meant for the former address
 */
export async function sendWaitingTo(
  tx: Tx,
  { quoteId, person, from, to }: Moved,
  isMeantFor: (emailKey: string) => boolean,
): Promise<void> {
  const { id, emailKey, state, channel, claimedAt, toAddress, overtakenBy } = outgoingMails;
  const isTheirs = and(eq(outgoingMails.quoteId, quoteId), eq(outgoingMails.person, person), eq(toAddress, from));
  const mayGo = or(and(eq(state, "queued"), isNull(claimedAt)), and(eq(state, "skipped"), isNotNull(overtakenBy)));
  const waits = and(isTheirs, eq(channel, "email"), mayGo);
  const waiting = to === "" ? [] : await tx.select({ id, emailKey }).from(outgoingMails).where(waits);
  const moved = waiting.filter((email) => !isMeantFor(email.emailKey)).map((email) => email.id);
  if (moved.length > 0) await tx.update(outgoingMails).set(addressed("email", to)).where(inArray(id, moved));
}

/** Whether an email of an occasion was queued to an address. */
export async function wasQueuedTo(store: Reader, occasion: string, to: string): Promise<boolean> {
  const rows = await store.select({ to: outgoingMails.toAddress }).from(outgoingMails).where(isOf(occasion));
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
 * Withdraws the unsent emails of an occasion that was undone, and lets the occasion come again: what was sent keeps its
 * place in the record under another key.
 * @returns how many were sent, or may have been
 */
export async function undoOccasion(tx: Tx, occasion: string, now: Date): Promise<number> {
  const { emailKey, state, claimedAt, attempts } = outgoingMails;
  const isOfIt = or(eq(emailKey, occasion), isOf(occasion));
  const isUnsent = and(eq(state, "queued"), isNull(claimedAt), eq(attempts, 0));
  await tx.delete(outgoingMails).where(and(isOfIt, isUnsent));
  const undone = sql<string>`${`undone at ${now.toISOString()}: `} || ${emailKey}`;
  const sent = await tx
    .update(outgoingMails)
    .set({ emailKey: undone })
    .where(isOfIt)
    .returning({ id: outgoingMails.id });
  return sent.length;
}

/** Removes an email that was queued in this transaction. */
export async function takeBackEmail(tx: Tx, key: string): Promise<void> {
  await tx.delete(outgoingMails).where(eq(outgoingMails.emailKey, key));
}

/** `;` is the character after `:`, so this range holds every key that begins with the occasion. */
function isOf(occasion: string) {
  return and(gte(outgoingMails.emailKey, `${occasion}:`), lt(outgoingMails.emailKey, `${occasion};`));
}
