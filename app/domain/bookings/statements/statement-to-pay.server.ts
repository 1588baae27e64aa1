import type { Reader, Store } from "#db/store.server";
import { allAttemptsOfAll, noteChargeAtPayfast, notYetAtPayfast, type Payment } from "../../money/attempts.server";
import { type Charge, isOpenOnAccount, sumOf } from "../../money/charges.server";
import {
  type AccountMonth,
  chargesOfMonth,
  monthOfOrder,
  type OwedForMonth,
  owedForMonth,
} from "../../money/credit.server";
import { isPending } from "../../money/payment-state";
import { chargebacksOf, refundsOf } from "../../money/refunds.server";
import { grouped, inParts } from "../../values/in-parts";
import type { Cents } from "../../values/money";

/**
 * A statement as the page shows it where it is paid. `answered`: how many of its payments PayFast has sent notices about;
 * `hasFailed`: whether one of what is open failed; `tooMuchCents`: what came besides and goes back.
 */
export type StatementToPay = {
  of: AccountMonth;
  owed: OwedForMonth | null;
  answered: number;
  isPending: boolean;
  hasFailed: boolean;
  tooMuchCents: Cents;
};

/** Null if nothing was ever invoiced on account in its month. */
export async function statementToPay({ read }: Pick<Store, "read">, orderId: string): Promise<StatementToPay | null> {
  const of = monthOfOrder(orderId);
  const all = of ? await chargesOfMonth(read, of) : [];
  if (!of || all.length === 0) return null;
  const allAttempts = await attemptsOf({ read }, all);
  const ofCharges = (some: readonly Charge[]) => {
    const ids = new Set(some.map(({ id }) => id));
    return allAttempts.filter(({ chargeId }) => chargeId !== null && ids.has(chargeId));
  };
  const attempts = ofCharges(all);
  const answered = new Set(attempts.flatMap(({ pfPaymentId }) => pfPaymentId ?? []));
  return {
    of,
    owed: await owedForMonth(read, of),
    answered: answered.size,
    isPending: isPending(attempts),
    hasFailed: ofCharges(all.filter(isOpenOnAccount)).some(({ state }) => state === "failed"),
    tooMuchCents: await tooMuchOf(
      read,
      allAttempts.filter(({ state }) => state === "duplicate"),
    ),
  };
}

/** What of these payments hasn't gone back yet. */
async function tooMuchOf(read: Reader, paid: readonly Payment[]): Promise<Cents> {
  const back = [...(await refundsOf(read, paid)), ...(await chargebacksOf(read, paid))];
  return paid.reduce((sum, { paidCents }) => sum + (paidCents ?? 0), 0) - sumOf(back);
}

/** Records that a customer has come back from PayFast, where they were to pay a statement. */
export async function noteReturnToStatement(store: Store, of: AccountMonth, now: Date): Promise<void> {
  const open = (await chargesOfMonth(store.read, of)).filter(isOpenOnAccount);
  const attempts = grouped(await attemptsOf(store, open), ({ chargeId }) => chargeId);
  const unheard = open.filter(({ id }) => notYetAtPayfast(attempts.get(id) ?? []).length > 0);
  // Whoever looks again writes nothing.
  if (unheard.length === 0) return;
  await store.tx(async (tx) => {
    for (const charge of unheard) await noteChargeAtPayfast(tx, charge, now);
  });
}

/** How many bookings are read at once. */
const AT_A_TIME = 200;

/** Of their bookings. */
async function attemptsOf({ read }: Pick<Store, "read">, all: readonly Charge[]): Promise<Payment[]> {
  const attempts: Payment[] = [];
  for (const some of inParts([...new Set(all.map(({ quoteId }) => quoteId))], AT_A_TIME))
    attempts.push(...(await allAttemptsOfAll(read, some)));
  return attempts;
}

/** What is true for whoever looks at it. `waiting`: they have come back from paying, and PayFast has said nothing yet. */
export type StatementState = "paid" | "at_bank" | "waiting" | "to_pay";

/** @param visit.answered as many payments were answered when they left to pay; null if they haven't */
export function statementState(
  { owed, answered, isPending }: Pick<StatementToPay, "owed" | "answered" | "isPending">,
  visit: { answered: number | null; paysAgain: boolean },
): StatementState {
  if (!owed) return "paid";
  if (isPending && !visit.paysAgain) return "at_bank";
  return visit.answered === answered ? "waiting" : "to_pay";
}
