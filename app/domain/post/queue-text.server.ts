import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { Cause } from "#app/domain/limits/cause";
import { DAYS } from "#app/durations";
import { type DigestRow, outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import { limits } from "../limits/limits";
import { since } from "../values/between-moments.server";
import { newId } from "../values/ids.server";
import { cellPhone } from "../values/phone.server";
import { receiverOf } from "./channels";
import { asGsm7, partsOf } from "./gsm7";
import { noteQueued, noteUnsent } from "./queued-here.server";
import { leavesAt, rowOf } from "./together.server";

/** One text message to one person, ready to be queued. */
export type TextMessage = {
  /** Identifies the occasion: no second text is queued with the same key. */
  key: string;
  /** A phone number, in any format. */
  to: string;
  /** What it is about, for staff; like an email's subject. */
  about: string;
  words: string;
  /** Staff read no words with a one-time link or a PIN. */
  holds: "nothing secret" | "the PIN" | { linkUntil: Date };
  /** Says what is true until then, such as "today". Later it isn't sent. */
  trueUntil?: Date;
  /** What a text about several parcels says of this one, if its kind may leave in one (`message-kinds.ts`). */
  digestRow?: DigestRow;
  /** The booking that it is about, and which of its people it is for. */
  quoteId?: string;
  person?: "sender" | "receiver" | "account";
};

const NO_TEXTS = "not a South African cell phone";

/** Why a text isn't sent, for staff. */
export type NotTexted = typeof NO_TEXTS | "too many texts to this number today";

/**
 * Queues a text message in the transaction that gives the reason for it; never twice with the same key. One for which a
 * number had too many today is stored as skipped, with the reason. To a number that takes no texts nothing is stored: it
 * could never be sent. Neither is an error.
 * @param _cause why it may leave us
 * @param notBefore the earliest moment to send it
 * @returns null when it is queued, or was before
 */
export async function queueText(
  tx: Tx,
  _cause: Cause<"a text">,
  text: TextMessage,
  now: Date,
  notBefore = now,
): Promise<NotTexted | null> {
  if (text.to === "") return null;
  const [known] = await tx
    .select({ id: outgoingMails.id })
    .from(outgoingMails)
    .where(eq(outgoingMails.emailKey, text.key));
  if (known) return null;
  const words = asGsm7(text.words);
  const holdsPin = text.holds === "the PIN";
  const about = { quoteId: text.quoteId ?? null, person: text.person ?? null };
  const cell = cellPhone(text.to);
  if (!cell) {
    const written = { emailKey: text.key, channel: "sms", subject: text.about, textBody: words, holdsPin } as const;
    noteUnsent(tx, { ...written, ...about, toAddress: text.to, notSent: NO_TEXTS });
    return NO_TEXTS;
  }
  const leaves = await leavesAt(tx, "sms", { ...text, to: cell }, { notBefore, now });
  const row = rowOf(text);
  const refusal = await tooMany(tx, cell, text.quoteId, row && leaves, now);
  const id = newId();
  noteQueued(tx, id);
  await tx.insert(outgoingMails).values({
    id,
    emailKey: text.key,
    channel: "sms",
    state: refusal ? "skipped" : "queued",
    toAddress: cell,
    receiver: receiverOf("sms", cell),
    subject: text.about,
    textBody: words,
    htmlBody: "",
    // The text is erased once it was sent.
    isSecret: typeof text.holds === "object",
    trueUntil: typeof text.holds === "object" ? text.holds.linkUntil : (text.trueUntil ?? null),
    holdsPin,
    ...about,
    digestRow: row,
    parts: partsOf(words),
    attempts: 0,
    nextAttemptAt: leaves,
    scheduledAt: now,
    lastError: refusal,
    queuedAt: now,
  });
  return refusal;
}

/** @param leaves when it leaves, if it may do so with others: those that do are one text */
async function tooMany(
  tx: Reader,
  to: string,
  quoteId: string | undefined,
  leaves: Date | null,
  now: Date,
): Promise<NotTexted | null> {
  const { toAddress, channel, state, queuedAt, nextAttemptAt, digestRow, digestId, id } = outgoingMails;
  const aDayAgo = new Date(now.getTime() - DAYS);
  const today = await tx
    .select({ id, quoteId: outgoingMails.quoteId, state, nextAttemptAt, digestId, mayJoin: isNotNull(digestRow) })
    .from(outgoingMails)
    .where(and(eq(toAddress, to), eq(channel, "sms"), ne(state, "skipped"), since(queuedAt, aDayAgo, now)));
  const inOne = (at: Date) => `together at ${at.toISOString()}`;
  const texts = new Set(
    today.map(
      (each) => each.digestId ?? (each.mayJoin && each.state === "queued" ? inOne(each.nextAttemptAt) : each.id),
    ),
  );
  const isInOne = leaves !== null && texts.has(inOne(leaves));
  const ofBooking = quoteId ? today.filter((each) => each.quoteId === quoteId).length : 0;
  const isTooMany =
    (!isInOne && texts.size >= limits.textsToNumber.points) || ofBooking >= limits.textsAboutBooking.points;
  return isTooMany ? "too many texts to this number today" : null;
}
