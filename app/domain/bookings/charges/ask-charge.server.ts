import type { ParcelFound } from "#db/schema/charges";
import type { Tx } from "#db/store.server";
import { type StopToCome, unassignVisit } from "../../drivers/stops.server";
import { type Payment, startCharge } from "../../money/attempts.server";
import {
  addCharge,
  type Charge,
  type ChargeReason,
  chargesOf,
  openChargesOf,
  setChargeState,
  sumOf,
  townsToChange,
  waitForAllUntil,
} from "../../money/charges.server";
import { tooLittleToPay } from "../../money/payfast-fields.server";
import { isPaid } from "../../money/payment-state";
import { reopenAccount } from "../../parcels/account-of-parcel.server";
import { accountFollows, historyOfQuote, waybillOfQuote } from "../../parcels/issue-waybill.server";
import { isNameless, type Quote } from "../../parcels/quotes/quote";
import { quoteById, setPriceBack } from "../../parcels/quotes/saved-quotes.server";
import { wasCollected } from "../../parcels/visits";
import { withoutLinks } from "../../post/customer-words";
import type { PricingService } from "../../prices/contract/pricing-service";
import { type Cents, formatRand } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";
import { asLine } from "../../values/typed-text";
import { cancelBooking } from "../cancel-booking.server";
import { answerBy } from "./charge-answer.server";
import { moreOwed, mostByHand } from "./charge-price.server";
import { roomOnAccount } from "./room-on-account.server";
import { piecesFollow, tellDue, tellOnAccount, tellRefused, tellWithdrawn } from "./tell-of-charge.server";

/** What is asked for: how the parcel is, or an amount by hand. */
export type WhatIsOwed = { found: ParcelFound } | { amountCents: Cents };

/**
 * `taken`: the stops that were taken from their drivers, because the parcel waits. `waits`: why it isn't on the account that
 * owes the price by month; null also without such an account.
 */
export type Charging = DoneOr<{ charge: Charge; taken: StopToCome[]; waits: string | null }>;

/**
 * Asks a customer to pay more than the price, because the parcel isn't as it was booked or is to go elsewhere. Once for each
 * parcel and reason. The parcel waits until it is paid. Where the price is on an account that has room for it, it goes on
 * that account too, and nothing waits.
 * @param pricing by the price list that the booking's price is of
 * @param why the office's words, which the customer reads
 * @param why.agreed who said yes, how and when
 */
export async function askCharge(
  tx: Tx,
  quote: Quote,
  asked: WhatIsOwed,
  why: { because: string; agreed: string },
  { pricing, mode }: { pricing: PricingService; mode: Payment["mode"] },
  now: Date,
): Promise<Charging> {
  const [because, agreed] = [asLine(why.because), asLine(why.agreed)];
  const waybill = await waybillOfQuote(tx, quote.id);
  const whyNot = whyNotAsked(quote, waybill?.nextVisit ?? null, [because, agreed]);
  if (whyNot || !waybill) return refused(whyNot ?? UNPAID);
  const before = (await chargesOf(tx, quote.id)).filter(({ state }) => state !== "withdrawn");
  const reason = reasonOf(asked);
  if (before.some(({ state }) => state === "refused"))
    return refused("its customer doesn't want to pay what was asked for, so it goes back");
  const same = before.find((charge) => charge.reason === reason);
  if (same)
    return refused(
      `${formatRand(same.amountCents)} was asked for already, for the same reason${stateInWords[same.state]}`,
    );
  const owed = await amountOf(pricing, quote, before, asked);
  if (!owed.ok) return owed;
  const tooLittle = tooLittleToPay(owed.amountCents);
  if (tooLittle) return refused(`it would be ${formatRand(owed.amountCents)}. ${tooLittle.replace(/\.$/, "")}`);
  const { amountCents, found } = owed;
  const uid = before.find((charge) => charge.reason === "price")?.accountUid ?? null;
  const onAccount = await roomOnAccount(tx, { uid, quotes: [quote], cents: amountCents }, now);
  const accountUid = onAccount && "room" in onAccount ? onAccount.room.uid : null;
  const payBy = accountUid === null ? await answerBy(tx, now) : "";
  const asks = { quoteId: quote.id, reason, found, amountCents, because, agreed, payBy, accountUid };
  const charge = await addCharge(tx, asks, now);
  await startCharge(tx, charge, mode, now);
  if (accountUid !== null) {
    // A parcel that we have is invoiced at once.
    await accountFollows(tx, waybill, now);
    await tellOnAccount(tx, quote, charge, now);
    const leavesTown = (await townsToChange(tx, [quote.id])).has(quote.id);
    const delivery = { waybillNo: waybill.waybillNo, visit: "delivery", but: null } as const;
    return { ok: true, charge, taken: leavesTown ? await unassignVisit(tx, delivery, now) : [], waits: null };
  }
  await waitForAllUntil(tx, quote.id, payBy);
  const visit = waybill.nextVisit;
  const taken = visit ? await unassignVisit(tx, { waybillNo: waybill.waybillNo, visit, but: null }, now) : [];
  await tellDue(tx, quote, now);
  return { ok: true, charge, taken, waits: onAccount && "waits" in onAccount ? onAccount.waits : null };
}

const UNPAID = "it isn't paid yet: its price is what is to be paid";

const stateInWords: Record<Charge["state"], string> = {
  open: ", and isn't paid yet",
  paid: ", and is paid",
  refused: "",
  withdrawn: "",
};

function whyNotAsked(quote: Quote, visit: string | null, words: string[]): string | null {
  if (quote.cancelledAt !== null) return "it was cancelled";
  if (!isPaid(quote.status)) return UNPAID;
  if (isNameless(quote)) return "its customer's data was deleted";
  if (visit === null) return "its way is over: it was delivered or returned, or will not arrive";
  if (visit === "return") return "it is on its way back to its sender";
  if (words.some((each) => withoutLinks(each) !== each))
    return "links and email addresses can't be sent: leave them out";
  return null;
}

function reasonOf(asked: WhatIsOwed): ChargeReason {
  if (!("found" in asked)) return "other";
  const { weightKg, toPostal, pieces } = asked.found;
  if (weightKg !== undefined) return "weight";
  if (toPostal !== undefined) return "town";
  return pieces === undefined ? "box" : "pieces";
}

async function amountOf(pricing: PricingService, quote: Quote, before: readonly Charge[], asked: WhatIsOwed) {
  if ("found" in asked) {
    const { pieces } = asked.found;
    const paidFor = before.find(({ reason }) => reason === "pieces")?.found.pieces ?? quote.quantity;
    if (pieces !== undefined && pieces <= paidFor)
      return refused(paidFor === 1 ? "1 piece is paid for" : `${paidFor} pieces are paid for`);
    return moreOwed(pricing, quote, before, asked.found);
  }
  const mostCents = await mostByHand(pricing, quote, before);
  if (asked.amountCents > mostCents)
    return refused(`it may be ${formatRand(mostCents)} at most: what the dearest box would cost more`);
  return { ok: true, amountCents: asked.amountCents, found: {} } as const;
}

/** `amountCents`: what nobody asks for any more. `leftCents`: what is still to be paid beside the price. */
export type Withdrawing = DoneOr<{ amountCents: Cents; leftCents: Cents }>;

/**
 * Takes back the last charge of a booking that waits or, where its customer refused by mistake, all that they refused; or
 * one on account of which no invoice was issued.
 */
export async function undoCharge(tx: Tx, quote: Quote, now: Date): Promise<Withdrawing> {
  const all = (await chargesOf(tx, quote.id)).filter(({ reason }) => reason !== "price");
  const charge = all.findLast(({ state }) => state === "open" || state === "refused");
  if (!charge)
    return refused(
      all.some(({ state }) => state === "paid")
        ? "what was asked for is paid: note a refund"
        : "nothing more is asked for",
    );
  if (quote.cancelledAt !== null) return refused("it was cancelled");
  if (charge.invoicedAt !== null) return refused("it is invoiced: take it off the account, as a refund");
  const waybill = await waybillOfQuote(tx, quote.id);
  if (waybill?.nextVisit === "return") return refused("it is on its way back to its sender");
  if (waybill?.lastEvent === "returned") return refused("it is back at its sender");
  const isRefused = charge.state === "refused";
  const its = isRefused ? all.filter(({ state }) => state === "refused") : [charge];
  for (const each of its) {
    await setChargeState(tx, each, "withdrawn", now);
    if (waybill) await piecesFollow(tx, each, waybill);
  }
  if (isRefused) {
    await setPriceBack(tx, quote.id, null, now);
    if (quote.priceBackAt) await reopenAccount(tx, quote.id, quote.priceBackAt);
    if (waybill) await accountFollows(tx, waybill, now);
  }
  const amountCents = sumOf(its);
  await tellWithdrawn(tx, quote, { id: charge.id, amountCents }, now);
  return { ok: true, amountCents, leftCents: sumOf(await openChargesOf(tx, [quote.id])) };
}

/** `isCancelled`: the booking was, because its parcel wasn't collected; otherwise it goes back. */
export type Refusing = DoneOr<{ isCancelled: boolean }>;

/**
 * Its customer doesn't want to pay a charge, nor the others that are open: a parcel that isn't collected is cancelled, one
 * that is goes back, and all that was paid is refunded. Refused again, nothing more happens. One that goes back already may do
 * so for another reason: then the office decides what is refunded.
 */
export async function refuseCharge(tx: Tx, charge: Charge, now: Date): Promise<Refusing> {
  const quote = await quoteById(tx, charge.quoteId);
  if (!quote || charge.state === "paid" || charge.state === "withdrawn") return refused("Nobody asks for it any more.");
  if (charge.state === "refused") return { ok: true, isCancelled: quote.cancelledAt !== null };
  const history = await historyOfQuote(tx, quote.id);
  if (history.at(-1)?.kind === "delivered") return refused("The parcel has been delivered.");
  const waybill = await waybillOfQuote(tx, quote.id);
  if (waybill?.nextVisit === "return") return refused("The parcel goes back already.");
  const isCollected = wasCollected(history);
  const all = await openChargesOf(tx, [quote.id]);
  for (const open of all) await setChargeState(tx, open, "refused", now);
  if (!isCollected) {
    const cancelled = await cancelBooking(tx, quote.id, REFUSED, now, { customer: "a payment" });
    return cancelled.ok ? { ok: true, isCancelled: true } : refused(cancelled.why);
  }
  await setPriceBack(tx, quote.id, now, now);
  if (waybill) await accountFollows(tx, waybill, now);
  await tellRefused(tx, { ...quote, priceBackAt: now }, { id: charge.id, amountCents: sumOf(all) }, now);
  return { ok: true, isCancelled: false };
}

/** The customer's reason, as the office reads it. */
const REFUSED = "They do not want to pay more.";
