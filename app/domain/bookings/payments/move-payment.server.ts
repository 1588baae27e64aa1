import { number, say, type Words } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { writeToCustomer } from "../../messages/customer-emails.server";
import { attemptsOf, keepAsItCame, ordersInNotices, type Payment, paymentsNumbered } from "../../money/attempts.server";
import { chargesOf } from "../../money/charges.server";
import { broughtMoney } from "../../money/payment-state";
import { leftCents, type MoneyIn, moneyFor } from "../../money/refunds.server";
import { wayOf } from "../../money/ways";
import { historyOfQuote } from "../../parcels/issue-waybill.server";
import { isUnpaid } from "../../parcels/quotes/payment-order.server";
import type { Quote } from "../../parcels/quotes/quote";
import { quoteById } from "../../parcels/quotes/saved-quotes.server";
import { wasCollected } from "../../parcels/visits";
import { undoOccasion, withdrawUnsent } from "../../post/outbox.server";
import type { Cents } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { notePayment, whyNotOf } from "./note-payment.server";
import { owedKey, paymentMoved } from "./refund-emails";
import { customersNumbers, owedKeys, waysToPay } from "./tell-of-payment.server";
import { takeAway } from "./undo-payment.server";

/** `number` is the payment's; `restCents` is still to be paid for the other booking. */
export type PaymentMoving = DoneOr<{ number: string; amountCents: Cents; restCents?: Cents }, unknown, Words>;

/**
 * Moves one payment to the booking that it was meant for, and tells both customers. The first booking is as if it had never
 * come: one that it had settled is unpaid again. Moving it back does the opposite.
 * @param how.isPart it is a part of the other booking's price
 * @param how.by who moves it
 */
export async function movePayment(
  tx: Tx,
  fromId: string,
  toId: string,
  how: { isPart: boolean; by: string },
  site: { mode: Payment["mode"]; appUrl: string },
  now: Date,
): Promise<PaymentMoving> {
  const [from, to] = [await quoteById(tx, fromId), await quoteById(tx, toId)];
  if (!from || !to) return refused("There is no such quote.");
  if (from.id === to.id) return refused("It is the same booking.");
  const came = whichIsMeant(await moneyFor(tx, from.id), to, how.isPart);
  const as = how.isPart ? "part" : undefined;
  const why = (await whyNotMoved(tx, from, came)) ?? whyNotTaken(to);
  if (!came || why) return refused(why ?? "There is no payment to move.");
  const { payment, paidCents } = came;
  const moved = payment.pfPaymentId ?? "";
  const whyAmount = await whyNotOf(tx, to, { pfPaymentId: moved, amountCents: paidCents, as }, now);
  if (whyAmount) return refused(whyAmount);
  const movedFrom = payment.movedFrom ?? (await ordersInNotices(tx, moved))[0] ?? payment.chargeId ?? from.id;

  await takeAway(tx, [{ quote: from, payment }], now);
  const noted = await notePayment(
    tx,
    to.id,
    {
      ...{ pfPaymentId: moved, amountCents: paidCents, feeCents: payment.feeCents, as },
      ...{ isMoved: true, again: true, by: how.by },
    },
    site,
    now,
  );
  if (!noted.ok) throw new Error(`payment ${moved} was taken from ${from.quoteNo}, and ${to.quoteNo} doesn't take it`);
  const isHome = [to.id, to.paymentOrderId].includes(movedFrom) || wayOf(moved) !== "payfast";
  const there = (await attemptsOf(tx, to.id)).find(({ pfPaymentId }) => pfPaymentId === moved);
  if (there) await keepAsItCame(tx, there.id, payment, isHome ? null : movedFrom);
  await tellOfMoved(tx, came, from, to, site.appUrl, now);
  return { ok: true, number: moved, amountCents: paidCents, restCents: noted.restCents };
}

/** One that the booking doesn't need comes first, and one of the other booking's price. */
function whichIsMeant(money: readonly MoneyIn[], to: Quote, isPart: boolean): MoneyIn | undefined {
  const rank = ({ payment: { state } }: MoneyIn) => ["duplicate", "part", "complete"].indexOf(state);
  const whole = money
    .filter((each) => leftCents(each) === each.paidCents)
    .toSorted((one, other) => rank(one) - rank(other));
  const isPrice = ({ paidCents }: MoneyIn) => Math.abs(paidCents - (to.grandTotalCents ?? 0)) <= 1;
  return (isPart ? undefined : whole.find(isPrice)) ?? whole[0];
}

async function whyNotMoved(tx: Tx, from: Quote, came: MoneyIn | undefined): Promise<Words | null> {
  if (!came) return say`No money came for ${number(from.quoteNo)}, or it went back.`;
  const shares = await paymentsNumbered(tx, came.payment.pfPaymentId ?? "");
  if (shares.filter(({ state }) => broughtMoney(state)).length > 1)
    return say`${number(from.quoteNo)} was paid together with others, so it can't be moved. Pay it back.`;
  if (came.payment.state !== "complete" || came.payment.chargeId) return null;
  const asked = (await chargesOf(tx, from.id)).map(({ state }) => state);
  if (asked.includes("open")) return say`${number(from.quoteNo)} waits for another amount. Take that back first.`;
  if (asked.includes("paid"))
    return say`More than its price was paid for ${number(from.quoteNo)}, so it can't be moved. Pay it back.`;
  const isCollected = wasCollected(await historyOfQuote(tx, from.id));
  return isCollected ? say`The parcel of ${number(from.quoteNo)} has been collected, so it has to stay paid.` : null;
}

function whyNotTaken(to: Quote): Words | null {
  const no = number(to.quoteNo);
  if (!to.bookedAt || to.grandTotalCents === null) return say`${no} was never booked.`;
  if (!isUnpaid(to) || to.cancelledAt) return say`${no} isn't waiting for a payment.`;
  return null;
}

async function tellOfMoved(tx: Tx, { payment, paidCents }: MoneyIn, from: Quote, to: Quote, appUrl: string, now: Date) {
  const { pfPaymentId: moved } = payment;
  await withdrawUnsent(tx, owedKeys(from.id, moved ?? ""));
  await undoOccasion(tx, owedKey(from.id, moved ?? ""), now);
  const left = await quoteById(tx, from.id);
  // What had been paid for a charge is asked for again, in an email of its own.
  const isForPrice = payment.state !== "duplicate" && payment.chargeId === null;
  const pay = left && isForPrice ? await waysToPay(tx, left, appUrl) : null;
  const [itsOther] = await customersNumbers(tx, [{ quote: to }]);
  const isTheirs = from.email !== "" && from.email.toLowerCase() === to.email.toLowerCase();
  const numbers = await customersNumbers(tx, [{ quote: from }]);
  const told = { amountCents: paidCents, numbers, to: isTheirs ? itsOther : null, pay, at: now };
  await writeToCustomer(tx, "a payment", from, "refunded", paymentMoved(from, told), now);
}
