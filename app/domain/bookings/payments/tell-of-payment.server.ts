import { eq } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { waybills } from "#db/schema/waybills";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader, Tx } from "#db/store.server";
import { writeToCustomer } from "../../messages/customer-emails.server";
import { confirmNumber, type Payment, paymentsNumbered } from "../../money/attempts.server";
import { isPriceOnAccount } from "../../money/credit.server";
import type { ReportedPayment } from "../../money/payfast-notice.server";
import { isOnStaffsWord, type Word } from "../../money/payment-state";
import { moneyFor, owedBack } from "../../money/refunds.server";
import { wayOf } from "../../money/ways";
import { isUnpaid, payPath } from "../../parcels/quotes/payment-order.server";
import { type Quote, shopsOrder } from "../../parcels/quotes/quote";
import { quoteById } from "../../parcels/quotes/saved-quotes.server";
import { termsLinkOf } from "../../parcels/quotes/terms-link.server";
import { spokenWaybillNumber } from "../../parcels/waybill-number";
import { queueEmail, releaseEmails, withdrawUnsent } from "../../post/outbox.server";
import { withdrawOccasion } from "../../post/overtaken.server";
import { grouped } from "../../values/in-parts";
import { type Cents, formatRand } from "../../values/money";
import { numberCorrected } from "./payment-alarms.server";
import { promiseRefund, refundBy } from "./promised-refund.server";
import { type CustomersNumbers, moneyToPayBack, owedKey, type Payable, wantedKey } from "./refund-emails";
import { pendingPayment } from "./return-from-payment.server";

/** What a customer will get back of one booking's payment. */
export type Owed = { quote: Quote; pfPaymentId: string; amountGrossCents: Cents; chargeId?: string | null };

/**
 * Staff may have mistyped a number. The customer is told of money that only they know of after this time, or as soon as
 * PayFast tells of it too.
 */
const STAFFS_WORD_WAITS_MS = 1 * DAYS;

/** Whether a customer may be told of a payment that came twice. */
export function isSure(payment: Payment, now: Date): boolean {
  return !isOnStaffsWord(payment) || now.getTime() - Number(payment.notedAt) >= STAFFS_WORD_WAITS_MS;
}

/** Tells customers of money that we will refund: one email for bookings of one address that were paid together. */
export async function tellOwed(tx: Tx, owed: readonly Owed[], word: Word, now: Date): Promise<void> {
  for (const [first, ...others] of byAddress(owed)) {
    const { quote, pfPaymentId } = first;
    const numbers = await customersNumbers(tx, [first, ...others]);
    const amountGrossCents = [first, ...others].reduce((sum, each) => sum + each.amountGrossCents, 0);
    const pay = await waysToPay(tx, quote);
    const isOnAccount = await isPriceOnAccount(tx, quote.id);
    const received = { pfPaymentId, amountGrossCents, numbers, pay, isForCharge: Boolean(first.chargeId), isOnAccount };
    const email = moneyToPayBack(quote, received, await termsLinkOf(tx, quote));
    const isSureNow = word === "payfast" || wayOf(pfPaymentId) !== "payfast";
    const notBefore = isSureNow ? now : new Date(now.getTime() + STAFFS_WORD_WAITS_MS);
    await writeToCustomer(tx, "a payment", quote, "refunded", email, now, undefined, notBefore);
    for (const each of [first, ...others]) await promiseRefund(tx, each.quote.id, await refundBy(tx, now), now);
  }
}

/**
 * What an email says of paying for a booking: the link, or that a bank may still pay; null once it can't be paid.
 * @param appUrl the site's address; as it has stored it, if left out
 */
export async function waysToPay(tx: Tx, quote: Quote, appUrl?: string): Promise<Payable> {
  if (!isUnpaid(quote) || quote.cancelledAt) return null;
  if (await pendingPayment(tx, quote.id)) return "at the bank";
  const home = appUrl ?? (await readSiteFacts(tx))?.appUrl ?? "http://localhost";
  return { url: new URL(payPath(quote), home).href };
}

/** The numbers of some bookings as their customer knows them, each once: also of a waybill that was withdrawn. */
export async function customersNumbers(
  store: Reader,
  [first, ...others]: readonly [{ quote: Quote }, ...{ quote: Quote }[]],
): Promise<CustomersNumbers> {
  const numberOf = async ({ quote }: { quote: Quote }) => {
    const [waybill] = await store
      .select({ waybillNo: waybills.waybillNo })
      .from(waybills)
      .where(eq(waybills.quoteId, quote.id));
    const order = shopsOrder(quote);
    return waybill
      ? ({ is: "waybill", shown: spokenWaybillNumber(waybill.waybillNo), order } as const)
      : ({ is: "quote", shown: quote.quoteNo, order } as const);
  };
  const known = await numberOf(first);
  const rest = new Map<string, CustomersNumbers[number]>();
  for (const other of others) {
    const number = await numberOf(other);
    rest.set(number.shown, number);
  }
  rest.delete(known.shown);
  return [known, ...rest.values()];
}

/** Groups bookings whose sender has the same address. */
export function byAddress<One extends { quote: Quote }>(all: readonly One[]): [One, ...One[]][] {
  return [...grouped(all, ({ quote }) => quote.email).values()];
}

/**
 * Tells staff that a notice has taken the place of a payment that they had noted under other numbers. A customer who was
 * still to be told of that money is told now, with PayFast's number.
 */
export async function tellOfReplaced(
  tx: Tx,
  shares: readonly ReportedPayment[],
  replaced: readonly string[],
  now: Date,
): Promise<void> {
  const [share] = shares;
  const quote = share && (await quoteById(tx, share.quoteId));
  if (!quote || replaced.length === 0) return;
  const amount = formatRand(shares.reduce((sum, { amountGrossCents }) => sum + amountGrossCents, 0));
  await queueEmail(
    tx,
    "a payment",
    numberCorrected(quote, { noted: replaced[0] ?? "", told: share.pfPaymentId, amount }),
    now,
  );
  const keys = shares.flatMap(({ quoteId }) => replaced.flatMap((number) => owedKeys(quoteId, number)));
  if ((await withdrawUnsent(tx, keys)) === 0) return;
  const known = await paymentsNumbered(tx, share.pfPaymentId);
  await tellOwed(tx, await owedOf(tx, known), "payfast", now);
}

/**
 * PayFast itself has reported a number that staff noted for these bookings: what customers were to be told later, they
 * are told now.
 */
export async function confirmNoted(tx: Tx, pfPaymentId: string, quoteIds: string[], now: Date): Promise<void> {
  const news = await confirmNumber(tx, pfPaymentId, quoteIds, now);
  if (news.length === 0) return;
  await releaseEmails(
    tx,
    news.flatMap(({ quoteId }) => owedKeys(quoteId, pfPaymentId)),
    now,
  );
}

/** All of a payment was refunded: what waits and says that it will be isn't sent. */
export async function tellNoMore(tx: Tx, quote: Quote, payment: Payment, now: Date): Promise<void> {
  await withdrawOccasion(tx, owedKey(quote.id, payment.pfPaymentId ?? ""), nothingLeft(payment), now);
  await askNoMore(tx, quote, payment, now);
}

/** Nor is what tells ourselves to refund a booking, if nothing is left to refund of it. */
export async function askNoMore(tx: Tx, quote: Quote, payment: Payment, now: Date): Promise<void> {
  const owed = owedBack(await moneyFor(tx, quote.id), quote, now);
  if (owed.length === 0) await withdrawOccasion(tx, wantedKey(quote.id), nothingLeft(payment), now);
}

/** Why that isn't sent: `bringBack` takes it. */
export const nothingLeft = ({ id }: Pick<Payment, "id">) => `nothing-left-${id}`;

/** The keys of the email about a payment to refund, to the sender and to the account. */
export function owedKeys(quoteId: string, pfPaymentId: string): string[] {
  const key = owedKey(quoteId, pfPaymentId);
  return [key, `${key}:account`];
}

async function owedOf(tx: Tx, known: readonly Payment[]): Promise<Owed[]> {
  const owed: Owed[] = [];
  for (const { quoteId, chargeId, pfPaymentId, paidCents, state } of known) {
    const quote = state === "duplicate" ? await quoteById(tx, quoteId) : null;
    if (quote) owed.push({ quote, pfPaymentId: pfPaymentId ?? "", amountGrossCents: paidCents ?? 0, chargeId });
  }
  return owed;
}
