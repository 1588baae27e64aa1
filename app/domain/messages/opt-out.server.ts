import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { messageStops } from "#db/schema/messages";
import type { Reader, Tx } from "#db/store.server";
import { maskedEmail } from "../accounts/account";
import type { Quote } from "../quotes/quote";
import { cellPhone } from "../texts/queue-text.server";
import { normalisePhone } from "../values/phone.server";
import { accountAddress, textedPhone } from "./addresses.server";
import type { Person, Way } from "./who-is-notified";

/** Records that an email or a phone wants no messages. Returns whether that is new; repeating it changes nothing. */
export async function stopMessages(tx: Tx, way: Way, address: string, now: Date): Promise<boolean> {
  const added = await tx
    .insert(messageStops)
    .values({ fingerprint: fingerprint(way, address), channel: way, stoppedAt: now })
    .onConflictDoNothing({ target: messageStops.fingerprint })
    .returning();
  return added.length > 0;
}

/** Allows messages again. Returns whether they were stopped. */
export async function allowMessages(tx: Tx, way: Way, address: string): Promise<boolean> {
  const gone = await tx.delete(messageStops).where(isThat(way, address)).returning();
  return gone.length > 0;
}

/** When messages to an address were stopped; null if they weren't. */
export async function stoppedSince(store: Reader, way: Way, address: string): Promise<Date | null> {
  const [stop] = await store.select().from(messageStops).where(isThat(way, address));
  return stop?.stoppedAt ?? null;
}

/** An email or phone. `shown` is a part that its owner recognises and that tells nobody else much. */
export type Reached = { way: Way; address: string; shown: string; stoppedAt: Date | null };

/** The addresses of a person of a booking. Empty once the booking is anonymised. */
export async function addressesOf(store: Reader, quote: Quote, person: Person): Promise<Reached[]> {
  const email = await emailOf(store, quote, person);
  const phone = person === "receiver" ? cellPhone(textedPhone(quote)) : null;
  const reached: Omit<Reached, "stoppedAt">[] = [];
  if (email) reached.push({ way: "email", address: email, shown: maskedEmail(email) });
  if (phone) reached.push({ way: "sms", address: phone, shown: `••• ••• ${phone.slice(-4)}` });
  return Promise.all(
    reached.map(async (each) => ({ ...each, stoppedAt: await stoppedSince(store, each.way, each.address) })),
  );
}

async function emailOf(store: Reader, quote: Quote, person: Person): Promise<string | null> {
  if (person === "account") return accountAddress(store, quote);
  return person === "sender" ? quote.email : quote.formSnapshot.addresses.toEmail;
}

function isThat(way: Way, address: string) {
  return and(eq(messageStops.fingerprint, fingerprint(way, address)), eq(messageStops.channel, way));
}

/** Only a hash is stored: an address that wants no messages shouldn't be in a list of ours. */
function fingerprint(way: Way, address: string): string {
  const one = way === "sms" ? (normalisePhone(address) ?? address) : address.trim().toLowerCase();
  return createHash("sha256").update(`${way}:${one}`).digest("base64url");
}
