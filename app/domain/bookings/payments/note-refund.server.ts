import { amount, field, joined, say, tick, type Words } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { writeToCustomer } from "../../messages/customer-emails.server";
import { paymentsNumbered } from "../../money/attempts.server";
import { refundReference } from "../../money/bank-references.server";
import { issueCreditNote } from "../../money/invoices.server";
import {
  addRefund,
  cameBy,
  leftCents,
  type MoneyIn,
  moneyFor,
  owedBack,
  refundsNumbered,
  refundsOf,
  sourceOf,
  totalLeftCents,
} from "../../money/refunds.server";
import { type PaymentWay, wayOf } from "../../money/ways";
import { waybillOfQuote } from "../../parcels/issue-waybill.server";
import { answerReports, noteAnswers } from "../../parcels/open-reports.server";
import type { Quote } from "../../parcels/quotes/quote";
import { quoteById } from "../../parcels/quotes/saved-quotes.server";
import { termsLinkOf } from "../../parcels/quotes/terms-link.server";
import type { Link } from "../../post/compose";
import { withdrawOvertaken } from "../../post/overtaken.server";
import { type Cents, formatRand } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { linkTo } from "./invoice-of-booking.server";
import { refundPaid } from "./refund-emails";
import { byAddress, customersNumbers, tellNoMore } from "./tell-of-payment.server";

/**
 * `owedCents` must still be refunded; `added` is false when this refund was recorded before. `quotes` are the bookings that
 * it is of, the named one first.
 */
export type Refunding = DoneOr<
  { quote: Quote; quotes: readonly Quote[]; added: boolean; owedCents: Cents },
  unknown,
  Words
>;

const OTHER_REFUND = "A refund with this reference is already noted, with another amount or for another booking.";

/** A refund that staff made, of money that came the same way. `reference` is PayFast's number, or as `numberOf` makes it. */
type Refund = { reference: string; amountCents: Cents; by?: string };

/**
 * Records a refund that staff made, and tells the customer. It doesn't move any money. Recording the same refund again
 * changes nothing. As much as all that is owed of one payment pays that back for every booking that it paid for, such as those
 * of a statement that was paid twice.
 * @param typed `goodwill` allows a refund of a booking that isn't cancelled and was paid once; `again` one of as much in
 * cash as before, which has no number to know it by
 */
export async function noteRefund(
  tx: Tx,
  quoteId: string,
  { goodwill, again, ...typed }: Refund & { goodwill: boolean; again?: boolean },
  now: Date,
): Promise<Refunding> {
  const refund = { ...typed, reference: await refundReference(tx, typed.reference) };
  const { reference, amountCents } = refund;
  const quote = await quoteById(tx, quoteId);
  if (!quote) return refused("There is no such quote.");
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) return refused("The amount must be more than 0.");
  const money = await moneyFor(tx, quote.id);
  if (money.length === 0) return refused("No payment was made for this booking.");
  const owed = (all: MoneyIn[]) => owedBack(all, quote, now);

  const noted = await refundsNumbered(tx, reference);
  if (noted.length > 0) {
    const isThis = sumOf(noted) === amountCents && noted.some((each) => areOf([each], money));
    const again = { ok: true, quote, quotes: [quote], added: false, owedCents: totalLeftCents(owed(money)) } as const;
    return isThis ? again : refused(OTHER_REFUND);
  }
  const way = wayOf(reference);
  if (way === "cash" && !again && (await isPaidInCash(tx, money, amountCents)))
    return refused(
      say`${amount(amountCents)} of it was paid back in cash before. If it is another time, ${tick("again")}.`,
    );
  if (owed(money).length === 0 && !goodwill) {
    const why = say`There is nothing to refund for this booking. If you have refunded it as goodwill, ${tick("goodwill")}.`;
    return refused(why);
  }
  const may = goodwill ? money : owed(money);
  const source = sourceOf(cameBy(may, way), amountCents);
  const shares = source
    ? [{ quote, money: source, amountCents }]
    : await owedTogether(tx, quote, cameBy(owed(money), way), amountCents, now);
  if (shares.length === 0) return refused(sourceOf(may, amountCents) ? wayToUse(may) : TOO_MUCH);
  await record(tx, refund, shares, now);
  const quotes = shares.map((share) => share.quote);
  return { ok: true, quote, quotes, added: true, owedCents: totalLeftCents(owed(await moneyFor(tx, quote.id))) };
}

/** All that is owed of a payment that paid for this booking and others, if it is this much; else none. */
async function owedTogether(
  tx: Tx,
  quote: Quote,
  money: readonly MoneyIn[],
  amountCents: Cents,
  now: Date,
): Promise<Share[]> {
  for (const number of new Set(money.flatMap(({ payment }) => payment.pfPaymentId ?? []))) {
    const shares: Share[] = [];
    const others = (await paymentsNumbered(tx, number)).map(({ quoteId }) => quoteId);
    for (const id of new Set([quote.id, ...others])) {
      const its = await quoteById(tx, id);
      const owed = its ? owedBack(await moneyFor(tx, id), its, now) : [];
      for (const each of owed)
        if (its && each.payment.pfPaymentId === number)
          shares.push({ quote: its, money: each, amountCents: leftCents(each) });
    }
    if (sumOf(shares) === amountCents) return shares;
  }
  return [];
}

/**
 * Records one refund of all that is owed for several bookings, such as those of a list. Each booking has its share of
 * it, under one reference, and one email goes to each address.
 */
export async function noteRefundTogether(
  tx: Tx,
  quotes: readonly Quote[],
  typed: Refund,
  now: Date,
): Promise<DoneOr<{ added: boolean }, unknown, Words>> {
  const refund = { ...typed, reference: await refundReference(tx, typed.reference) };
  const { reference, amountCents } = refund;
  const shares: Share[] = [];
  const all: MoneyIn[] = [];
  for (const quote of quotes) {
    const money = await moneyFor(tx, quote.id);
    all.push(...money);
    for (const each of cameBy(owedBack(money, quote, now), wayOf(reference)))
      shares.push({ quote, money: each, amountCents: leftCents(each) });
  }
  const noted = await refundsNumbered(tx, reference);
  if (noted.length > 0) {
    const isThis = sumOf(noted) === amountCents && areOf(noted, all);
    return isThis ? { ok: true, added: false } : refused(OTHER_REFUND);
  }
  const owedCents = sumOf(shares);
  if (owedCents === 0) return refused(`There is nothing to refund ${how[wayOf(reference)]} for these bookings.`);
  if (owedCents !== amountCents)
    return refused(`${formatRand(owedCents)} is owed for them together, not ${formatRand(amountCents)}.`);
  await record(tx, refund, shares, now);
  return { ok: true, added: true };
}

const TOO_MUCH = "That is more than is left to refund of any payment.";
const how: Record<PaymentWay, string> = { payfast: "through PayFast", cash: "in cash", bank: "by bank" };

/** Money goes back as it came. */
function wayToUse(may: readonly MoneyIn[]): Words {
  const option = { payfast: field("reference"), cash: field("cash"), bank: field("bank") };
  const ways = [...new Set(may.map(({ payment }) => payment.way))];
  return joined(ways.map((way) => say`Pay it back as it came: it came ${how[way]}, so use ${option[way]}.`));
}

async function isPaidInCash(tx: Tx, money: readonly MoneyIn[], cents: Cents): Promise<boolean> {
  const before = await refundsOf(
    tx,
    money.map(({ payment }) => payment),
  );
  return before.some(({ reference, amountCents }) => wayOf(reference) === "cash" && amountCents === cents);
}

/** A booking's share of a refund, and the payment that it is of. */
type Share = { quote: Quote; money: MoneyIn; amountCents: Cents };

/** Records a refund with its credit notes, and tells each address once. */
async function record(tx: Tx, { reference, by }: Refund, shares: readonly Share[], now: Date): Promise<void> {
  const noted: (Share & { creditNote: Link | null })[] = [];
  for (const share of shares) {
    const refunded = { reference, paymentId: share.money.payment.id, amountCents: share.amountCents };
    await addRefund(tx, { ...refunded, kind: "refund", notedAt: now, notedBy: by });
    await withdrawOvertaken(tx, share.quote.id, { by: "refunded" }, now);
    if (leftCents(share.money) === share.amountCents) await tellNoMore(tx, share.quote, share.money.payment, now);
    const creditNote = await issueCreditNote(tx, refunded, now);
    const waybill = await waybillOfQuote(tx, share.quote.id);
    if (waybill) await answerReports(tx, waybill.waybillNo, now, { onlyIf: noteAnswers });
    noted.push({ ...share, creditNote: creditNote && (await linkTo(tx, creditNote)) });
  }
  for (const [at, [first, ...others]] of byAddress(noted).entries()) {
    const email = refundPaid(first.quote, {
      reference,
      amountCents: sumOf([first, ...others]),
      creditNotes: [first, ...others].map(({ creditNote }) => creditNote),
      terms: await termsLinkOf(tx, first.quote),
      numbers: await customersNumbers(tx, [first, ...others]),
      isFurther: at > 0,
    });
    await writeToCustomer(tx, "a payment", first.quote, "refunded", email, now);
  }
}

const areOf = (refunds: readonly { paymentId: string }[], money: readonly MoneyIn[]) =>
  refunds.every(({ paymentId }) => money.some(({ payment }) => payment.id === paymentId));

const sumOf = (all: readonly { amountCents: Cents }[]) => all.reduce((sum, { amountCents }) => sum + amountCents, 0);
