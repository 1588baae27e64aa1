import type { Payment } from "../../money/attempts.server";
import { type Amounts, type Invoice, takenApart } from "../../money/invoice";
import type { Refund } from "../../money/refunds.server";
import type { Cents } from "../../values/money";

/** The papers of a booking, and the money that came for it and went back. */
export type MoneyOfBooking = {
  papers: readonly Invoice[];
  /** Payments that brought money. */
  payments: readonly Payment[];
  /** What went back: refunds, and chargebacks. */
  refunds: readonly Refund[];
  /** The ids of the charges that an account pays by month. */
  onAccount: readonly string[];
};

/**
 * What a line of a statement tells of: a paper; money from before the site issued invoices, with its VAT; or money that
 * no paper is about, because it came twice, is a part of a price, or was taken back by
 * the customer's bank: then what the invoice asks for is open again.
 */
export type LineAbout =
  | { is: "paper"; paper: Invoice }
  | { is: "payment before invoices" | "refund before invoices" }
  | { is: "part of the price" | "payment to refund" | "refund" | "chargeback" };

/**
 * A line of a statement. What is credited or paid back is negative. `open`: with VAT, less what is paid; of an invoice on
 * account also less what was credited, and with what a bank took back, by now.
 */
export type StatementLine = { at: Date; told: LineAbout; paidCents: Cents; openCents: Cents } & Amounts;

const NOTHING: Amounts = { netCents: 0, vatCents: 0, grossCents: 0, vatBasisPoints: 0 };

/**
 * The lines of one booking. Each of its papers is one line, and each cent that came or went is in exactly one, so that
 * their sums are those of the books, whatever became of it.
 * @param vatOn the VAT rate of a payment from before the site issued invoices, in basis points
 */
export function linesOf({ papers, payments, refunds, onAccount }: MoneyOfBooking, vatOn: (payment: Payment) => number) {
  const invoices = papers.filter(({ kind }) => kind === "invoice");
  const invoicedBy = new Map(payments.map((payment) => [payment.id, invoiceOf(payment, invoices, payments)]));
  const paperOf = (refund: Refund) =>
    refund.kind === "chargeback"
      ? undefined
      : (creditNoteOf(refund, papers) ?? reducedBy(refund, invoicedBy.get(refund.paymentId)));
  const returnedBy = new Map(refunds.map((refund) => [refund, paperOf(refund)]));
  const isBefore = (payment: Payment) =>
    payment.state === "complete" && !invoices.some((each) => isOfSame(each, payment));
  const ofPapers = papers.map((paper) => {
    const sign = paper.kind === "invoice" ? 1 : -1;
    const came = payments.filter(({ id }) => invoicedBy.get(id) === paper).map(({ paidCents }) => paidCents ?? 0);
    const went = refunds.filter((refund) => returnedBy.get(refund) === paper).map(({ amountCents }) => -amountCents);
    return lineOf(paper.issuedAt, { is: "paper", paper }, signed(paper, sign), sum([...came, ...went]));
  });
  const isOnAccount = ({ chargeId }: Invoice) => chargeId !== null && onAccount.includes(chargeId);
  // What is open of an invoice on account stands with it, where it is paid, in whatever month it was credited.
  for (const line of ofPapers) {
    const { told } = line;
    if (!isOnAccount(told.paper)) continue;
    const credits = told.paper.creditedInvoiceNo;
    const isMoneyless = credits !== null && !refunds.some((refund) => returnedBy.get(refund) === told.paper);
    const invoice = isMoneyless ? ofPapers.find(({ told: { paper } }) => paper.invoiceNo === credits) : undefined;
    if (invoice) moveOpen(line, invoice);
  }
  const ofPayments = payments
    .filter(({ id }) => !invoicedBy.get(id))
    .map((payment) => {
      const cents = payment.paidCents ?? 0;
      const at = payment.settledAt ?? payment.startedAt;
      if (isBefore(payment))
        return lineOf(at, { is: "payment before invoices" }, takenApart(cents, vatOn(payment), []), cents);
      return lineOf(at, { is: payment.state === "part" ? "part of the price" : "payment to refund" }, NOTHING, cents);
    });
  const chargedBack = (refund: Refund) => {
    const line = lineOf(refund.notedAt, { is: "chargeback" }, NOTHING, -refund.amountCents);
    const paper = invoicedBy.get(refund.paymentId);
    const invoice = ofPapers.find(({ told }) => told.paper === paper && isOnAccount(told.paper));
    if (invoice) moveOpen(line, invoice);
    return line;
  };
  const ofRefunds = refunds
    .filter((refund) => !returnedBy.get(refund))
    .map((refund) => {
      const { kind, notedAt, paymentId, amountCents } = refund;
      if (kind === "chargeback") return chargedBack(refund);
      const payment = payments.find(({ id }) => id === paymentId);
      if (!payment || !isBefore(payment)) return lineOf(notedAt, { is: "refund" }, NOTHING, -amountCents);
      const amounts = signed(takenApart(amountCents, vatOn(payment), []), -1);
      return lineOf(notedAt, { is: "refund before invoices" }, amounts, -amountCents);
    });
  return [...ofPapers, ...ofPayments, ...ofRefunds];
}

function moveOpen(from: StatementLine, to: StatementLine): void {
  to.openCents += from.openCents;
  from.openCents = 0;
}

/** The sums of some lines. */
export function totalsOf(lines: readonly StatementLine[]) {
  const total = (of: (line: StatementLine) => Cents) => sum(lines.map(of));
  return {
    netCents: total(({ netCents }) => netCents),
    vatCents: total(({ vatCents }) => vatCents),
    grossCents: total(({ grossCents }) => grossCents),
    paidCents: total(({ paidCents }) => paidCents),
    openCents: total(({ openCents }) => openCents),
  };
}

/**
 * The invoice that a payment is for: its own; of a part that became the price, the first one since of which the payment
 * stands.
 */
function invoiceOf(payment: Payment, all: readonly Invoice[], payments: readonly Payment[]) {
  const { id, state, settledAt } = payment;
  // What paid it before its bank took it back for a while, and something else has paid it since.
  if (state === "duplicate") return undefined;
  const invoices = all.filter((each) => isOfSame(each, payment));
  const own = invoices.find(({ paymentId }) => paymentId === id);
  if (own || state !== "complete") return own;
  const stands = ({ paymentId }: Invoice) => payments.some((each) => each.id === paymentId);
  const standing = invoices.filter(stands);
  return standing.find(({ issuedAt }) => issuedAt >= (settledAt ?? issuedAt)) ?? standing.at(-1) ?? invoices.at(-1);
}

/** Whether an invoice is of what a payment is for: the price, or the same charge. */
export function isOfSame(invoice: Pick<Invoice, "chargeId">, payment: Pick<Payment, "chargeId">): boolean {
  return invoice.chargeId === payment.chargeId;
}

/** The credit note that a refund has now: one that was noted by mistake and again has another. */
function creditNoteOf({ reference, paymentId }: Refund, papers: readonly Invoice[]): Invoice | undefined {
  return papers
    .filter((paper) => paper.kind === "credit_note" && paper.grossCents > 0)
    .filter((paper) => paper.refundReference === reference && paper.paymentId === paymentId)
    .toSorted((one, other) => other.number - one.number)[0];
}

/** The invoice of a payment of which something was paid back before: it is for less. */
function reducedBy({ notedAt }: Refund, invoice: Invoice | undefined): Invoice | undefined {
  return invoice && notedAt <= invoice.issuedAt ? invoice : undefined;
}

function lineOf<Told extends LineAbout>(
  at: Date,
  told: Told,
  amounts: Amounts,
  paidCents: Cents,
): StatementLine & { told: Told } {
  const { netCents, vatCents, grossCents, vatBasisPoints } = amounts;
  return {
    ...{ at, told, netCents, vatCents, grossCents, vatBasisPoints },
    paidCents,
    openCents: grossCents - paidCents,
  };
}

// Plus 0, because -0 isn't 0 to whoever compares.
function signed({ netCents, vatCents, grossCents, vatBasisPoints }: Amounts, sign: 1 | -1): Amounts {
  return {
    netCents: sign * netCents + 0,
    vatCents: sign * vatCents + 0,
    grossCents: sign * grossCents + 0,
    vatBasisPoints,
  };
}

const sum = (cents: readonly Cents[]) => cents.reduce((total, each) => total + each, 0);
