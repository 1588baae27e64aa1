import { say, type Words } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { type StopToCome, unassignVisit } from "../../drivers/stops.server";
import { isUnwanted } from "../../messages/opt-out.server";
import { allAttemptsOf, type Payment, paymentsNumbered, setStates } from "../../money/attempts.server";
import { type Charge, chargeById, isOpenOnAccount } from "../../money/charges.server";
import { leftToPay } from "../../money/credit.server";
import {
  addRefund,
  cameBy,
  chargebacksOf,
  leftCents,
  type MoneyIn,
  moneyFor,
  pricesChargedBack,
  type Refund,
  refundsNumbered,
  removeRefund,
} from "../../money/refunds.server";
import { oweAgain, payOnAccount } from "../../parcels/account-of-parcel.server";
import { findWaybill, waybillOfQuote } from "../../parcels/issue-waybill.server";
import type { Quote } from "../../parcels/quotes/quote";
import { quoteById } from "../../parcels/quotes/saved-quotes.server";
import { restate } from "../../parcels/restate.server";
import { bringBack } from "../../post/overtaken.server";
import { newId } from "../../values/ids.server";
import { type Cents, formatRand } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { nothingLeft, type Owed, tellNoMore, tellOwed } from "./tell-of-payment.server";
import { quoteOfPayment } from "./undo-payment.server";

/** `quotes` are the bookings that lost their money, the named one first; `amountCents` is all that the bank took or gave. */
type Noted = DoneOr<{ quotes: readonly Quote[]; amountCents: Cents }, unknown, Words>;
/** A parcel that isn't collected now, and the stops that were taken from its drivers. */
type HeldBack = { waybillNo: string; taken: readonly StopToCome[] };
/** `twiceCents`: what was refunded of it before, and so went back twice. */
type Noting = DoneOr<
  { quotes: readonly Quote[]; amountCents: Cents; held: readonly HeldBack[]; twiceCents: Cents },
  unknown,
  Words
>;

/**
 * Records that the customer's bank took a payment through PayFast back: what it brought for one booking, or all that is left
 * of it for every booking that it paid for; or also what was refunded of it, which then went back twice. Nothing is said to
 * the customer, and no credit note is issued: the debt may stand. What was taken back isn't refunded as well. What was paid
 * on account is owed again, and what wasn't collected yet waits until the office agrees on that.
 */
export async function noteChargeback(
  tx: Tx,
  quoteId: string,
  { amountCents, by }: { amountCents: Cents; by: string },
  now: Date,
): Promise<Noting> {
  const quote = await quoteById(tx, quoteId);
  if (!quote) return refused("There is no such quote.");
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) return refused("The amount must be more than 0.");
  const money = cameBy(await moneyFor(tx, quote.id), "payfast").toSorted(tooManyFirst);
  if (money.length === 0) return refused("Nothing came for it through PayFast.");
  const wholes = await wholePayments(tx, quote, money);
  const shares = [leftCents, takeableCents].map((of) => takenFrom(money, wholes, of, amountCents)).find(Boolean);
  if (!shares) {
    const most = Math.max(...money.map(takeableCents));
    const why = say`That is more than a bank can take back of any payment, ${formatRand(most)}.`;
    const [together] = wholes;
    return refused(
      together ? say`${why} All that was paid together with it is ${formatRand(sumOf(together, leftCents))}.` : why,
    );
  }
  for (const { share, cents } of shares)
    if ((await onAccountBy(tx, share.payment)) && leftCents(share) !== cents)
      return refused(say`${formatRand(leftCents(share))} of it was paid on account: a bank takes all of that back.`);
  const reference = `chargeback-${newId()}`;
  const quotes = new Map([[quote.id, quote]]);
  const held: HeldBack[] = [];
  for (const { share, cents } of shares) {
    const { payment } = share;
    const its = payment.quoteId === quote.id ? quote : await quoteOfPayment(tx, payment.id);
    quotes.set(its.id, its);
    const charge = await onAccountBy(tx, payment);
    const back = { reference, kind: "chargeback", paymentId: payment.id, amountCents: cents } as const;
    await addRefund(tx, { ...back, notedAt: now, notedBy: by });
    if (charge && payment.state === "complete") await oweAgain(tx, its, charge, now);
    if (leftCents(share) <= cents) await tellNoMore(tx, its, payment, now);
    held.push(...(await holdBack(tx, its, now)));
  }
  const twiceCents = shares.reduce((sum, { share, cents }) => sum + Math.max(0, cents - leftCents(share)), 0);
  return { ok: true, quotes: [...quotes.values()], amountCents, held, twiceCents };
}

/** Nobody is asked which of two payments a bank took: the one too many, so that what was paid stays paid. */
const tooManyFirst = (one: MoneyIn, other: MoneyIn) =>
  Number(other.payment.state === "duplicate") - Number(one.payment.state === "duplicate");

/** What a bank can still take back of a payment: also what we refunded of it. */
const takeableCents = ({ paidCents, chargedBackCents }: MoneyIn) => paidCents - chargedBackCents;

/** Of which payment a bank took this amount, or of which whole one with all its bookings; null if none has as much. */
function takenFrom(
  money: readonly MoneyIn[],
  wholes: readonly MoneyIn[][],
  of: (share: MoneyIn) => Cents,
  amountCents: Cents,
): { share: MoneyIn; cents: Cents }[] | null {
  const enough = money.filter((each) => of(each) >= amountCents);
  const exact = enough.find(({ paidCents }) => paidCents === amountCents);
  const whole = exact ? undefined : wholes.find((shares) => sumOf(shares, of) === amountCents);
  if (whole) return whole.map((share) => ({ share, cents: of(share) })).filter(({ cents }) => cents > 0);
  const share = exact ?? enough[0];
  return share ? [{ share, cents: amountCents }] : null;
}

const sumOf = (shares: readonly MoneyIn[], of: (share: MoneyIn) => Cents) =>
  shares.reduce((sum, share) => sum + of(share), 0);

/** A parcel that isn't collected yet waits: its drivers' lists have it no more. */
async function holdBack(tx: Tx, quote: Quote, now: Date): Promise<HeldBack[]> {
  const waybill = await waybillOfQuote(tx, quote.id);
  if (!waybill) return [];
  const waybillNo = waybill.waybillNo;
  await restate(tx, waybillNo);
  if ((await findWaybill(tx, waybillNo))?.nextVisit !== "collection") return [];
  const isHeld = (await pricesChargedBack(tx, [quote.id])).has(quote.id);
  if (!isHeld) return [];
  return [{ waybillNo, taken: await unassignVisit(tx, { waybillNo, visit: "collection", but: null }, now) }];
}

/** What is left of each payment of a booking that paid for others too, by what it paid for. */
async function wholePayments(tx: Tx, quote: Quote, money: readonly MoneyIn[]): Promise<MoneyIn[][]> {
  const wholes: MoneyIn[][] = [];
  for (const number of new Set(money.flatMap(({ payment }) => payment.pfPaymentId ?? []))) {
    const shares: MoneyIn[] = [];
    const ids = (await paymentsNumbered(tx, number)).map(({ quoteId }) => quoteId);
    for (const quoteId of new Set([quote.id, ...ids]))
      shares.push(...(await moneyFor(tx, quoteId)).filter(({ payment }) => payment.pfPaymentId === number));
    const left = shares.filter((share) => takeableCents(share) > 0);
    if (left.length > 1) wholes.push(left);
  }
  return wholes;
}

/** What a payment paid of an account; null if it is for something else. */
async function onAccountBy(tx: Tx, { chargeId }: Payment): Promise<Charge | null> {
  const charge = chargeId ? await chargeById(tx, chargeId) : null;
  return charge?.accountUid ? charge : null;
}

/**
 * Takes back the last chargeback that was noted for a booking, with all that the bank took at once: by mistake, or because
 * the bank gave the money back. Customers are told of what we then owe them.
 */
export async function undoChargeback(tx: Tx, quoteId: string, now: Date): Promise<Noted> {
  const last = (await chargebacksOf(tx, await allAttemptsOf(tx, quoteId))).at(-1);
  if (!last) return refused("No chargeback is noted for it.");
  const undone = await refundsNumbered(tx, last.reference);
  await removeRefund(tx, last.reference);
  const quotes = new Map<string, Quote>();
  const owed: Owed[] = [];
  for (const each of undone) {
    const quote = await quoteOfPayment(tx, each.paymentId);
    quotes.set(quote.id, quote);
    owed.push(...(await paysAgain(tx, quote, each, now)));
    const cause = nothingLeft({ id: each.paymentId });
    await bringBack(tx, quote.id, { cause }, (email) => isUnwanted(tx, email), now);
    const waybill = await waybillOfQuote(tx, quote.id);
    if (waybill) await restate(tx, waybill.waybillNo);
  }
  await tellOwed(tx, owed, "payfast", now);
  const amountCents = undone.reduce((sum, each) => sum + each.amountCents, 0);
  return { ok: true, quotes: [...quotes.values()], amountCents };
}

/**
 * What paid for something on account has come back: it pays it, or is to be paid back if that is paid or credited since.
 * @returns what is to be paid back because of it
 */
async function paysAgain(tx: Tx, quote: Quote, { paymentId, amountCents }: Refund, now: Date): Promise<Owed[]> {
  const payment = (await allAttemptsOf(tx, quote.id)).find(({ id }) => id === paymentId);
  const charge = payment && (await onAccountBy(tx, payment));
  if (!charge || payment.state !== "complete") return [];
  // What has no invoice, because its collection was taken back, is paid by nothing yet: as what comes too early.
  const isAsked = isOpenOnAccount(charge) && charge.invoicedAt !== null;
  if (isAsked && leftToPay(charge) === amountCents) {
    await payOnAccount(tx, charge, payment.settledAt ?? payment.startedAt, now);
    return [];
  }
  await setStates(tx, [payment], "duplicate");
  return [{ quote, pfPaymentId: payment.pfPaymentId ?? "", amountGrossCents: amountCents, chargeId: charge.id }];
}
