import { amount, commandNamed, field, number, say, tick, type Words } from "#app/language/say";
import type { Reader, Tx } from "#db/store.server";
import { accountById } from "../../accounts/accounts.server";
import { writeToCustomer } from "../../messages/customer-emails.server";
import {
  allAttemptsOf,
  attemptsFor,
  isForAnotherQuote,
  noteWho,
  ordersInNotices,
  type PaidFor,
  type Payment,
  paymentsNumbered,
  recordAttempt,
} from "../../money/attempts.server";
import { paymentNumber } from "../../money/bank-references.server";
import { type Charge, chargeById, isOpenOnAccount, onAccountOf, openChargesOf } from "../../money/charges.server";
import { monthOfOrder } from "../../money/credit.server";
import { tooLittleToPay } from "../../money/payfast-fields.server";
import { isAmountOf, type ReportedPayment } from "../../money/payfast-notice.server";
import { broughtMoney, isPaid, type Word } from "../../money/payment-state";
import { moneyFor, partsIn, totalLeftCents } from "../../money/refunds.server";
import { inOfficesWords, wayOf } from "../../money/ways";
import { isUnpaid, quotesPaidBy } from "../../parcels/quotes/payment-order.server";
import type { Quote } from "../../parcels/quotes/quote";
import { quoteById } from "../../parcels/quotes/saved-quotes.server";
import { termsLinkOf } from "../../parcels/quotes/terms-link.server";
import { saMonth } from "../../values/calendar-month";
import { type Cents, formatRand } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { type SharedPayment, sumOf } from "./in-shares";
import { partReceived } from "./refund-emails";
import { settlePayment } from "./settle-payment.server";
import { shareAmong } from "./shares-of-payment.server";
import { type AccountPart, openOnAccount, shareOnAccount } from "./shares-of-statement.server";
import { confirmNoted, tellOwed, waysToPay } from "./tell-of-payment.server";

/**
 * `added` is false when this payment was settled before. `owedBack` counts its bookings that get no waybill. `restCents`
 * is still to be paid after a part of the price. `quoteIds` are those that it pays, if it was added.
 * `isCharge`: it paid what was asked for beside the price.
 */
export type Noting = DoneOr<
  {
    added: boolean;
    bookings: number;
    owedBack: number;
    quoteIds?: readonly string[];
    restCents?: Cents;
    isOnAccount?: boolean;
    isCharge?: boolean;
  },
  unknown,
  Words
>;

/** A payment that staff found at PayFast, on the bank's statement, or took in cash. */
export type PaymentFound = {
  /** PayFast's number, or as `numberOf` makes it. */
  pfPaymentId: string;
  amountCents: Cents;
  /** As PayFast's list has it, if known; negative. */
  feeCents: Cents | null;
  /** What another amount than the price is: a part of it, or money to pay back. */
  as?: "part" | "refund";
  /** The booking is paid already, or as much came in cash before, and the customer has really paid again. */
  again?: boolean;
  /** It stands in PayFast's own list. */
  isListed?: boolean;
  /** It came for another booking before, and is moved here. */
  isMoved?: boolean;
  /** Who noted it. */
  by?: string;
};

type Site = { mode: Payment["mode"]; appUrl: string };

/**
 * Settles a payment that staff found at PayFast but whose notice never arrived or was refused, as its notice would have
 * done. If the notice arrives later, it changes nothing. The same for money in cash or by bank, of which no notice comes.
 * @param orderId a quote, an order of several, or a statement; a quote that is paid with others may stand for all of them,
 * and one on account stands for what is owed for it
 */
export async function notePayment(
  tx: Tx,
  orderId: string,
  typed: PaymentFound,
  site: Site,
  now: Date,
): Promise<Noting> {
  const found = { ...typed, pfPaymentId: await paymentNumber(tx, typed.pfPaymentId) };
  const [quote] = await quotesPaidBy(tx, orderId);
  if (!quote) return refused("There is no such quote.");
  const reported = (quoteId: string): ReportedPayment => ({
    quoteId,
    pfPaymentId: found.pfPaymentId,
    status: "COMPLETE",
    amountGrossCents: found.amountCents,
    amountFeeCents: found.feeCents,
  });
  const charge = await chargeMeant(tx, orderId, quote, found);
  const word = found.isListed ? "payfast" : "staff";
  const account = charge || orderId !== quote.id || found.as ? null : await onAccountFor(tx, quote, found);
  if (account === "not yet")
    return refused("It is on its customer's account, and is paid once the parcel is collected.");
  const alone = account
    ? await shareOnAccount(tx, account, reported(quote.id), { inTurn: word === "staff" })
    : await shareAmong(tx, reported(charge?.id ?? orderId), word, now);
  const onAccount = account ?? monthOfOrder(orderId);
  if (!quote.bookedAt || quote.grandTotalCents === null || !alone) return refused("It was never booked.");
  const together =
    quote.paymentOrderId && !charge && !account
      ? await shareAmong(tx, reported(quote.paymentOrderId), word, now)
      : null;
  const shared = [alone, together].find((each) => each && isAmountOf(reported(orderId), each)) ?? together ?? alone;
  const shares = found.as ? [reported(quote.id)] : shared.shares;

  const otherNo = found.isMoved ? null : await otherBookingOf(tx, found.pfPaymentId, quote, shares);
  if (otherNo) {
    const why = say`This payment was made for another quote: ${number(otherNo)}.`;
    const once = "A bank reference counts once. If it is another transfer, add its day to the reference.";
    return refused(wayOf(found.pfPaymentId) === "bank" ? say`${why} ${once}` : why);
  }
  const settled = await settledBefore(tx, found.as ? { ...shared, shares } : shared);
  if (settled.length > 0) {
    const beforeCents = settled.reduce((sum, { paidCents }) => sum + (paidCents ?? 0), 0);
    if (Math.abs(beforeCents - found.amountCents) > 1)
      return refused(`This payment was settled before, with ${formatRand(beforeCents)}.`);
    const owedBack = settled.filter(({ state }) => state === "duplicate").length;
    return { ok: true, added: false, bookings: shares.length, owedBack };
  }
  const paidBy = found.again || found.isListed ? null : await whatPaidFor(tx, shares);
  if (paidBy)
    return refused(
      say`It is paid already (${inOfficesWords(paidBy)}). If the customer has really paid again, ${tick("again")}.`,
    );
  if (!found.again && (await cameInCash(tx, shares)))
    return refused(say`As much came for it in cash before. If the customer has really paid again, ${tick("again")}.`);
  const noted = found.as
    ? // Money of another amount than a charge is the booking's.
      await noteOtherAmount(tx, quote, reported(quote.id), found.as, site, now)
    : onAccount && !isAmountOf(reported(orderId), shared)
      ? refused(await whyNotWhole(tx, onAccount, quote, found.amountCents))
      : await noteAmountAsked(tx, shared, reported(orderId), word, site, now);
  const ids = shares.map(({ quoteId }) => quoteId);
  if (noted.ok) noted.quoteIds = ids;
  if (noted.ok && account && noted.owedBack === 0) noted.isOnAccount = true;
  if (noted.ok && charge && noted.owedBack === 0) noted.isCharge = true;
  if (noted.ok && found.by) await noteWho(tx, found.pfPaymentId, found.by);
  if (noted.ok && (await ordersInNotices(tx, found.pfPaymentId)).length > 0)
    await confirmNoted(tx, found.pfPaymentId, ids, now);
  return noted;
}

/**
 * The charge of a booking that a payment is for: the order is one, a notice or an earlier note of its number names one, or
 * the booking is paid and one of this amount is open. Null for the price, and for what is on account.
 */
async function chargeMeant(tx: Tx, orderId: string, quote: Quote, found: PaymentFound): Promise<Charge | null> {
  if (found.as) return null;
  const known = (await allAttemptsOf(tx, quote.id)).find(({ pfPaymentId }) => pfPaymentId === found.pfPaymentId);
  const named = [orderId, known?.chargeId ?? "", ...(await ordersInNotices(tx, found.pfPaymentId))];
  for (const id of named) {
    const charge = await chargeById(tx, id);
    if (charge?.quoteId === quote.id && charge.accountUid === null) return charge;
  }
  if (known || found.again || !isPaid(quote.status)) return null;
  const open = (await openChargesOf(tx, [quote.id])).filter(
    ({ amountCents }) => Math.abs(amountCents - found.amountCents) <= 1,
  );
  return open[0] ?? null;
}

/**
 * What a payment for a booking pays of its account: an earlier note of its number is for that, or something is open, or was
 * paid. Null if it is for nothing on account.
 */
async function onAccountFor(tx: Tx, quote: Quote, found: PaymentFound): Promise<AccountPart | "not yet" | null> {
  const all = await onAccountOf(tx, quote.id);
  if (all.length === 0) return null;
  const known = (await allAttemptsOf(tx, quote.id)).filter(({ pfPaymentId }) => pfPaymentId === found.pfPaymentId);
  if (known.length > 0)
    return known.some(({ chargeId }) => all.some(({ id }) => id === chargeId)) ? { quoteId: quote.id } : null;
  const open = all.filter(isOpenOnAccount);
  if (open.length === 0) return all.some(({ state }) => state === "paid") ? { quoteId: quote.id } : null;
  return open.some(({ invoicedAt }) => invoicedAt !== null) ? { quoteId: quote.id } : "not yet";
}

/** Why an amount pays nothing of an account: it pays invoices whole, the oldest first. And what to do with it instead. */
async function whyNotWhole(tx: Tx, of: AccountPart, { quoteNo }: Quote, cents: Cents): Promise<Words> {
  const open = await openOnAccount(tx, of);
  const back = "month" in of ? commandNamed("note payment", { quote: quoteNo }, { "to-refund": "yes" }) : null;
  const payBack = back ? say`pay it back (${back})` : say`${tick("to-refund")} (you pay it back)`;
  const compare = say`Compare the amount again. ${amount(sumOf(open))} of it is open.`;
  const [oldest] = open;
  if (!oldest) return say`${compare} If ${amount(cents)} came, ${payBack}.`;
  let count = 0;
  while (count < open.length && sumOf(open.slice(0, count + 1)) <= cents) count += 1;
  if (count === 0)
    return say`${compare} ${amount(cents)} pays no invoice whole: the oldest is ${amount(oldest.amountCents)}. Keep it and note it with the next payment, or ${payBack}.`;
  const wholeCents = sumOf(open.slice(0, count));
  const invoices = count === 1 ? "the oldest invoice" : say`the ${count} oldest invoices`;
  return say`${compare} ${amount(cents)} pays ${invoices}, ${amount(wholeCents)}: note that now. Keep the rest, ${amount(cents - wholeCents)}, and note it with the next payment.`;
}

/** Settles a payment of the amount that was asked for. */
async function noteAmountAsked(
  tx: Tx,
  { amountCents, shares }: SharedPayment,
  reported: ReportedPayment,
  word: Word,
  site: Site,
  now: Date,
): Promise<Noting> {
  if (!isAmountOf(reported, { amountCents })) {
    const why = say`It costs ${amount(amountCents)}. Compare the amount again. If ${amount(reported.amountGrossCents)} came, ${tick("as-part")} (the customer pays the rest) or ${field("to-refund")} (you pay it back).`;
    return refused(why);
  }
  const settlements = await settlePayment(tx, shares, site, word, now);
  const owedBack = settlements.filter(({ kind }) => kind === "duplicate").length;
  return { ok: true, added: true, bookings: shares.length, owedBack };
}

/**
 * Why a payment of this amount can't be noted for a booking that waits for one; null if it can.
 * @param as what another amount than the price is
 */
export async function whyNotOf(
  tx: Tx,
  quote: Quote,
  { pfPaymentId, amountCents, as }: Pick<PaymentFound, "pfPaymentId" | "amountCents"> & { as: "part" | undefined },
  now: Date,
): Promise<Words | null> {
  const parts = partsIn(await moneyFor(tx, quote.id));
  if (as) return whyNoPart(tx, quote, amountCents, (quote.grandTotalCents ?? 0) - totalLeftCents(parts) - amountCents);
  const reported = { quoteId: quote.id, pfPaymentId, status: "COMPLETE", amountGrossCents: amountCents } as const;
  const shared = await shareAmong(tx, { ...reported, amountFeeCents: null }, "staff", now);
  const asked = { amountCents: shared?.amountCents ?? 0 };
  if (isAmountOf({ ...reported, amountFeeCents: null }, asked)) return null;
  const costs = say`${number(quote.quoteNo)} costs ${amount(asked.amountCents)}, and ${amount(amountCents)} came.`;
  return say`${costs} If it is a part of the price, ${tick("as-part")}.`;
}

/** Records money of another amount than the price: a part of it, or money to pay back. No waybill is issued. */
async function noteOtherAmount(
  tx: Tx,
  quote: Quote,
  reported: ReportedPayment,
  as: "part" | "refund",
  { mode, appUrl }: Site,
  now: Date,
): Promise<Noting> {
  const priceCents = quote.grandTotalCents ?? 0;
  const how = { mode, word: "staff", priceCents } as const;
  const settlement = { kind: "duplicate", refund: true } as const;
  if (as === "refund") {
    await recordAttempt(tx, reported, settlement, how, now);
    await tellOwed(tx, [{ quote, ...reported }], "staff", now);
    return { ok: true, added: true, bookings: 1, owedBack: 1 };
  }
  const paidCents = totalLeftCents(partsIn(await moneyFor(tx, quote.id)));
  const restCents = priceCents - paidCents - reported.amountGrossCents;
  const why = await whyNoPart(tx, quote, reported.amountGrossCents, restCents);
  if (why) return refused(why);
  await recordAttempt(tx, reported, settlement, { ...how, state: "part" }, now);
  const partCents = paidCents + reported.amountGrossCents;
  const pay = await waysToPay(tx, quote, appUrl);
  const paid = { pfPaymentId: reported.pfPaymentId, partCents, restCents, pay, terms: await termsLinkOf(tx, quote) };
  await writeToCustomer(tx, "a payment", quote, "refunded", partReceived(quote, paid), now);
  return { ok: true, added: true, bookings: 1, owedBack: 0, restCents };
}

/** Why money can't be a part of a booking's price; null if it can. */
async function whyNoPart(tx: Tx, quote: Quote, cents: Cents, restCents: Cents): Promise<Words | null> {
  const [owed] = (await onAccountOf(tx, quote.id)).filter(isOpenOnAccount);
  if (owed) return whyNoPartOnAccount(tx, owed, cents);
  if (quote.paymentOrderId)
    return say`It is paid together with others, so it can't be paid in parts: ${tick("to-refund")}.`;
  if (!isUnpaid(quote)) return say`It isn't waiting for a payment: ${tick("to-refund")}.`;
  if (cents <= 1) return "The amount must be more than 1 cent.";
  if (restCents === 0) return say`That is all that is missing. Leave out ${field("as-part")}.`;
  if (restCents < 0) return say`That is ${amount(-restCents)} too much: ${tick("to-refund")}.`;
  const tooLittle = tooLittleToPay(restCents);
  return tooLittle && say`The rest would be ${amount(restCents)}. ${tooLittle} Instead, ${tick("to-refund")}.`;
}

/** An account pays whole invoices: what came for it pays the oldest of a statement. */
async function whyNoPartOnAccount(tx: Tx, owed: Charge, cents: Cents): Promise<Words> {
  const { email = "" } = (await accountById(tx, owed.accountUid ?? "")) ?? {};
  const month = owed.invoicedAt && saMonth(owed.invoicedAt);
  const statement = commandNamed("note statement", { person: email }, month ? { month } : {});
  return say`It is on its customer's account, which pays whole invoices. If ${amount(cents)} came for the account, ${statement} notes which it pays. Otherwise ${tick("to-refund")} (you pay it back).`;
}

/** The other booking that a number of PayFast's stands on, or that a signed notice names it for; null if there is none. */
async function otherBookingOf(
  tx: Tx,
  pfPaymentId: string,
  quote: Quote,
  shares: ReportedPayment[],
): Promise<string | null> {
  if (await isForAnotherQuote(tx, shares)) {
    const ids = shares.map(({ quoteId }) => quoteId);
    const other = (await paymentsNumbered(tx, pfPaymentId)).find(({ quoteId }) => !ids.includes(quoteId));
    // Of its own booking, too: what came for its price isn't a charge's, and the other way round.
    return (await quoteById(tx, other?.quoteId ?? quote.id))?.quoteNo ?? null;
  }
  for (const orderId of await ordersInNotices(tx, pfPaymentId)) {
    const named = await quotesPaidBy(tx, orderId);
    const isOurs = orderId === quote.paymentOrderId || named.some(({ id }) => id === quote.id);
    if (named[0] && !isOurs) return named[0].quoteNo;
  }
  return null;
}

/** Whether as much has come in cash for one of these bookings. Cash has no number by which it is known again. */
async function cameInCash(tx: Tx, shares: ReportedPayment[]): Promise<boolean> {
  for (const share of shares) {
    if (wayOf(share.pfPaymentId) !== "cash") return false;
    const attempts = await attemptsFor(tx, share);
    if (attempts.some(({ way, paidCents }) => way === "cash" && paidCents === share.amountGrossCents)) return true;
  }
  return false;
}

/** The number of a payment that has paid for one of these bookings; null if none has. */
async function whatPaidFor(tx: Tx, shares: readonly PaidFor[]): Promise<string | null> {
  for (const share of shares) {
    // A bank took back what paid it before.
    if (share.chargeId && (await chargeById(tx, share.chargeId))?.state === "open") continue;
    const paid = (await attemptsFor(tx, share)).find(({ state }) => state === "complete");
    if (paid) return paid.pfPaymentId;
  }
  return null;
}

/** The attempts that this payment has already settled. */
async function settledBefore(store: Reader, { shares }: SharedPayment): Promise<Payment[]> {
  const settled: Payment[] = [];
  for (const share of shares) {
    const isThis = (each: Payment) => each.pfPaymentId === share.pfPaymentId && broughtMoney(each.state);
    settled.push(...(await attemptsFor(store, share)).filter(isThis));
  }
  return settled;
}
