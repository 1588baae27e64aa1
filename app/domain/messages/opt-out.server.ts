import { and, eq } from "drizzle-orm";
import { messageStops } from "#db/schema/messages";
import type { Reader, Tx } from "#db/store.server";
import { maskedEmail } from "../accounts/account";
import type { Quote } from "../parcels/quotes/quote";
import type { StoredEmail } from "../post/resend-email.server";
import { cellPhone, normalisePhone } from "../values/phone.server";
import { sha256 } from "../values/sha256.server";
import { accountAddress, textedPhone } from "./addresses.server";
import { eventOfKind, mayBeStopped, type Person, type Way } from "./who-is-notified";

/**
 * Records that an email or a phone wants no messages. Returns whether that is new; repeating it changes nothing.
 * @param quoteId the booking that it is about; for good if unset
 */
export async function stopMessages(tx: Tx, way: Way, address: string, now: Date, quoteId?: string): Promise<boolean> {
  const added = await tx
    .insert(messageStops)
    .values({ fingerprint: fingerprint(way, address, quoteId), channel: way, stoppedAt: now })
    .onConflictDoNothing({ target: messageStops.fingerprint })
    .returning();
  return added.length > 0;
}

/** Allows messages again. Returns whether they were stopped. */
export async function allowMessages(tx: Tx, way: Way, address: string, quoteId?: string): Promise<boolean> {
  const gone = await tx
    .delete(messageStops)
    .where(isThat(way, address, quoteId))
    .returning();
  return gone.length > 0;
}

/** When messages to an address were stopped; null if they weren't. */
export async function stoppedSince(store: Reader, way: Way, address: string, quoteId?: string): Promise<Date | null> {
  const [stop] = await store
    .select()
    .from(messageStops)
    .where(isThat(way, address, quoteId));
  return stop?.stoppedAt ?? null;
}

/** Whether a phone gets no texts about a booking: it wants none at all, or the link in an email stopped this one's. */
export async function isPhoneStopped(store: Reader, phone: string, quoteId: string): Promise<boolean> {
  const stops = [await stoppedSince(store, "sms", phone), await stoppedSince(store, "sms", phone, quoteId)];
  return stops.some((stop) => stop !== null);
}

/** Whether a stored message's receiver has stopped such messages. */
export async function isUnwanted(
  store: Reader,
  {
    emailKey,
    channel,
    person,
    toAddress,
    quoteId,
  }: Pick<StoredEmail, "emailKey" | "channel" | "person" | "toAddress" | "quoteId">,
): Promise<boolean> {
  const event = eventOfKind(emailKey.split(":")[0] ?? "");
  if (!event || !person || channel === "webhook" || !mayBeStopped(event, person, channel)) return false;
  if (channel === "sms") return isPhoneStopped(store, toAddress, quoteId ?? "");
  return (await stoppedSince(store, "email", toAddress)) !== null;
}

/**
 * An email or phone that the link in an email can stop. `shown` is a part that its owner recognises and that tells
 * nobody else much.
 */
export type Reached = {
  way: Way;
  address: string;
  shown: string;
  stoppedAt: Date | null;
  /**
   * The booking to which the link is limited. Whoever reads the email needn't own the phone: anybody can book with their
   * own email and somebody else's phone. For good, only staff stop a phone.
   */
  quoteId?: string;
  /** Staff have stopped it, or a link of an earlier release. A link can't undo that. */
  isForGood?: true;
};

/** The addresses of a person of a booking. Empty once the booking is anonymised. */
export async function addressesOf(store: Reader, quote: Quote, person: Person): Promise<Reached[]> {
  const email = await emailOf(store, quote, person);
  const phone = person === "receiver" ? cellPhone(textedPhone(quote)) : null;
  const reached: Reached[] = [];
  if (email) {
    const stoppedAt = await stoppedSince(store, "email", email);
    reached.push({ way: "email", address: email, shown: maskedEmail(email), stoppedAt });
  }
  if (phone) {
    const forGood = await stoppedSince(store, "sms", phone);
    const stoppedAt = forGood ?? (await stoppedSince(store, "sms", phone, quote.id));
    const shown = `••• ••• ${phone.slice(-4)}`;
    reached.push({
      way: "sms",
      address: phone,
      shown,
      stoppedAt,
      quoteId: quote.id,
      ...(forGood && { isForGood: true }),
    });
  }
  return reached;
}

async function emailOf(store: Reader, quote: Quote, person: Person): Promise<string | null> {
  if (person === "account") return accountAddress(store, quote);
  return person === "sender" ? quote.email : quote.formSnapshot.addresses.toEmail;
}

function isThat(way: Way, address: string, quoteId?: string) {
  return and(eq(messageStops.fingerprint, fingerprint(way, address, quoteId)), eq(messageStops.channel, way));
}

/** Only a hash is stored: an address that wants no messages shouldn't be in a list of ours. */
function fingerprint(way: Way, address: string, quoteId?: string): string {
  const one = way === "sms" ? (normalisePhone(address) ?? address) : address.trim().toLowerCase();
  return sha256(quoteId ? `${way}:${one}:${quoteId}` : `${way}:${one}`);
}
