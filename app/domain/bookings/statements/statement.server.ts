import { and, asc, eq, gte, inArray, isNotNull, lt, or } from "drizzle-orm";
import { charges } from "#db/schema/charges";
import { invoices } from "#db/schema/invoices";
import { payments, refunds } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import { type CompanyRegistration, readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import { isLocal } from "../../form/addresses";
import type { Payment } from "../../money/attempts.server";
import { type OwedForMonth, owedForMonth } from "../../money/credit.server";
import { owedBack, type Refund, totalLeftCents } from "../../money/refunds.server";
import { UNTOLD } from "../../parcels/issue-invoice.server";
import { type Quote, shopsOrder } from "../../parcels/quotes/quote";
import { placeOnRoute } from "../../prices/place-on-route.server";
import { vatRateOn } from "../../prices/vat-rate.server";
import { momentsOfMonth } from "../../values/calendar-month";
import type { Cents } from "../../values/money";
import { saDay } from "../../values/sa-time";
import { isOfSame, linesOf, type MoneyOfBooking, type StatementLine, totalsOf } from "./statement-lines";

/** Whose bookings: an account's, and those that somebody booked without it. */
export type Whose = { uids: readonly string[]; quoteIds: readonly string[] };

/** A line with the booking that it is about. `place`: the receiver's. */
export type BookedLine = StatementLine & {
  quoteNo: string;
  waybillNo: string | null;
  order: string | null;
  place: string;
};

/**
 * A customer's month: every invoice and credit note that was issued in it, and what came or went besides, the oldest
 * first, with what is paid by now. Each month has its own, so that together they are all of the customer's books.
 */
export type Statement = {
  month: string;
  lines: BookedLine[];
  totals: ReturnType<typeof totalsOf>;
  /** What is to be paid of what is on account, of each account that owes something. */
  toPay: OwedForMonth[];
  /** What we still pay back of these bookings. */
  owedCents: Cents;
  /** Whether VAT is named: a company that charges none doesn't. */
  hasVat: boolean;
  registration: CompanyRegistration;
  madeAt: Date;
};

/** How many bookings are read at once. */
const BOOKINGS_AT_A_TIME = 200;

/** @param month as `2026-11`, of the South African clock; only papers and money of `mode` are in it */
export async function statementOf(
  store: Reader,
  whose: Whose,
  month: string,
  mode: Payment["mode"],
  now: Date,
): Promise<Statement> {
  const { from, until } = momentsOfMonth(month);
  const moved = await bookingsThatMoved(store, whose, mode, { from, until });
  const registration = (await readSiteFacts(store))?.registration ?? UNTOLD;
  const isNoVendor = registration.vatNumber === "none";
  const lines: BookedLine[] = [];
  let owedCents = 0;
  for (let at = 0; at < moved.length; at += BOOKINGS_AT_A_TIME) {
    for (const booking of await readBookings(store, moved.slice(at, at + BOOKINGS_AT_A_TIME), mode)) {
      const { quote, money, waybillNo } = booking;
      const rates = isNoVendor ? new Map() : await ratesOf(store, money);
      const all = linesOf(money, ({ id }) => rates.get(id) ?? 0);
      const about = { quoteNo: quote.quoteNo, waybillNo, order: shopsOrder(quote), place: placeOf(quote) };
      lines.push(...all.filter((line) => from <= line.at && line.at < until).map((line) => ({ ...line, ...about })));
      owedCents += owedFor(quote, money, now);
    }
  }
  lines.sort(inOrder);
  const hasVat = !isNoVendor || lines.some(({ vatBasisPoints }) => vatBasisPoints > 0);
  const toPay = await owedBy(store, whose.uids, month);
  return { month, lines, totals: totalsOf(lines), toPay, owedCents, hasVat, registration, madeAt: now };
}

/** What each of some accounts owes of a month, without those that owe nothing. */
export async function owedBy(store: Reader, uids: readonly string[], month: string): Promise<OwedForMonth[]> {
  const all: OwedForMonth[] = [];
  for (const uid of uids) {
    const owed = await owedForMonth(store, { uid, month });
    if (owed) all.push(owed);
  }
  return all;
}

/** What a bank takes back of several bookings at once has one moment and no paper. */
function inOrder(one: BookedLine, other: BookedLine): number {
  const byPaper = one.at.getTime() - other.at.getTime() || numberOf(one) - numberOf(other);
  return byPaper || (one.quoteNo < other.quoteNo ? -1 : Number(one.quoteNo > other.quoteNo));
}

const numberOf = ({ told }: StatementLine) => (told.is === "paper" ? told.paper.number : 0);

type Period = { from: Date; until: Date };

/** The ids of the bookings of which a paper was issued in a period, or money moved. */
async function bookingsThatMoved(
  store: Reader,
  { uids, quoteIds }: Whose,
  mode: Payment["mode"],
  { from, until }: Period,
): Promise<string[]> {
  const found = new Set<string>();
  const groups = [eachUid(uids), ...inGroups(quoteIds)];
  for (const isTheirs of groups) {
    const billed = await store
      .selectDistinct({ id: quotes.id })
      .from(quotes)
      .innerJoin(invoices, eq(invoices.quoteId, quotes.id))
      .where(and(isTheirs, eq(invoices.mode, mode), gte(invoices.issuedAt, from), lt(invoices.issuedAt, until)));
    const paid = await store
      .selectDistinct({ id: quotes.id })
      .from(quotes)
      .innerJoin(payments, eq(payments.quoteId, quotes.id))
      .leftJoin(refunds, eq(refunds.paymentId, payments.id))
      .where(
        and(
          ...[isTheirs, eq(payments.mode, mode), isNotNull(payments.paidCents)],
          or(
            and(gte(payments.settledAt, from), lt(payments.settledAt, until)),
            and(gte(refunds.notedAt, from), lt(refunds.notedAt, until)),
          ),
        ),
      );
    for (const { id } of [...billed, ...paid]) found.add(id);
  }
  return [...found];
}

const eachUid = (uids: readonly string[]) => inArray(quotes.uid, [...uids]);

function inGroups(ids: readonly string[]) {
  const starts = Array.from({ length: Math.ceil(ids.length / BOOKINGS_AT_A_TIME) }, (_, at) => at * BOOKINGS_AT_A_TIME);
  return starts.map((at) => inArray(quotes.id, ids.slice(at, at + BOOKINGS_AT_A_TIME)));
}

type OneBooking = { quote: Quote; waybillNo: string | null; money: MoneyOfBooking };

async function readBookings(store: Reader, ids: string[], mode: Payment["mode"]): Promise<OneBooking[]> {
  const booked = await store
    .select({ quote: quotes, waybillNo: waybills.waybillNo })
    .from(quotes)
    .leftJoin(waybills, eq(waybills.quoteId, quotes.id))
    .where(inArray(quotes.id, ids));
  const papers = await store
    .select()
    .from(invoices)
    .where(and(inArray(invoices.quoteId, ids), eq(invoices.mode, mode)))
    .orderBy(asc(invoices.issuedAt), asc(invoices.number));
  const came = await store
    .select()
    .from(payments)
    .where(and(inArray(payments.quoteId, ids), eq(payments.mode, mode), isNotNull(payments.paidCents)))
    .orderBy(asc(payments.settledAt), asc(payments.id));
  const owed = await store
    .select({ id: charges.id, quoteId: charges.quoteId })
    .from(charges)
    .where(and(inArray(charges.quoteId, ids), isNotNull(charges.accountUid)));
  const went = await store
    .select({ refund: refunds, quoteId: payments.quoteId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(inArray(payments.quoteId, ids), eq(payments.mode, mode)))
    .orderBy(asc(refunds.notedAt), asc(refunds.reference));
  return booked.map(({ quote, waybillNo }) => ({
    quote,
    waybillNo,
    money: {
      papers: papers
        .filter(({ quoteId }) => quoteId === quote.id)
        .map((paper) => ({ ...paper, isOnAccount: owed.some(({ id }) => id === paper.chargeId) })),
      payments: came.filter(({ quoteId }) => quoteId === quote.id),
      onAccount: owed.filter(({ quoteId }) => quoteId === quote.id).map(({ id }) => id),
      refunds: went.filter(({ quoteId }) => quoteId === quote.id).map(({ refund }) => refund),
    },
  }));
}

/** The VAT rates of the days of payments without an invoice. */
async function ratesOf(store: Reader, { papers, payments }: MoneyOfBooking): Promise<Map<string, number>> {
  const rates = new Map<string, number>();
  for (const payment of payments) {
    const { id, settledAt } = payment;
    if (settledAt && !papers.some((paper) => isOfSame(paper, payment)))
      rates.set(id, await vatRateOn(store, saDay(settledAt)));
  }
  return rates;
}

function owedFor(quote: Quote, { payments, refunds }: MoneyOfBooking, now: Date): Cents {
  const back = (paymentId: string, wanted: Refund["kind"]) =>
    refunds
      .filter((refund) => refund.paymentId === paymentId && refund.kind === wanted)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const money = payments.map((payment) => ({
    payment,
    paidCents: payment.paidCents ?? 0,
    refundedCents: back(payment.id, "refund"),
    chargedBackCents: back(payment.id, "chargeback"),
  }));
  return totalLeftCents(owedBack(money, quote, now));
}

function placeOf(quote: Quote): string {
  const place = placeOnRoute(quote, "to");
  return isLocal({ toCountry: quote.toCountry }) ? place : [place, quote.toCountry].filter(Boolean).join(", ");
}
