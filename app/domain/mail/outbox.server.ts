import { and, asc, desc, eq, lte } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Store, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import type { Letter } from "./letter";
import { startRounds } from "./rounds.server";
import type { MailTransport } from "./transport.server";

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;

/** How long to wait after each failed attempt; after the last one the letter is `dead`, and staff see it. */
const RETRY_GAPS_MS = [30 * SECONDS, 2 * MINUTES, 10 * MINUTES, 1 * HOURS, 6 * HOURS, 24 * HOURS];
const LETTERS_AT_A_TIME = 20;

/**
 * Queues a letter inside the transaction that gives the reason for it. A letter of the same key is never queued twice.
 * Without an address there is nobody to write to: its owner had their account deleted.
 */
export async function queueLetter(tx: Tx, letter: Letter, now: Date): Promise<void> {
  if (letter.to === "") return;
  await tx
    .insert(outgoingMails)
    .values({
      id: newId(),
      letterKey: letter.key,
      state: "queued",
      toAddress: letter.to,
      subject: letter.subject,
      textBody: letter.text,
      htmlBody: letter.html,
      isSecret: letter.isSecret ?? false,
      attempts: 0,
      nextAttemptAt: now,
      queuedAt: now,
    })
    .onConflictDoNothing({ target: outgoingMails.letterKey });
}

/**
 * Sends what is due, oldest first. Never throws for a letter that fails: that one is tried again later.
 * @param isStopping asked before each letter, so that a stop waits for one letter and not for twenty
 */
export async function sendDueLetters(
  store: Store,
  transport: MailTransport,
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const due = await store.read
    .select()
    .from(outgoingMails)
    .where(and(eq(outgoingMails.state, "queued"), lte(outgoingMails.nextAttemptAt, now)))
    .orderBy(asc(outgoingMails.queuedAt))
    .limit(LETTERS_AT_A_TIME);
  for (const mail of due) {
    if (isStopping()) break;
    const error = await transport
      .send({
        id: mail.id,
        to: mail.toAddress,
        subject: mail.subject,
        text: mail.textBody,
        html: mail.htmlBody,
        at: mail.queuedAt,
      })
      .then(
        () => null,
        (reason: unknown) => String(reason),
      );
    const attempts = mail.attempts + 1;
    const gapMs = RETRY_GAPS_MS[mail.attempts];
    await store.tx((tx) =>
      tx
        .update(outgoingMails)
        .set(
          error === null
            ? { state: "sent", attempts, sentAt: now, lastError: null, ...blanked(mail) }
            : gapMs === undefined
              ? { state: "dead", attempts, lastError: error, ...blanked(mail) }
              : { attempts, lastError: error, nextAttemptAt: new Date(now.getTime() + gapMs) },
        )
        .where(and(eq(outgoingMails.id, mail.id), eq(outgoingMails.state, "queued"))),
    );
  }
  return due.length;
}

const NOT_KEPT = "(This letter held a one-time link. Its text is not kept.)";

/** A one-time link must not be read out of a copy of the database, so its letter is emptied when nobody sends it any more. */
function blanked(mail: { isSecret: boolean }): { textBody?: string; htmlBody?: string } {
  return mail.isSecret ? { textBody: NOT_KEPT, htmlBody: NOT_KEPT } : {};
}

/** What we wrote to an address, newest first. Of a letter with a one-time link that waits to be sent, not the text. */
export async function lettersTo(store: Reader, address: string) {
  const letters = await store
    .select({
      subject: outgoingMails.subject,
      text: outgoingMails.textBody,
      state: outgoingMails.state,
      isSecret: outgoingMails.isSecret,
      queuedAt: outgoingMails.queuedAt,
      sentAt: outgoingMails.sentAt,
    })
    .from(outgoingMails)
    .where(eq(outgoingMails.toAddress, address))
    .orderBy(desc(outgoingMails.queuedAt));
  return letters.map(({ isSecret, ...letter }) => (isSecret ? { ...letter, text: NOT_KEPT } : letter));
}

/** Sends queued letters for as long as the process lives. */
export function startOutbox(store: Store, transport: MailTransport, onError: (error: unknown) => void) {
  return startRounds(async (isStopping) => {
    const sendSome = () => sendDueLetters(store, transport, new Date(), isStopping);
    while (!isStopping() && (await sendSome()) === LETTERS_AT_A_TIME);
  }, onError);
}
