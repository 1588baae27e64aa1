import { and, eq, gte, ne } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { normalisePhone } from "../values/phone.server";
import { asGsm7, partsOf } from "./gsm7";

/** Texts a day to one number: about one booking, and about everything. */
export const MOST_TEXTS_A_DAY = { aBooking: 4, aNumber: 30 };

/** One text message to one person, ready to be queued. */
export type TextMessage = {
  /** Names the occasion: there is never a second text of the same key. */
  key: string;
  /** A phone number, however it was typed. */
  to: string;
  /** What staff read it is about, as an email's subject. */
  about: string;
  words: string;
  /** Holds a one-time link, which nobody may read out of the database afterwards. */
  isSecret?: boolean;
  /** The booking that it is about, and which of its people it tells. */
  quoteId?: string;
  person?: "sender" | "receiver" | "account";
};

/** Why a text is not even tried; staff read it beside the message. */
export type NotTexted = "not a South African cell phone" | "too many texts to this number today";

/**
 * Queues a text message inside the transaction that gives the reason for it; never twice under one key. One that can't be
 * sent is kept as skipped, with the reason, and stops nothing.
 * @param notBefore the earliest moment at which it leaves
 * @returns null when it is queued, or was before
 */
export async function queueText(tx: Tx, text: TextMessage, now: Date, notBefore = now): Promise<NotTexted | null> {
  if (text.to === "") return null;
  const [known] = await tx
    .select({ id: outgoingMails.id })
    .from(outgoingMails)
    .where(eq(outgoingMails.emailKey, text.key));
  if (known) return null;
  const cell = cellPhone(text.to);
  const refusal = cell ? await tooMany(tx, cell, text.quoteId, now) : "not a South African cell phone";
  const words = asGsm7(text.words);
  await tx.insert(outgoingMails).values({
    id: newId(),
    emailKey: text.key,
    channel: "sms",
    state: refusal ? "skipped" : "queued",
    toAddress: cell ?? text.to,
    subject: text.about,
    textBody: words,
    htmlBody: "",
    isSecret: text.isSecret ?? false,
    quoteId: text.quoteId ?? null,
    person: text.person ?? null,
    parts: partsOf(words),
    attempts: 0,
    nextAttemptAt: notBefore,
    lastError: refusal,
    queuedAt: now,
  });
  return refusal;
}

/** A number that takes text messages, as `+27821234567`, from however it was typed; null if it is another. */
export function cellPhone(typed: string): string | null {
  const phone = normalisePhone(typed);
  return phone && /^\+27(?:[67]|8[1-5])/.test(phone) ? phone : null;
}

async function tooMany(tx: Reader, to: string, quoteId: string | undefined, now: Date): Promise<NotTexted | null> {
  const aDayAgo = new Date(now.getTime() - DAYS);
  const today = await tx
    .select({ quoteId: outgoingMails.quoteId })
    .from(outgoingMails)
    .where(
      and(
        eq(outgoingMails.toAddress, to),
        eq(outgoingMails.channel, "sms"),
        ne(outgoingMails.state, "skipped"),
        gte(outgoingMails.queuedAt, aDayAgo),
      ),
    );
  const ofBooking = quoteId ? today.filter((each) => each.quoteId === quoteId).length : 0;
  const isTooMany = today.length >= MOST_TEXTS_A_DAY.aNumber || ofBooking >= MOST_TEXTS_A_DAY.aBooking;
  return isTooMany ? "too many texts to this number today" : null;
}
