import type { Store } from "#db/store.server";
import { attemptsOfCharge, noteChargeAtPayfast, notYetAtPayfast } from "../../money/attempts.server";
import { type Charge, chargeById, openChargesOf } from "../../money/charges.server";
import { isPending } from "../../money/payment-state";
import { historyOfQuote, waybillOfQuote } from "../../parcels/issue-waybill.server";
import type { Quote } from "../../parcels/quotes/quote";
import { quoteById } from "../../parcels/quotes/saved-quotes.server";
import { wasCollected } from "../../parcels/visits";

/**
 * A charge as its page shows it. `answered`: how many of its payments PayFast has sent notices about. `others`: what else of
 * its booking waits to be paid.
 */
export type ChargeToPay = {
  charge: Charge;
  others: Charge[];
  quote: Quote;
  waybillNo: string | null;
  isCollected: boolean;
  /** Its receiver has it: it is still to be paid, and can't be refused. */
  isDelivered: boolean;
  /** It goes back to its sender: nothing more is paid for it. */
  isReturning: boolean;
  answered: number;
  isPending: boolean;
};

/** Null if there is no such charge, it is on account and paid by month, or its customer's data was deleted. */
export async function chargeToPay({ read }: Pick<Store, "read">, id: string): Promise<ChargeToPay | null> {
  const charge = await chargeById(read, id);
  const quote = charge && (await quoteById(read, charge.quoteId));
  if (!charge || charge.accountUid !== null || !quote || quote.anonymisedAt) return null;
  const attempts = await attemptsOfCharge(read, charge);
  const waybill = await waybillOfQuote(read, quote.id);
  const history = await historyOfQuote(read, quote.id);
  return {
    ...{ charge, quote },
    others: (await openChargesOf(read, [quote.id])).filter((other) => other.id !== charge.id),
    waybillNo: waybill?.waybillNo ?? null,
    isCollected: wasCollected(history),
    isDelivered: waybill?.lastEvent === "delivered",
    isReturning: waybill?.nextVisit === "return",
    answered: attempts.filter(({ pfPaymentId }) => pfPaymentId !== null).length,
    isPending: isPending(attempts),
  };
}

/** What is true for whoever looks at a charge. `waiting`: they have come back from paying, and PayFast has said nothing yet. */
export type ChargeState = Exclude<Charge["state"], "open"> | "at_bank" | "waiting" | "goes_back" | "to_pay";

/** What the page's address says of the customer. `answered`: as many payments were answered when they left to pay. */
export type ChargeVisit = { answered: number | null; paysAgain: boolean };

export function chargeState(
  { charge, answered, isPending, isReturning }: Pick<ChargeToPay, "charge" | "answered" | "isPending" | "isReturning">,
  visit: ChargeVisit,
): ChargeState {
  if (charge.state !== "open") return charge.state;
  if (isPending && !visit.paysAgain) return "at_bank";
  if (visit.answered === answered) return "waiting";
  return isReturning ? "goes_back" : "to_pay";
}

/** Records that a customer has come back from PayFast, where they were to pay a charge. */
export async function noteReturnToCharge(store: Store, charge: Charge, now: Date): Promise<void> {
  if (charge.state !== "open" || notYetAtPayfast(await attemptsOfCharge(store.read, charge)).length === 0) return;
  await store.tx((tx) => noteChargeAtPayfast(tx, charge, now));
}
