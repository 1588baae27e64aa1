import { isLocal } from "#app/domain/form/addresses";
import type { Charge } from "#app/domain/money/charges.server";
import { leftToPay } from "#app/domain/money/credit.server";
import type { Invoice } from "#app/domain/money/invoice";
import { type PaperLink, paperLink } from "#app/domain/money/paper-link";
import { isPaid, statusInWords } from "#app/domain/money/payment-state";
import { AT_BANK, paymentTold } from "#app/domain/money/payment-told";
import type { ParcelState } from "#app/domain/parcels/parcel-state";
import { type RowApart, rowApart, rowInWords } from "#app/domain/parcels/parcel-state-in-words";
import type { OwnedQuote } from "#app/domain/parcels/quotes/owned-quotes.server";
import { canComeBack } from "#app/domain/parcels/send-back.server";
import { trackingAddress } from "#app/domain/parcels/tracking-address";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { placeOnRoute } from "#app/domain/prices/place-on-route.server";
import { monthInWords, saMonth } from "#app/domain/values/calendar-month";
import { formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import { MINUTES } from "#app/durations";
import { catalogue } from "#app/language/language";
import { pageText } from "#app/language/plain-text";
import { accountPaths, paths } from "#app/paths";

/** A parcel's state, or that of a quote which isn't paid. */
export type RowState = ParcelState["state"] | "unpaid" | "price_ready" | "not_completed";

type Common = { id: string; state: RowState; title: string; words: string; route: string; date: string };

export type QuoteShown = Common & {
  quoteNo: string;
  price: string | null;
  /** Set while it is booked and unpaid. */
  payHref: string | null;
  /** Whether it has been unpaid for so long that its customer may think it is paid. */
  waitsLong: boolean;
  /** Set while its money is at the bank, and until a paid one has its waybill. */
  statusHref: string | null;
};

export type BookingShown = Common & {
  waybillNo: string;
  price: string | null;
  /** Null once it was cancelled: then `statusHref` leads to what happens to the money. */
  waybillHref: string | null;
  statusHref: string | null;
  /** Where more than the price is paid or refused; null if nothing is due. */
  due: { href: string; amount: string } | null;
  /** Where it is paid that is on account; null where nothing is, or before its invoice is issued. */
  statement: { href: string; words: string } | null;
  trackHref: string;
  canComeBack: boolean;
  /** Its invoice and credit notes. */
  papers: PaperLink[];
  /** What may be said of several at once. */
  apart: RowApart;
};

/** What needs its customer, the most urgent first. */
const urgent: RowState[] = ["failed", "late", "unpaid", "price_ready"];
const rank = ({ state }: { state: RowState }) => (urgent.indexOf(state) + urgent.length + 1) % (urgent.length + 1);

/** Rows that are newest first, with what needs their customer before all else. */
export function urgentFirst<Row extends { state: RowState }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => rank(one) - rank(other));
}

/** Whether something went wrong with the parcel. */
export const isInTrouble = ({ state }: { state: RowState }) => state === "failed" || state === "late";

/** Bookings of which one sentence is true; `words` is null for one that has its own. */
export type SaidOnce = { words: string | null; bookings: BookingShown[] };

/** What is true of several bookings is said once, above them. In the order of their first. */
export function saidOnce(bookings: readonly BookingShown[]): SaidOnce[] {
  const alike = new Map<string, BookingShown[]>();
  for (const booking of bookings) {
    const { same } = booking.apart;
    alike.set(same, [...(alike.get(same) ?? []), booking]);
  }
  const { severalLate, several } = catalogue().parcelState.row;
  return [...alike].map(([same, bookings]) => {
    const isLate = bookings[0]?.apart.isLate;
    const words = bookings.length > 1 ? pageText((isLate ? severalLate : several)(bookings.length, same)) : null;
    return { words, bookings };
  });
}

/** Specification section 9: "Payment waiting hint after 60 seconds". */
const LONG_WAIT_MS = 1 * MINUTES;

/**
 * An open quote as the dashboard shows it (specification section 4, "Dashboard classification").
 * @param atBank the quotes for which PayFast works on a payment
 */
export function quoteShown({ quote }: OwnedQuote, atBank: ReadonlySet<string>, now: Date): QuoteShown {
  const told = paymentTold(quote.status, atBank.has(quote.id), NEEDS_WAYBILL);
  const { state, words } = stateOfQuote(quote, atBank, now);
  const isPayable = told !== "at_bank" && (state === "unpaid" || state === "price_ready");
  return {
    ...commonFacts({ quote, waybillNo: null }),
    ...{ state, words },
    quoteNo: quote.quoteNo,
    payHref: isPayable ? paths.payfastStart(quote.id) : null,
    waitsLong: isPayable && state === "unpaid" && now.getTime() - (quote.bookedAt ?? now).getTime() > LONG_WAIT_MS,
    statusHref: told === "paid" || told === "at_bank" ? paths.paymentStatus(quote.id) : null,
  };
}

/** What is on account has its waybill. */
const NEEDS_WAYBILL = undefined;

/**
 * A booking as the dashboard shows it: one whose payment staff took back waits to be paid, and its waybill isn't valid.
 * @param state of its parcel
 * @param atBank the quotes for which PayFast works on a payment
 * @param papers its invoices and credit notes
 * @param owed what its account owes for it that pays by month, has paid, or had taken off; undefined if it is paid by itself
 * @param trackingUrl the external tracking page; our own if unset
 */
export function bookingShown(
  owned: OwnedQuote & { waybillNo: string },
  state: ParcelState,
  trackingUrl: string | undefined,
  atBank: ReadonlySet<string>,
  papers: readonly Invoice[],
  owed: Charge | undefined,
  now: Date,
): BookingShown {
  const { waybillNo, quote } = owned;
  const cancelled = cancelledOn(quote);
  const unpaid = unpaidRow(quote, atBank);
  const isValid = !cancelled && !unpaid;
  const isOnAccount = isValid && owed?.state === "open";
  const isTakenOff = isValid && owed?.state === "withdrawn";
  const facts = commonFacts(owned);
  return {
    ...facts,
    price: isOnAccount
      ? `${formatRand(leftToPay(owed))} on account`
      : isTakenOff
        ? "Taken off your account"
        : facts.price,
    statement: isOnAccount && owed.invoicedAt ? statementOf(owed.invoicedAt) : null,
    ...(cancelled
      ? { state: "cancelled", words: cancelled }
      : (unpaid ?? { state: state.state, words: rowInWords(state, now) })),
    waybillNo: spokenWaybillNumber(waybillNo),
    trackHref: trackingAddress(trackingUrl, waybillNo),
    canComeBack: state.state === "delivered" && canComeBack(quote),
    papers: papers.map(paperLink),
    apart: rowApart(state, now),
    waybillHref: isValid ? paths.waybill(waybillNo) : null,
    statusHref: isValid ? null : paths.paymentStatus(quote.id),
    due:
      isValid && state.due && !state.due.isRefused
        ? { href: paths.charge(state.due.id), amount: formatRand(state.due.amountCents) }
        : null,
  };
}

/** The statement that an invoice is paid with. */
function statementOf(invoicedAt: Date) {
  const month = saMonth(invoicedAt);
  return { href: accountPaths.statement(month), words: `Statement for ${monthInWords(month)}` };
}

function commonFacts({ quote }: OwnedQuote) {
  const { addresses } = quote.formSnapshot;
  const to = placeOnRoute(quote, "to");
  const place = isLocal(addresses) ? to : `${to}, ${quote.toCountry}`;
  return {
    id: quote.id,
    title: `${addresses.toName || "No longer kept"}, ${place}`,
    route: `${placeOnRoute(quote, "from")} ${addresses.fromPostal} → ${place} ${addresses.toPostal}`.trim(),
    price: quote.grandTotalCents === null ? null : formatRand(quote.grandTotalCents),
    date: saDate(quote.createdAt),
  };
}

const NOT_PAID = "Booked, not paid yet";

/** Of a booking that isn't paid, whether its bank may still pay or not; null if it is paid, or can't be. */
function unpaidRow(quote: OwnedQuote["quote"], atBank: ReadonlySet<string>): { state: "unpaid"; words: string } | null {
  const { id, status, bookedAt } = quote;
  const told = paymentTold(status, atBank.has(id), NEEDS_WAYBILL);
  if (told === "at_bank") return { state: "unpaid", words: AT_BANK };
  if (!bookedAt || told === "paid" || told === "closed") return null;
  return { state: "unpaid", words: told === "failed" ? statusInWords(status) : NOT_PAID };
}

function stateOfQuote(
  quote: OwnedQuote["quote"],
  atBank: ReadonlySet<string>,
  now: Date,
): { state: RowState; words: string } {
  const { status, manualRequestedAt, grandTotalCents, expiresAt } = quote;
  const cancelled = cancelledOn(quote);
  if (isPaid(status)) return { state: "booked", words: statusInWords(status) };
  if (cancelled) return { state: "cancelled", words: cancelled };
  if (status === "cancelled") return { state: "not_completed", words: "Not completed" };
  const held = `price held until ${saDate(expiresAt)}`;
  const unpaid = unpaidRow(quote, atBank);
  // Staff worked out its price, which books it.
  if (unpaid?.words === NOT_PAID && manualRequestedAt)
    return { state: "price_ready", words: `Your price is ready, ${held}` };
  if (unpaid) return unpaid;
  if (manualRequestedAt) return { state: "not_completed", words: "We are working out the price" };
  if (grandTotalCents === null) return { state: "not_completed", words: "Instant price not available" };
  return { state: "not_completed", words: expiresAt > now ? `Not booked, ${held}` : "The price has expired" };
}

function cancelledOn({ cancelledAt, cancelledBy }: OwnedQuote["quote"]): string | null {
  if (!cancelledAt) return null;
  return `Cancelled ${cancelledBy === "customer" ? "" : "by us "}on ${saDate(cancelledAt)}`;
}
