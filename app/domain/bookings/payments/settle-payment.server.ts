import type { Tx } from "#db/store.server";
import { attemptsOf, attemptsOfCharge, type Payment, recordAttempt, setStates } from "../../money/attempts.server";
import { type Charge, chargeById, setChargeState } from "../../money/charges.server";
import { leftToPay } from "../../money/credit.server";
import { isAmountOf, type ReportedPayment } from "../../money/payfast-notice.server";
import { type Settlement, settlementOf, type Word } from "../../money/payment-state";
import { leftCents, type MoneyIn, moneyFor, partsIn, totalLeftCents } from "../../money/refunds.server";
import { payOnAccount } from "../../parcels/account-of-parcel.server";
import { invoiceBooking, invoiceCharge } from "../../parcels/issue-invoice.server";
import { issueWaybill, waybillOfQuote } from "../../parcels/issue-waybill.server";
import { isNameless, type Quote } from "../../parcels/quotes/quote";
import { quoteById, setPaidPrice, setStatus } from "../../parcels/quotes/saved-quotes.server";
import type { Cents } from "../../values/money";
import { chargeIsPaid } from "../charges/tell-of-charge.server";
import { type PaidOnAccount, tellPaidOnAccount } from "../statements/tell-of-statement.server";
import { askedFor } from "./asked-amount";
import { type Booked, notifyOfBookings } from "./notify-of-booking.server";
import { type Owed, tellOfReplaced, tellOwed } from "./tell-of-payment.server";

type Site = { mode: Payment["mode"]; appUrl: string };

/** Another payment changed, while this one was being checked, what it had been compared with. Nothing is stored. */
export class OvertakenError extends Error {}

/**
 * Settles a payment, or its shares among several bookings, from a checked notice or from what staff found at PayFast.
 * Attempts, statuses, waybills, invoices and emails are written together or not at all. Repeating it changes nothing.
 * @param word whose word it is: staff may have mistyped a number
 * @throws OvertakenError
 */
export async function settlePayment(
  tx: Tx,
  shares: readonly ReportedPayment[],
  site: Site,
  word: Word,
  now: Date,
): Promise<Settlement[]> {
  const settlements: Settlement[] = [];
  const owed: Owed[] = [];
  const booked: Booked[] = [];
  const onAccount: PaidOnAccount[] = [];
  for (const share of shares) {
    const settled = await settleShare(tx, share, site, word, now);
    settlements.push(settled.settlement);
    owed.push(...settled.owed);
    booked.push(...settled.booked);
    onAccount.push(...(settled.onAccount ?? []));
  }
  await tellPaidOnAccount(tx, onAccount, now);
  await notifyOfBookings(tx, booked, site.appUrl, now);
  await tellOwed(tx, owed, word, now);
  const replaced = settlements.flatMap((each) => (each.kind === "replace" ? [each.number] : []));
  await tellOfReplaced(tx, shares, replaced, now);
  return settlements;
}

/**
 * What came of one share of a payment. `owed` is the money that must be refunded because of it, `booked` the booking if this
 * has paid for it, `onAccount` what it has paid of an account.
 */
type Settled = { settlement: Settlement; owed: Owed[]; booked: Booked[]; onAccount?: PaidOnAccount[] };

/** Settles one booking's payment. */
async function settleShare(tx: Tx, reported: ReportedPayment, { mode }: Site, word: Word, now: Date): Promise<Settled> {
  const quote = await quoteById(tx, reported.quoteId);
  if (!quote) throw new Error(`quote ${reported.quoteId} has gone`);
  if (reported.isTooMuch) return settleTooMuch(tx, quote, reported, mode, word, now);
  if (reported.chargeId) return settleCharge(tx, quote, reported, mode, word, now);
  const attempts = await attemptsOf(tx, quote.id);
  const parts = partsIn(await moneyFor(tx, quote.id));
  const takesNoMoney = quote.cancelledAt !== null || isNameless(quote);
  const settlement = settlementOf({ status: quote.status, attempts, takesNoMoney }, reported, word);
  const asked = askedFor(quote, attempts, reported, word, now, totalLeftCents(parts));
  if (!isAmountOf(reported, { amountCents: asked }))
    throw new OvertakenError("another payment changed what is left to pay");
  const priceCents = quote.grandTotalCents ?? 0;
  const isRest = parts.length > 0 && asked === priceCents - totalLeftCents(parts);
  const paymentId = await recordAttempt(
    tx,
    reported,
    settlement,
    { mode, word, ...(isRest ? { priceCents } : {}) },
    now,
  );
  if (settlement.kind === "unpaid") await setStatus(tx, quote.id, settlement.status, "attempt reported", now);
  if (settlement.kind === "duplicate") return { settlement, owed: [{ quote, ...reported }], booked: [] };
  if (settlement.kind !== "settle") return { settlement, owed: [], booked: [] };

  const ofParts = parts.map(({ payment }) => payment);
  await setStates(tx, ofParts, isRest ? "complete" : "duplicate");
  const paidCents = reported.amountGrossCents + (isRest ? totalLeftCents(parts) : 0);
  await setPaidPrice(tx, quote.id, isRest ? priceCents : asked, mode);
  const booked = await completeBooking(tx, quote, { id: paymentId, mode, paidCents }, now);
  return { settlement, owed: isRest ? [] : parts.map((part) => owedPart(quote, part)), booked: [booked] };
}

/** The same of a charge, which stands in the booking's place: it is paid once, and all other money for it goes back. */
async function settleCharge(
  tx: Tx,
  quote: Quote,
  reported: ReportedPayment,
  mode: Payment["mode"],
  word: Word,
  now: Date,
): Promise<Settled> {
  const charge = await chargeById(tx, reported.chargeId ?? "");
  if (!charge) throw new Error(`charge ${reported.chargeId} has gone`);
  const attempts = await attemptsOfCharge(tx, charge);
  const status = charge.state === "paid" ? "waybill_created" : "pending_payment";
  const isEarly = charge.accountUid !== null && charge.invoicedAt === null;
  // Whoever gets their parcel back pays no more for it.
  const isReturning = charge.accountUid === null && (await waybillOfQuote(tx, quote.id))?.nextVisit === "return";
  const takesNoMoney =
    charge.state !== "open" || isEarly || isReturning || quote.cancelledAt !== null || isNameless(quote);
  const settlement = settlementOf({ status, attempts, takesNoMoney }, reported, word);
  if (!isAmountOf(reported, { amountCents: askedOf(charge, attempts, reported, settlement, word, now) }))
    throw new OvertakenError("another payment changed what is asked for");
  const paymentId = await recordAttempt(tx, reported, settlement, { mode, word }, now);
  if (settlement.kind === "duplicate") return { settlement, owed: [{ quote, ...reported }], booked: [] };
  if (settlement.kind === "settle") {
    const paidCents = reported.amountGrossCents;
    // Its invoice was issued when its parcel was collected, and nobody waits for it.
    if (charge.accountUid !== null) {
      await payOnAccount(tx, charge, now, now);
      return { settlement, owed: [], booked: [], onAccount: [{ quote, charge, paidCents }] };
    }
    await setChargeState(tx, charge, "paid", now);
    const invoice = await invoiceCharge(tx, quote, charge, { id: paymentId, mode, paidCents }, now);
    await chargeIsPaid(tx, quote, { charge, invoice, paidCents }, now);
  }
  return { settlement, owed: [], booked: [] };
}

/**
 * What may be paid for a charge. Of one on account it is what is left of it, as the shares of a statement have it; what
 * comes when it isn't open any more goes back, whatever it is.
 */
function askedOf(
  charge: Charge,
  attempts: readonly Payment[],
  reported: ReportedPayment,
  settlement: Settlement,
  word: Word,
  now: Date,
): Cents {
  if (charge.accountUid === null)
    return askedFor({ grandTotalCents: charge.amountCents }, attempts, reported, word, now);
  return settlement.kind === "settle" ? leftToPay(charge) : reported.amountGrossCents;
}

/** What came with a statement beyond what is owed is a payment of its own, and goes back. */
async function settleTooMuch(
  tx: Tx,
  quote: Quote,
  reported: ReportedPayment,
  mode: Payment["mode"],
  word: Word,
  now: Date,
): Promise<Settled> {
  const attempts = await attemptsOf(tx, quote.id);
  const settlement = settlementOf({ status: quote.status, attempts, takesNoMoney: true }, reported, word);
  await recordAttempt(tx, reported, settlement, { mode, word, priceCents: reported.amountGrossCents }, now);
  return { settlement, owed: settlement.kind === "duplicate" ? [{ quote, ...reported }] : [], booked: [] };
}

/** Issues the waybill and the invoice of a booking whose price is paid. */
async function completeBooking(
  tx: Tx,
  quote: Quote,
  payment: { id: string; mode: Payment["mode"]; paidCents: Cents },
  now: Date,
): Promise<Booked> {
  const { waybillNo } = await issueWaybill(tx, quote.id, now);
  await setStatus(tx, quote.id, "waybill_created", "paid", now);
  const invoice = await invoiceBooking(tx, quote, payment, now);
  return { quote, waybillNo, invoice, paidCents: payment.paidCents };
}

/** A part of the price that isn't needed, because the whole price was paid. */
function owedPart(quote: Quote, part: MoneyIn): Owed {
  return { quote, pfPaymentId: part.payment.pfPaymentId ?? "", amountGrossCents: leftCents(part) };
}
