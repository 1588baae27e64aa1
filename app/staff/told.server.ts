import { applicationByReference } from "#app/domain/drivers/applications/answer-application.server";
import { drawnAt, notDrawn } from "#app/domain/form/address-lines";
import { HOME_COUNTRY } from "#app/domain/form/addresses";
import type { Party } from "#app/domain/form/fields";
import { findInvoice } from "#app/domain/money/invoices.server";
import { caseByNumber } from "#app/domain/parcels/cases.server";
import { readPin } from "#app/domain/parcels/delivery-pin.server";
import { findWaybill, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById, quoteByNumber } from "#app/domain/parcels/quotes/saved-quotes.server";
import { type QueuedHere, type QueuedMessage, queuedMessages } from "#app/domain/post/queued-here.server";
import type { StoredEmail } from "#app/domain/post/resend-email.server";
import { DOTS, withoutSecrets } from "#app/domain/post/without-secrets";
import { numberIn } from "#app/domain/values/reference-number";
import type { Reader } from "#db/store.server";
import { MOST_NAMED, type ToldMessage, together, type WouldTell } from "./told";

/**
 * What a change would tell, read in its transaction before that is rolled back.
 * @param subjects numbers of ours, of what is changed
 * @param queued what was queued in it
 */
export async function toldBy(
  tx: Reader,
  subjects: readonly string[],
  queued: readonly QueuedHere[],
): Promise<WouldTell> {
  const messages = await queuedMessages(tx, queued);
  const named = [...new Set(subjects)];
  const whose: WouldTell["whose"] = [];
  for (const subject of named.slice(0, MOST_NAMED)) whose.push(...(await whoseIs(tx, subject)));
  const shown: ToldMessage[] = [];
  for (const message of messages) shown.push(await shownTo(tx, message));
  // A price or an area is nobody's, and so are the others that were changed with it.
  const andMore = whose.length > 0 ? Math.max(0, named.length - MOST_NAMED) : 0;
  return together([{ whose, andMore, messages: shown }]);
}

/** Numbers that were drawn for a dry run alone would be others when it is done: dots take their place. */
export async function withoutDrawn(store: Reader, told: WouldTell): Promise<WouldTell> {
  const messages: ToldMessage[] = [];
  for (const message of told.messages) {
    const [subject, words] = [await dotted(store, message.subject), await dotted(store, message.words)];
    messages.push({ ...message, subject, words });
  }
  const whose: WouldTell["whose"] = [];
  for (const { number, people } of told.whose)
    whose.push({ number: number && (await dotted(store, number)) === number ? number : null, people });
  return { ...told, whose, messages };
}

const NUMBERS = /\b(?:TH(?:[ \u00A0]?\d){10}|Q\d{8}|C[ \u00A0]?\d{4}[ \u00A0]?\d{4}|(?:INV|CN)-(?:TEST-)?\d+)\b/g;

async function dotted(store: Reader, words: string): Promise<string> {
  let shown = words;
  for (const written of new Set(words.match(NUMBERS)))
    if (!(await isKnown(store, written))) shown = shown.replaceAll(written, `${written.match(/^[A-Z]+/)?.[0]} ${DOTS}`);
  return shown;
}

async function isKnown(store: Reader, written: string): Promise<boolean> {
  if (written.includes("-")) return (await findInvoice(store, written)) !== null;
  const caseNo = numberIn(written, "case");
  if (caseNo) return (await caseByNumber(store, caseNo)) !== null;
  return (await quoteNumbered(store, written)) !== null;
}

async function quoteNumbered(store: Reader, written: string): Promise<Quote | null> {
  const waybillNo = numberIn(written, "waybill");
  const waybill = waybillNo && (await findWaybill(store, waybillNo));
  if (waybillNo) return waybill ? quoteById(store, waybill.quoteId) : null;
  const quoteNo = numberIn(written, "quote");
  return quoteNo ? quoteByNumber(store, quoteNo) : null;
}

/** Name and place of the people of a parcel, a quote, a case or an application; nothing of what is none of these. */
async function whoseIs(store: Reader, subject: string): Promise<WouldTell["whose"]> {
  const applicationNo = /^D/.test(subject) ? numberIn(subject, "application") : null;
  const application = applicationNo && (await applicationByReference(store, applicationNo));
  if (application) {
    const { from_name, from_surname, residence } = application;
    return [{ number: subject, people: `${from_name} ${from_surname}, ${residence}` }];
  }
  const caseNo = /^C/.test(subject) ? numberIn(subject, "case") : null;
  const about = (caseNo && (await caseByNumber(store, caseNo))?.waybillNo) || subject;
  const quote = await quoteNumbered(store, about);
  if (!quote?.email) return [];
  const { addresses } = quote.formSnapshot;
  return [{ number: subject, people: `from ${partyIn(addresses, "from")} to ${partyIn(addresses, "to")}` }];
}

/** "Naledi Nkosi, 12 Vilakazi Street, Orlando West, Soweto 1804": the country only where it is another one. */
function partyIn(addresses: Quote["formSnapshot"]["addresses"], party: Party): string {
  const asLine = (lines: string[]) => lines.filter((line) => line !== HOME_COUNTRY).join(", ");
  const { name, place } = drawnAt("office", addresses, party, {
    name: asLine,
    place: asLine,
    contact: notDrawn,
    landmark: notDrawn,
  });
  return [name, place].filter(Boolean).join(", ");
}

async function shownTo(tx: Reader, message: QueuedMessage): Promise<ToldMessage> {
  const { emailKey, channel, toAddress, subject, person, notSent } = message;
  const quote = message.quoteId ? await quoteById(tx, message.quoteId) : null;
  const name = quote?.formSnapshot.addresses[person === "receiver" ? "toName" : "fromName"];
  const way = channel === "sms" ? "Text" : "Email";
  return {
    to: `${way} to ${[name, toAddress].filter(Boolean).join(", ")}`,
    subject,
    words: await officeReads(tx, message),
    notSent,
    kind: [emailKey.split(":")[0], channel, person, notSent].join(" "),
    alike: 0,
  };
}

/** A message's words as the office may read them: without its PIN, and without what opens its links. */
export async function officeReads(
  store: Reader,
  { textBody, holdsPin, quoteId }: Pick<StoredEmail, "textBody" | "holdsPin" | "quoteId">,
): Promise<string> {
  if (!holdsPin) return withoutSecrets(textBody, null);
  const waybill = quoteId ? await waybillOfQuote(store, quoteId) : null;
  const pin = waybill ? (await readPin(store, waybill.waybillNo))?.pin : undefined;
  // Where the PIN isn't known, or was another one then, there is no telling which of its digits it is.
  const words = pin ? withoutSecrets(textBody, pin) : textBody;
  return words.includes(DOTS) && pin ? words : withoutSecrets(textBody.replace(/\d/g, "•"), null);
}
