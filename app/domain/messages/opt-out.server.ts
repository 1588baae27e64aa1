import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { messageStops } from "#db/schema/messages";
import type { Reader, Tx } from "#db/store.server";
import { maskedEmail } from "../accounts/account";
import type { Quote } from "../quotes/quote";
import { cellPhone } from "../texts/queue-text.server";
import { normalisePhone } from "../values/phone.server";
import { accountAddress, textedPhone } from "./addresses.server";
import type { Person, Way } from "./who-is-told";

/** Notes that an email address or a phone wants no messages. Saying so twice changes nothing. Returns whether it was news. */
export async function stopMessages(tx: Tx, way: Way, address: string, now: Date): Promise<boolean> {
  const added = await tx
    .insert(messageStops)
    .values({ fingerprint: fingerprint(way, address), channel: way, stoppedAt: now })
    .onConflictDoNothing({ target: messageStops.fingerprint })
    .returning();
  return added.length > 0;
}

/** Messages go to that address again. Returns whether they were stopped. */
export async function allowMessages(tx: Tx, way: Way, address: string): Promise<boolean> {
  const gone = await tx.delete(messageStops).where(isThat(way, address)).returning();
  return gone.length > 0;
}

/** Since when that address wants no messages; null if it does. */
export async function stoppedSince(store: Reader, way: Way, address: string): Promise<Date | null> {
  const [stop] = await store.select().from(messageStops).where(isThat(way, address));
  return stop?.stoppedAt ?? null;
}

/** How somebody is reached: `shown` is enough for them to know it, and too little for a stranger. */
export type Reached = { way: Way; address: string; shown: string; stoppedAt: Date | null };

/** Where a person of a booking is written to. Empty once their data was deleted. */
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

/** The address itself isn't kept: who never wants to hear of us again shouldn't be in a list of ours. */
function fingerprint(way: Way, address: string): string {
  const one = way === "sms" ? (normalisePhone(address) ?? address) : address.trim().toLowerCase();
  return createHash("sha256").update(`${way}:${one}`).digest("base64url");
}
