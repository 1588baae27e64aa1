import { keysOf } from "#app/domain/accounts/keys.server";
import { BY_SHOPIFY } from "#app/domain/bookings/shopify/shop-orders.server";
import { allAttemptsOf, noticesAbout, type Payment, type StoredNotice } from "#app/domain/money/attempts.server";
import { type Charge, chargesOf } from "#app/domain/money/charges.server";
import { readNotice } from "#app/domain/money/payfast-notice.server";
import { inOfficesWords, wayOf } from "#app/domain/money/ways";
import { casesAbout, whatIsWrong } from "#app/domain/parcels/cases.server";
import { eventInWords } from "#app/domain/parcels/history-in-words";
import { historyOf, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteOccasions } from "#app/domain/people/quote-emails.server";
import { formatRand } from "#app/domain/values/money";
import { plainText } from "#app/language/plain-text";
import type { Reader } from "#db/store.server";
import { actionMoments, emailMoments, type Moment } from "./moments.server";

/** Everything that is stored about what happened to a quote and its parcel, unsorted. */
export async function historyOfQuote(read: Reader, quote: Quote): Promise<Moment[]> {
  const waybillNo = (await waybillOfQuote(read, quote.id))?.waybillNo;
  const attempts = await allAttemptsOf(read, quote.id);
  const ofPrice = attempts.filter(({ chargeId }) => chargeId === null);
  const events = waybillNo ? await historyOf(read, waybillNo) : [];
  return [
    ...ofCustomer(quote, ofPrice, await customerOf(read, quote)),
    ...attempts.flatMap(moneyThatCame),
    ...(await chargesOf(read, quote.id)).flatMap(onAccount),
    ...(await noticesAbout(read, quote)).flatMap(noMoney),
    ...events.map((event) => ({
      at: event.happenedAt,
      who: "tracking",
      what: eventInWords(event, quote.quantity),
    })),
    ...(waybillNo ? await casesOf(read, waybillNo) : []),
    ...(await emailMoments(read, await quoteOccasions(read, quote.id))),
    ...(await actionMoments(read, [quote.quoteNo, ...(waybillNo ? [waybillNo] : [])])),
    ...at(quote.anonymisedAt, "site", "removed names, phones, emails and streets"),
  ];
}

/** The problems that were reported. */
async function casesOf(read: Reader, waybillNo: string): Promise<Moment[]> {
  const cases = await casesAbout(read, waybillNo);
  return cases.map(({ openedAt, caseNo, kind }) => ({
    at: openedAt,
    who: "somebody",
    what: `opened case ${caseNo}: ${plainText(whatIsWrong()[kind])}`,
  }));
}

/** Whoever booked it: the customer, a key of theirs, or their shop. */
async function customerOf(read: Reader, { uid, apiKeyId, reference }: Quote): Promise<string> {
  if (!apiKeyId) return "customer";
  if (apiKeyId === BY_SHOPIFY) return `their shop on Shopify, order ${reference}`;
  const key = (await keysOf(read, uid ?? "")).find(({ id }) => id === apiKeyId);
  return `${key ? `API key “${key.name}”` : "an API key"}, order ${reference}`;
}

function ofCustomer(quote: Quote, payments: Payment[], booker: string): Moment[] {
  const { createdAt, bookedAt, manualRequestedAt, cancelledAt, cancelledBy, anonymisedAt, updatedAt } = quote;
  const why = quote.cancelReason ? `: ${quote.cancelReason}` : "";
  const amounts = payments.map(({ amountCents }) => amountCents);
  const prices = payments.filter(({ amountCents }, index) => amounts.indexOf(amountCents) === index);
  // A manual price is among staff's actions. A second amount of an automatic price was agreed to when the first had
  // expired.
  const [first, ...later] = manualRequestedAt ? [] : prices;
  const isGivenUp = quote.status === "cancelled" && !cancelledAt && !anonymisedAt;
  return [
    ...at(createdAt, booker, `asked for a price (${quote.quoteNo})`),
    ...at(manualRequestedAt, "customer", "asked for a price by hand"),
    ...(first ? at(bookedAt, booker, `booked at ${formatRand(first.amountCents)}`) : []),
    ...later.flatMap(({ startedAt, amountCents }) =>
      at(startedAt, "customer", `agreed to a new price: ${formatRand(amountCents)}`),
    ),
    ...(cancelledBy === "customer" ? at(cancelledAt, "customer", `cancelled the booking${why}`) : []),
    ...(isGivenUp ? at(updatedAt, "customer", "gave it up") : []),
  ];
}

function moneyThatCame({ settledAt, paidCents, pfPaymentId, state }: Payment): Moment[] {
  if (paidCents === null) return [];
  const owed = state === "duplicate" ? ", to be paid back" : "";
  const way = wayOf(pfPaymentId);
  const what = way === "payfast" ? `payment ${pfPaymentId}` : inOfficesWords(pfPaymentId);
  return at(settledAt, way === "payfast" ? "PayFast" : "counter", `${what}: ${formatRand(paidCents)}${owed}`);
}

/** What went on an account that pays by month, and what was taken off it. That it was paid, its payment says. */
function onAccount({ accountUid, askedAt, state, endedAt, amountCents }: Charge): Moment[] {
  if (accountUid === null) return [];
  const cents = formatRand(amountCents);
  return [
    ...at(askedAt, "site", `put ${cents} on its account`),
    ...(state === "withdrawn" ? at(endedAt, "site", `took ${cents} off its account`) : []),
  ];
}

/** Notices that brought no money or were refused. Repeated ones are left out. */
function noMoney({ receivedAt, outcome, reason, body }: StoredNotice): Moment[] {
  const read = readNotice(body);
  const payment = read.ok ? `payment ${read.notice.pfPaymentId}` : "a payment";
  if (outcome === "refused" || outcome === "ask_again")
    return at(receivedAt, "PayFast", `the notice of ${payment} was refused: ${reason}`);
  if (outcome !== "unpaid" && outcome !== "unchanged") return [];
  const what = read.ok
    ? { FAILED: "failed", CANCELLED: "was cancelled", PENDING: "is pending", COMPLETE: "came" }[read.notice.status]
    : "brought nothing";
  return at(receivedAt, "PayFast", `${payment} ${what}`);
}

function at(moment: Date | null, who: string, what: string): Moment[] {
  return moment ? [{ at: moment, who, what }] : [];
}
