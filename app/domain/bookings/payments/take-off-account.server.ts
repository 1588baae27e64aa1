import { amount, say, tick, type Words } from "#app/language/say";
import type { Reader, Tx } from "#db/store.server";
import { writeToCustomer } from "../../messages/customer-emails.server";
import { attemptsOfCharge } from "../../money/attempts.server";
import { type Charge, changeOnAccount, isOpenOnAccount, onAccountOf } from "../../money/charges.server";
import { leftToPay } from "../../money/credit.server";
import type { Invoice } from "../../money/invoice";
import { creditOnAccount, papersOf, takeBackCreditNotes } from "../../money/invoices.server";
import { getsAllBack } from "../../money/refunds.server";
import { isOffAccount, offAccount } from "../../money/ways";
import { waybillOfQuote } from "../../parcels/issue-waybill.server";
import type { Quote } from "../../parcels/quotes/quote";
import { restate } from "../../parcels/restate.server";
import { undoOccasion } from "../../post/outbox.server";
import { newId } from "../../values/ids.server";
import { type Cents, formatRand } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { piecesFollow } from "../charges/tell-of-charge.server";
import { linkTo } from "./invoice-of-booking.server";
import { putBackOnAccount, takenOffAccount, takenOffKey } from "./refund-emails";
import { customersNumbers } from "./tell-of-payment.server";

/** `leftCents` is still owed for the booking. */
export type TakingOff = DoneOr<{ leftCents: Cents }, unknown, Words>;

/**
 * Takes something off what an account owes for a booking, because less is owed, with a credit note. It moves no money: what
 * is paid already is refunded as it came.
 * @param again as much was taken off before, and this is another time: there is no number to know it by
 */
export async function takeOffAccount(
  tx: Tx,
  quote: Quote,
  amountCents: Cents,
  now: Date,
  again = false,
): Promise<TakingOff> {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) return refused("The amount must be more than 0.");
  const open = (await onAccountOf(tx, quote.id)).filter(isOpenOnAccount);
  if (open.length === 0) return refused("Nothing of it is open on an account. What is paid is refunded as it came.");
  const invoiced = open.filter(({ invoicedAt }) => invoicedAt !== null);
  if (invoiced.length === 0)
    return refused("Its parcel isn't collected, so it has no invoice yet. If nothing is owed, cancel the booking.");
  if (!again && (await standingTakenOff(tx, quote.id)).some(({ grossCents }) => grossCents === amountCents))
    return refused(say`${amount(amountCents)} of it was taken off before. If it is another time, ${tick("again")}.`);
  const enough = invoiced.filter((charge) => leftToPay(charge) >= amountCents);
  const charge = enough.find((each) => leftToPay(each) === amountCents) ?? enough[0];
  if (!charge) {
    const most = Math.max(...invoiced.map(leftToPay));
    return refused(say`That is more than is open of it, ${formatRand(most)}.`);
  }
  const reference = offAccount(newId());
  const [attempt] = await attemptsOfCharge(tx, charge);
  const creditNote = attempt && (await creditOnAccount(tx, attempt, { reference, amountCents }, now));
  if (!creditNote) throw new Error(`charge ${charge.id} has no invoice`);
  const isAll = leftToPay(charge) === amountCents;
  await changeOnAccount(tx, charge, {
    creditedCents: charge.creditedCents + amountCents,
    ...(isAll ? { state: "withdrawn" as const, endedAt: now } : {}),
  });
  await restateOf(tx, quote, charge);
  const numbers = await customersNumbers(tx, [{ quote }]);
  const told = { reference, amountCents, numbers, creditNote: await linkTo(tx, creditNote) };
  await writeToCustomer(tx, "a payment", quote, "refunded", takenOffAccount(quote, told), now);
  const left = invoiced.reduce((sum, each) => sum + leftToPay(each), 0) - amountCents;
  return { ok: true, leftCents: left };
}

/** Nobody has to go to another town that isn't owed any more, or brings pieces that aren't. */
async function restateOf(tx: Tx, { id }: Quote, charge: Charge): Promise<void> {
  const waybill = await waybillOfQuote(tx, id);
  if (!waybill) return;
  await piecesFollow(tx, charge, waybill);
  await restate(tx, waybill.waybillNo);
}

/** The last credit note of a booking that took something off its account and wasn't taken back; null if there is none. */
export async function lastTakenOff(store: Reader, quoteId: string): Promise<Invoice | null> {
  return (await standingTakenOff(store, quoteId)).at(-1) ?? null;
}

async function standingTakenOff(store: Reader, quoteId: string): Promise<Invoice[]> {
  const papers = (await papersOf(store, quoteId)).filter(({ refundReference }) => isOffAccount(refundReference));
  const backed = papers.filter(({ grossCents }) => grossCents < 0).map(({ refundReference }) => refundReference);
  return papers.filter(({ grossCents, refundReference }) => grossCents > 0 && !backed.includes(refundReference));
}

/** Puts back what was taken off an account by mistake: a debit note takes back its credit note, and the customer is told. */
export async function putBackOnAccountAgain(
  tx: Tx,
  quote: Quote,
  { refundReference, chargeId, grossCents }: Invoice,
  now: Date,
): Promise<DoneOr> {
  const reference = refundReference ?? "";
  const charge = (await onAccountOf(tx, quote.id)).find(({ id }) => id === chargeId);
  if (!charge || getsAllBack(quote)) return refused("Nothing is owed for it any more.");
  const why = whyItStays(charge);
  if (why) return refused(why);
  await takeBackCreditNotes(tx, quote.id, reference, now);
  await changeOnAccount(tx, charge, {
    creditedCents: charge.creditedCents - grossCents,
    ...{ state: "open", endedAt: null },
  });
  await restateOf(tx, quote, charge);
  const wereTold = (await undoOccasion(tx, takenOffKey(quote, reference), now)) > 0;
  if (!wereTold) return { ok: true };
  const numbers = await customersNumbers(tx, [{ quote }]);
  const told = { amountCents: grossCents, numbers, at: now };
  await writeToCustomer(tx, "a payment", quote, "refunded", putBackOnAccount(quote, told), now);
  return { ok: true };
}

function whyItStays({ state, invoicedAt, amountCents, creditedCents }: Charge): string | null {
  if (state === "paid") return "What was left of it is paid since.";
  const isItsOwnEnd = state === "withdrawn" && creditedCents < amountCents;
  return isItsOwnEnd || invoicedAt === null ? "Its invoice was taken back since." : null;
}
