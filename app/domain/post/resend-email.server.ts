import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { newId } from "#app/domain/values/ids.server";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import { type DoneOr, refused } from "../values/refused";
import { addressed } from "./channels";
import { partsOf } from "./gsm7";
import { noteQueued } from "./queued-here.server";

export type StoredEmail = typeof outgoingMails.$inferSelect;

/** Emails in these states, the oldest first. */
export async function emailsIn(store: Reader, states: StoredEmail["state"][]): Promise<StoredEmail[]> {
  return store
    .select()
    .from(outgoingMails)
    .where(and(inArray(outgoingMails.state, states), ne(outgoingMails.channel, "webhook")))
    .orderBy(asc(outgoingMails.queuedAt), asc(outgoingMails.id));
}

export type Resending = DoneOr<{ email: StoredEmail; added: boolean }, { why: "There is no such email." | NotAgain }>;

type NotAgain =
  | "Its text isn't kept, because it had a one-time link. The customer can ask for a new one on the site: “Forgot password”, or “Resend email”."
  | "What it says is no longer true: something else has happened since, or its time is over."
  | "The customer's data was deleted, so there is no address to send it to."
  | "Its person has no email or cell phone to which it could go today.";

/** Why an email can't be sent again; null if it can. */
export function whyNotAgain(email: StoredEmail, now: Date): NotAgain | null {
  if (email.isSecret && email.state !== "queued")
    return "Its text isn't kept, because it had a one-time link. The customer can ask for a new one on the site: “Forgot password”, or “Resend email”.";
  if (isNoLongerTrue(email, now))
    return "What it says is no longer true: something else has happened since, or its time is over.";
  return isForgotten(email) ? "The customer's data was deleted, so there is no address to send it to." : null;
}

/** Whether something has happened since, or its time is over. */
export function isNoLongerTrue({ withdrawnAt, trueUntil }: StoredEmail, now: Date): boolean {
  return withdrawnAt !== null || (trueUntil !== null && trueUntil <= now);
}

/**
 * Queues an email again. One that never arrived starts again from its first attempt. One that was sent is queued as a new
 * email, because mail programs hide a second one with the same message id.
 * @param addressOf where it goes today; null if nowhere: the address that it went to may be a stranger's
 */
export async function resendEmail(
  tx: Tx,
  id: string,
  addressOf: (email: StoredEmail) => Promise<string | null>,
  now: Date,
): Promise<Resending> {
  const [stored] = await tx.select().from(outgoingMails).where(eq(outgoingMails.id, id));
  if (!stored || stored.channel === "webhook") return refused("There is no such email.");
  const why = whyNotAgain(stored, now);
  if (why) return refused(why);
  const toAddress = await addressOf(stored);
  if (toAddress === null) return refused("Its person has no email or cell phone to which it could go today.");
  const email = { ...stored, toAddress };
  if (email.state !== "sent") {
    await tx
      .update(outgoingMails)
      // The waiting time of an email that was given up starts again now.
      .set({
        ...addressed(stored.channel, toAddress),
        state: "queued",
        attempts: 0,
        nextAttemptAt: now,
        scheduledAt: now,
        waitsForChannel: false,
        ...(email.state === "queued" ? {} : { queuedAt: now }),
      })
      .where(eq(outgoingMails.id, id));
    noteQueued(tx, id);
    return { ok: true, email, added: true };
  }
  const again = `${email.emailKey}:again`;
  const waiting = await tx
    .select({ emailKey: outgoingMails.emailKey })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.state, "queued"), eq(outgoingMails.toAddress, toAddress)));
  const underway = waiting.some(({ emailKey }) => emailKey.startsWith(again));
  if (underway) return { ok: true, email, added: false };
  const againId = newId();
  noteQueued(tx, againId);
  await tx.insert(outgoingMails).values({
    ...email,
    ...addressed(stored.channel, toAddress),
    ...(stored.channel === "sms" && { parts: partsOf(stored.textBody) }),
    id: againId,
    emailKey: `${again}:${now.toISOString()}`,
    state: "queued",
    attempts: 0,
    nextAttemptAt: now,
    scheduledAt: now,
    lastError: null,
    queuedAt: now,
    sentAt: null,
  });
  return { ok: true, email, added: true };
}

/** An erased address is replaced by a sentence. */
function isForgotten({ channel, toAddress }: StoredEmail): boolean {
  return channel === "email" ? !toAddress.includes("@") : !/^\+?\d/.test(toAddress);
}
