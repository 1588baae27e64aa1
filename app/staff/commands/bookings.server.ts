import { askedPrice } from "#app/domain/bookings/asked-price.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { noteRefund, noteRefundTogether } from "#app/domain/bookings/payments/note-refund.server";
import { takeOffAccount } from "#app/domain/bookings/payments/take-off-account.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import type { Payment } from "#app/domain/money/attempts.server";
import { moneyFor, owedBack, totalLeftCents } from "#app/domain/money/refunds.server";
import { inOfficesWords, type PaymentWay, refundInOfficesWords } from "#app/domain/money/ways";
import { findWaybill } from "#app/domain/parcels/issue-waybill.server";
import { quotesOfOrder } from "#app/domain/parcels/quotes/payment-order.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById, quoteByNumber } from "#app/domain/parcels/quotes/saved-quotes.server";
import { CANCELLABLE_AFTER_DAYS } from "#app/domain/parcels/quotes/terms-version";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { openPlaces } from "#app/domain/prices/places.server";
import { amountFromCents, type Cents, formatRand } from "#app/domain/values/money";
import { numberIn } from "#app/domain/values/reference-number";
import type { DoneOr } from "#app/domain/values/refused";
import { saDate } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, number, numbers, say, tick, url, type Words } from "#app/language/say";
import { paths } from "#app/paths";
import type { Reader, Tx } from "#db/store.server";
import type { Answer } from "../answer";
import { command } from "../command";
import { act, type Desk, did, emailNote, notDone, type Outcome, whoActs } from "../desk.server";
import { bankReferenceFrom, numberFrom } from "./counter.server";

/** Higher amounts need a confirmation, in case of a misplaced comma. */
const SAID_TWICE_ABOVE_CENTS = 10_000_00;

export const priceQuote = command({
  name: "price quote",
  page: "check first",
  right: "clerk",
  also: "price by hand, manual price, give a price",
  possible: ({ waitsForPrice, isPaid }) => waitsForPrice && !isPaid,
  summary: "give a quote the price that you worked out",
  more: say`The price includes VAT. The customer gets an email with a link, and can pay at once. The price is held
    for 30 days. You can replace it with another price until the customer has paid.`,
  needs: "a request for a price",
  examples: ["price quote Q48210934 R 350,00", "price quote Q48210934 1234.50 --dry-run"],
  shows: { of: "quote", facts: whatIsAsked },
  arguments: { quote: { kind: "quote" }, amount: { kind: "amount" } },
  options: { yes: { kind: "flag", label: `confirm a price above ${formatRand(SAID_TWICE_ABOVE_CENTS)}` } },
  async asks({ quote: quoteNo, amount: cents }) {
    if (cents <= SAID_TWICE_ABOVE_CENTS) return [];
    return [say`${number(quoteNo)}: ${formatRand(cents)} is a lot for a parcel. If it is right, ${tick("yes")}.`];
  },
  async run({ quote: quoteNo, amount: cents }, desk) {
    return act(desk, async (tx) => {
      const quote = await quoteByNumber(tx, quoteNo);
      if (!quote) return notDone(say`There is no quote ${number(quoteNo)}.`);
      const priced = await priceManually(tx, quote.id, cents, desk.site, desk.now);
      if (!priced.ok) return notDone(say`${number(quoteNo)}: ${priced.why}`);
      const price = formatRand(cents);
      const instead = priced.beforeCents === null ? "" : `, before: ${formatRand(priced.beforeCents)}`;
      const output = [
        say`${number(quoteNo)} costs ${price}, VAT included, held until ${saDate(priced.quote.expiresAt)}${instead}.`,
        say`The customer can pay at ${url(desk.site.appUrl + paths.payfastStart(quote.id))}`,
      ];
      if (!priced.added) return did(null, ...output, "It already has this price. No second email is sent.");
      return did(
        { action: "priced quote", subject: quoteNo, details: `${price}${instead}` },
        ...output,
        emailNoteTo(quote),
      );
    });
  },
});

async function whatIsAsked(typed: string, { store, now }: Desk) {
  const quoteNo = numberIn(typed, "quote");
  const quote = quoteNo && (await quoteByNumber(store.read, quoteNo));
  if (!quote) return null;
  const sources = {
    read: store.read,
    pricing: embeddedPricing(store, () => now),
    places: openPlaces(store, () => now),
  };
  return askedPrice(sources, quote);
}

export const cancel = command({
  name: "cancel booking",
  page: "check first",
  right: "clerk",
  also: "call off, stop a booking, not needed any more",
  possible: ({ isCancelled, isCollected, isLongUndelivered }) => !isCancelled && (!isCollected || isLongUndelivered),
  summary: "cancel a booking before its parcel is collected, or after 30 days without delivery",
  more: say`You can also cancel unpaid bookings and requests for a price. The customer gets an email with your
    reason, word for word. A parcel that we have can be cancelled as our terms say: once ${CANCELLABLE_AFTER_DAYS} days have
    passed since it was paid, and it hasn't arrived. It then ends as cancelled, and sender and receiver are told. This does not
    refund the money. Do that the way it came, then use ${commandNamed("note refund")}.`,
  examples: ['cancel booking TH4821093753 --because "The road to the pick-up is flooded."'],
  arguments: { number: { kind: "number" } },
  options: {
    because: {
      kind: "why",
      label: "as the customer reads it",
      above: "Reason",
      required: say`Give a reason with ${field("because")}. The customer reads it in the email.`,
    },
  },
  async run({ number: no, because }, desk) {
    return actOnBooking(desk, no, async (tx, quote) => {
      const cancelled = await cancelBooking(tx, quote.id, because, desk.now);
      if (!cancelled.ok) return notDone(say`${number(no)}: ${cancelled.why}`);
      const owed = await refundsToNote(tx, quote.id, quote.quoteNo);
      if (!cancelled.added) return did(null, say`${number(quote.quoteNo)} is already cancelled.`, ...owed);
      return did(
        { action: "cancelled booking", subject: quote.quoteNo, details: because },
        say`${number(quote.quoteNo)} is cancelled.`,
        ...owed,
        emailNoteTo(quote),
      );
    });
  },
});

/**
 * The refunds that a cancelled booking needs: one for each payment, as PayFast makes them and `note refund` records
 * them.
 */
async function refundsToNote(store: Reader, quoteId: string, quoteNo: string): Promise<Words[]> {
  const owed = owedBack(await moneyFor(store, quoteId), "all of it", new Date());
  if (owed.length === 0) return ["There is nothing to refund."];
  return owed.map((each) => {
    const cents = totalLeftCents([each]);
    const { pfPaymentId, way } = each.payment;
    const known = { quote: quoteNo, amount: amountFromCents(cents) };
    const todo = {
      payfast: commandNamed("note refund", { ...known, reference: "" }),
      cash: commandNamed("note refund", known, { cash: "yes" }),
      bank: commandNamed("note refund", known, { bank: "" }),
    };
    return say`${formatRand(cents)} is to be paid back, ${inOfficesWords(pfPaymentId)}. ${doIt[way]}, then: ${todo[way]}`;
  });
}

const doIt: Record<PaymentWay, string> = {
  payfast: "Do it on PayFast's site",
  cash: "Pay it back in cash",
  bank: "Send it back by bank",
};

export const refund = command({
  name: "note refund",
  page: "check first",
  right: "cashier",
  also: "money back, paid back, goodwill, refund by hand, pay back by hand, cash back, bank",
  possible: ({ isPaid, isOwed }) => isPaid || isOwed,
  summary: "record a refund that you made on PayFast's site, in cash or by bank",
  more: say`It does not move any money. Money goes back as it came: ${field("cash")} for what came in cash,
    ${field("bank")} for a transfer, and ${field("reference")} for what came through PayFast. The customer gets an email, and the payment leaves the list of refunds. For
    several bookings that you refunded together, type all their numbers, or the number of their order (list-…), and
    the whole amount. Of what was paid together, such as a statement that was paid twice, the whole amount and any one
    of its bookings do. Noting the same reference again changes nothing. ${field("account")} is for a booking whose customer
    pays by month and hasn't paid it: it takes the amount off the account, with a credit note.`,
  needs: "a cancelled booking",
  examples: [
    "list refunds",
    "note refund Q48210934 R 80,62 --reference 2211334",
    "note refund Q48210934 Q95180875 R 161,24 --reference 5001",
    "note refund Q48210934 80,62 --cash",
    'note refund Q48210934 80,62 --bank "ABSA 4712"',
    "note refund Q48210934 80,62 --account",
  ],
  arguments: { quote: { kind: "quotes" }, amount: { kind: "amount" } },
  options: {
    reference: { kind: "theirs", label: "PayFast's number of the refund", read: refundNumber },
    cash: { kind: "flag", label: "you paid it back in cash", above: "Or in cash" },
    bank: {
      kind: "theirs",
      shown: "reference",
      example: "ABSA 4712",
      label: "you sent it back by bank: the reference on the bank's statement",
      above: "Or the bank's reference",
      read: bankReferenceFrom,
    },
    account: {
      kind: "flag",
      label: "it isn't paid yet: take it off the customer's account",
      above: "Or off the account",
    },
    goodwill: { kind: "flag", label: "a refund even if the booking stays and was paid only once" },
    again: {
      kind: "flag",
      label: "as much was paid back in cash, or taken off the account, before, and this is another time",
      above: "Another time",
    },
  },
  async run({ quote: named, amount: amountCents, reference: atPayfast, cash, bank, account, goodwill, again }, desk) {
    if (account) return takeOff(desk, named, amountCents, { isPaidBack: Boolean(atPayfast || cash || bank), again });
    const reference = numberFrom({ payfast: atPayfast, cash, bank });
    if (reference === null)
      throw new UsageError(
        say`How did you pay it back? Give PayFast's number of the refund with ${field("reference")}, such as 2211334; or ${field("cash")}; or ${field("bank")}; or ${field("account")}.`,
      );
    const by = whoActs(desk);
    return act(desk, async (tx) => {
      const quotes = await quotesNamed(tx, named);
      if (!quotes.ok) return notDone(quotes.why);
      const [quote, ...others] = quotes.found;
      if (!quote) return notDone("There is no such order.");
      const otherMode = await whyOtherMode(tx, quotes.found, desk.site.mode);
      if (otherMode) return notDone(otherMode);
      if (others.length > 0 || "orderId" in named)
        return refundTogether(tx, desk, quotes.found, { reference, amountCents, by });
      const { quoteNo } = quote;
      const noted = await noteRefund(tx, quote.id, { reference, amountCents, goodwill, again, by }, desk.now);
      if (!noted.ok) return notDone(say`${number(quoteNo)}: ${noted.why}`);
      const paid = `${formatRand(amountCents)}, ${refundInOfficesWords(reference)}`;
      if (!noted.added) return did(null, say`${number(quoteNo)}: this refund is already noted.`);
      const left = noted.owedCents > 0 ? [say`${formatRand(noted.owedCents)} is still to be paid back.`] : [];
      return did(
        noted.quotes.map((each) => ({ action: "noted refund", subject: each.quoteNo, details: paid })),
        say`${numbers([...new Set(noted.quotes.map((each) => each.quoteNo))])}: refunded ${paid}.`,
        ...left,
        emailNoteTo(quote),
      );
    });
  },
});

/** Takes an amount off an account, which moves no money. */
function takeOff(
  desk: Desk,
  named: Parameters<typeof quotesNamed>[1],
  amountCents: Cents,
  { isPaidBack, again }: { isPaidBack: boolean; again: boolean },
): Promise<Answer> {
  if (isPaidBack)
    throw new UsageError(
      say`${field("account")} moves no money. Leave out how you paid it back, or leave out ${field("account")}.`,
    );
  return act(desk, async (tx) => {
    const quotes = await quotesNamed(tx, named);
    if (!quotes.ok) return notDone(quotes.why);
    const [quote, ...others] = quotes.found;
    if (!quote) return notDone("There is no such order.");
    if (others.length > 0 || "orderId" in named) return notDone("Take it off the account for each booking by itself.");
    const { quoteNo } = quote;
    const taken = await takeOffAccount(tx, quote, amountCents, desk.now, again);
    if (!taken.ok) return notDone(say`${number(quoteNo)}: ${taken.why}`);
    const details = `${formatRand(amountCents)}, taken off the account`;
    return did(
      { action: "noted refund", subject: quoteNo, details },
      say`${number(quoteNo)}: ${details}. No money moves.`,
      ...(taken.leftCents > 0 ? [say`${formatRand(taken.leftCents)} of it is still owed.`] : []),
      emailNoteTo(quote),
    );
  });
}

/** One refund for several bookings. */
async function refundTogether(
  tx: Tx,
  desk: Desk,
  quotes: Quote[],
  refund: { reference: string; amountCents: Cents; by: string },
): Promise<Outcome> {
  const names = numbers(quotes.map(({ quoteNo }) => quoteNo));
  const noted = await noteRefundTogether(tx, quotes, refund, desk.now);
  if (!noted.ok) return notDone(say`${names}: ${noted.why}`);
  const paid = `${formatRand(refund.amountCents)}, ${refundInOfficesWords(refund.reference)}`;
  if (!noted.added) return did(null, say`${names}: this refund is already noted.`);
  const details = `${paid}, for ${quotes.length} bookings together`;
  return did(
    quotes.map(({ quoteNo }) => ({ action: "noted refund", subject: quoteNo, details })),
    say`${names}: refunded ${paid}, together.`,
    emailNote,
  );
}

/** Of those that PayFast's API made, ours has the total behind a hyphen. */
function refundNumber(typed: string): string {
  if (/^\d{1,20}(?:-\d{1,12})?$/.test(typed)) return typed;
  throw new UsageError(
    say`"${typed}" isn't a number of PayFast's: they are digits, such as 2211334. If you paid it back another way, use ${field("cash")} or ${field("bank")}.`,
  );
}

type Named = DoneOr<{ found: Quote[] }, unknown, Words>;

/** The quotes that a call names. */
async function quotesNamed(tx: Tx, named: { numbers: string[] } | { orderId: string }): Promise<Named> {
  if ("orderId" in named) return { ok: true, found: await quotesOfOrder(tx, named.orderId) };
  const found: Quote[] = [];
  for (const no of named.numbers) {
    const quote = await quoteOf(tx, no);
    if (!quote) return { ok: false, why: say`There is no ${number(no)}.` };
    if (!found.some(({ id }) => id === quote.id)) found.push(quote);
  }
  return { ok: true, found };
}

type BookingChange = (tx: Tx, quote: Quote) => Promise<Outcome>;

/** Changes a booking in one transaction. Refused for an unknown number. */
export function actOnBooking(desk: Desk, no: string, change: BookingChange): Promise<Answer> {
  return act(desk, async (tx) => {
    const quote = await quoteOf(tx, no);
    return quote ? change(tx, quote) : notDone(say`There is no ${number(no)}.`);
  });
}

/** Changes a booking's money. Refused for money of another mode than the site's. */
export function actOnMoney(desk: Desk, no: string, change: BookingChange): Promise<Answer> {
  return actOnBooking(desk, no, async (tx, quote) => {
    const otherMode = await whyOtherMode(tx, [quote], desk.site.mode);
    return otherMode ? notDone(otherMode) : change(tx, quote);
  });
}

/** Why a booking's money may not be moved by a site in this mode: it was paid in another, such as in a test. */
export async function whyOtherMode(
  store: Reader,
  quotes: readonly Quote[],
  mode: Payment["mode"],
): Promise<Words | null> {
  for (const { id, quoteNo } of quotes) {
    const other = (await moneyFor(store, id)).find(({ payment }) => payment.mode !== mode)?.payment.mode;
    if (other)
      return say`${number(quoteNo)} was paid in ${other} mode, and this site is in ${mode} mode. Nothing was changed.`;
  }
  return null;
}

/** The quote with this quote or waybill number. */
export async function quoteOf(store: Reader, no: string): Promise<Quote | null> {
  if (no.startsWith("Q")) return quoteByNumber(store, no);
  const waybill = await findWaybill(store, no);
  return waybill && quoteById(store, waybill.quoteId);
}

function emailNoteTo({ email }: Quote): string {
  return email ? emailNote : "No email is sent: the customer's data was deleted.";
}
