import { and, eq, gte, isNull, lt } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import type { Email } from "./email";

/**
 * Queues an email inside the transaction that gives the reason for it. An email of the same key is never queued twice.
 * Without an address there is nobody to write to: its owner had their account deleted.
 * @param notBefore the earliest moment at which it leaves
 */
export async function queueEmail(tx: Tx, email: Email, now: Date, notBefore = now): Promise<void> {
  if (email.to === "") return;
  await tx
    .insert(outgoingMails)
    .values({
      id: newId(),
      emailKey: email.key,
      state: "queued",
      toAddress: email.to,
      subject: email.subject,
      textBody: email.text,
      htmlBody: email.html,
      isSecret: email.isSecret ?? false,
      templateParams: email.templateParams ?? null,
      attempts: 0,
      nextAttemptAt: notBefore,
      queuedAt: now,
    })
    .onConflictDoNothing({ target: outgoingMails.emailKey });
}

/** Takes back the letters of an occasion that still wait, because what they say is no longer so. One in hand goes out. */
export async function withdrawEmails(tx: Tx, occasion: string): Promise<void> {
  const { state, claimedAt } = outgoingMails;
  await tx.delete(outgoingMails).where(and(isOf(occasion), eq(state, "queued"), isNull(claimedAt)));
}

/** How many letters of an occasion were queued since a moment. */
export async function queuedSince(store: Reader, occasion: string, since: Date): Promise<number> {
  return store.$count(outgoingMails, and(isOf(occasion), gte(outgoingMails.queuedAt, since)));
}

/** Takes back an email that was queued in this transaction. */
export async function takeBackEmail(tx: Tx, key: string): Promise<void> {
  await tx.delete(outgoingMails).where(eq(outgoingMails.emailKey, key));
}

/** A semicolon is what comes after a colon. */
function isOf(occasion: string) {
  return and(gte(outgoingMails.emailKey, `${occasion}:`), lt(outgoingMails.emailKey, `${occasion};`));
}
