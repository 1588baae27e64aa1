import type { Cause } from "#app/domain/limits/cause";
import type { Tx } from "#db/store.server";
import { cellPhoneOf } from "../form/contacts.server";
import type { Quote } from "../parcels/quotes/quote";
import type { Email } from "../post/email";
import { queueEmail } from "../post/outbox.server";
import { queueText, type TextMessage } from "../post/queue-text.server";
import { accountAddress, textedPhone, verifiedEmail } from "./addresses.server";
import { isPhoneStopped, stoppedSince } from "./opt-out.server";
import { mayBeStopped, type NotifiedEvent, type Person, waysTo, whoIsNotified } from "./who-is-notified";

/** A message for each person. The table in `who-is-notified.ts` decides which are sent. */
export type Wordings = {
  /** The account gets the sender's email, addressed to the account. */
  sender?: (person: Person, to: string) => Email;
  receiver?: (person: Person, to: string) => Email;
  /** Only to a number that can receive texts: the sender has an email as well. */
  senderText?: Pick<TextMessage, "key" | "about" | "words" | "holds" | "trueUntil" | "digestRow">;
  receiverText?: Pick<TextMessage, "key" | "about" | "words" | "holds" | "trueUntil" | "digestRow">;
};

/**
 * Queues messages to a booking's people, in the transaction of the event: one for each person and channel in the table,
 * unless they have stopped messages. Somebody who sends a parcel to themselves only gets the sender's email.
 * @param notBefore the earliest moment to send them
 */
export async function notifyPeople(
  tx: Tx,
  cause: Cause,
  quote: Quote,
  event: NotifiedEvent,
  { sender, receiver, senderText, receiverText }: Wordings,
  now: Date,
  notBefore = now,
): Promise<void> {
  const { toEmail } = quote.formSnapshot.addresses;
  const isTold = (person: Person, way: "email" | "sms") =>
    waysTo(event, person, person !== "receiver" || toEmail !== "").includes(way);

  async function byEmail(person: Person, to: string, write: (person: Person, to: string) => Email) {
    if (to === "" || !isTold(person, "email")) return;
    if (mayBeStopped(event, person, "email") && (await stoppedSince(tx, "email", to))) return;
    await queueEmail(tx, cause, { ...write(person, to), quoteId: quote.id, person }, now, notBefore);
  }
  if (sender) await byEmail("sender", quote.email, sender);
  const accountEmail = sender && (await accountAddress(tx, quote));
  if (accountEmail) await byEmail("account", accountEmail, sender);
  const isNotified = sender && isTold("sender", "email") && toEmail.toLowerCase() === quote.email.toLowerCase();
  if (receiver && !isNotified) await byEmail("receiver", toEmail, receiver);

  async function byText(person: Person, to: string | null, text: Wordings["senderText"]) {
    if (!text || !to || !isTold(person, "sms")) return;
    if (mayBeStopped(event, person, "sms") && (await isPhoneStopped(tx, to, quote.id))) return;
    await queueText(tx, cause, { ...text, to, quoteId: quote.id, person }, now, notBefore);
  }
  await byText("sender", cellPhoneOf(quote.formSnapshot.addresses, "from"), senderText);
  await byText("receiver", textedPhone(quote), receiverText);
}

/**
 * Queues the sender's email for the account that booked, as the table has it, and for nobody else: also where the account
 * is the sender.
 */
export async function notifyAccount(
  tx: Tx,
  quote: Quote,
  event: NotifiedEvent,
  { sender }: Pick<Wordings, "sender">,
  now: Date,
): Promise<void> {
  const to = await verifiedEmail(tx, quote);
  if (!sender || !to || !waysTo(event, "account", true).includes("email")) return;
  const person = to.toLowerCase() === quote.email.toLowerCase() ? "sender" : "account";
  if (mayBeStopped(event, person, "email") && (await stoppedSince(tx, "email", to))) return;
  await queueEmail(tx, "its own account", { ...sender(person, to), quoteId: quote.id, person }, now);
}

type Some<About> = readonly [About, ...About[]];

/**
 * Emails the people of several bookings at once: each address gets one email about all that concern it. Whoever pays is
 * told as such, and not as a receiver as well.
 */
export async function notifyTogether<About extends { quote: Quote }>(
  tx: Tx,
  cause: Cause,
  event: NotifiedEvent,
  all: readonly About[],
  write: {
    payer(person: Person, to: string, about: Some<About>): Promise<Email>;
    receiver(to: string, about: Some<About>): Promise<Email>;
  },
  now: Date,
): Promise<void> {
  const letters = new Map<string, { person: Person; to: string; about: [About, ...About[]] }>();
  const add = (person: Person, to: string, each: About) => {
    if (to === "" || !whoIsNotified[event][person].includes("email")) return;
    const known = letters.get(to.toLowerCase());
    if (!known) letters.set(to.toLowerCase(), { person, to, about: [each] });
    else if (!known.about.includes(each) && (person !== "receiver" || known.person === "receiver"))
      known.about.push(each);
  };
  for (const each of all) {
    add("sender", each.quote.email, each);
    add("account", (await accountAddress(tx, each.quote)) ?? "", each);
  }
  for (const each of all) add("receiver", each.quote.formSnapshot.addresses.toEmail, each);
  for (const { person, to, about } of letters.values()) {
    if (mayBeStopped(event, person, "email") && (await stoppedSince(tx, "email", to))) continue;
    const email = person === "receiver" ? await write.receiver(to, about) : await write.payer(person, to, about);
    const quoteId = about.length === 1 ? about[0].quote.id : undefined;
    await queueEmail(tx, cause, { ...email, quoteId, person }, now);
  }
}
