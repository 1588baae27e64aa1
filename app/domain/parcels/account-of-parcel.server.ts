import type { Tx } from "#db/store.server";
import { attemptsOfCharge, type Payment, setStates, startCharge } from "../money/attempts.server";
import { type Charge, changeOnAccount, isOpenOnAccount, onAccountOf, setChargeState } from "../money/charges.server";
import { creditOf, dueOn, leftToPay } from "../money/credit.server";
import { creditUndone, papersOf } from "../money/invoices.server";
import { getsAllBack } from "../money/refunds.server";
import { invoiceCharge } from "./issue-invoice.server";
import type { Quote } from "./quotes/quote";
import { quoteById } from "./quotes/saved-quotes.server";
import { parcelChanged } from "./raise-event.server";
import type { ParcelChange } from "./state-changes";

/** What became of a parcel. `isWithdrawn`: its booking was cancelled before anybody collected it. */
type Became = { isCollected: boolean; isWithdrawn: boolean };

/**
 * Makes what an account owes for a booking as it is due. Once its parcel is collected, each charge has its tax invoice,
 * dated that day (VAT Act 89 of 1991, s20). A collection that is taken back credits it. Nothing more is owed for what was
 * cancelled or is paid back. What is paid stays. Repeating it changes nothing.
 */
export async function restateAccount(
  tx: Tx,
  quoteId: string,
  whatBecame: () => Promise<Became>,
  now: Date,
): Promise<void> {
  const open = (await onAccountOf(tx, quoteId)).filter(isOpenOnAccount);
  const quote = open.length > 0 ? await quoteById(tx, quoteId) : null;
  if (!quote) return;
  const became = await whatBecame();
  const isOver = became.isWithdrawn || getsAllBack(quote);
  for (const charge of open) {
    if (isOver) await endOnAccount(tx, charge, now);
    else if (became.isCollected && charge.invoicedAt === null) await invoiceOnAccount(tx, quote, charge, now);
    else if (!became.isCollected && charge.invoicedAt !== null) await takeInvoiceBack(tx, charge, now);
  }
}

/** An account owes a charge no more: its invoice is credited, if it had one. */
async function endOnAccount(tx: Tx, charge: Charge, now: Date): Promise<void> {
  if (charge.invoicedAt) await creditWhatIsLeft(tx, charge, "nothing is owed for this booking", now);
  await changeOnAccount(tx, charge, { state: "withdrawn", endedAt: now });
}

/** An account owes again what ended at a moment, because its sender had refused to pay more by a mistake. */
export async function reopenAccount(tx: Tx, quoteId: string, endedAt: Date): Promise<void> {
  for (const charge of await onAccountOf(tx, quoteId))
    if (charge.state === "withdrawn" && charge.endedAt?.getTime() === endedAt.getTime())
      await changeOnAccount(tx, charge, { state: "open", endedAt: null, invoicedAt: null, payBy: "" });
}

/** An account has paid a charge, at a moment. Programs are told of a booking's price. */
export async function payOnAccount(tx: Tx, charge: Charge, paidAt: Date, now: Date): Promise<void> {
  await setChargeState(tx, charge, "paid", paidAt);
  await tellOfPrice(tx, charge, "paid on account", now);
}

async function tellOfPrice(tx: Tx, { reason, quoteId }: Charge, change: ParcelChange, now: Date): Promise<void> {
  if (reason === "price") await parcelChanged(tx, change, { quoteId, happenedAt: now }, now);
}

/**
 * An account owes a charge again, because its payment was noted by mistake or the customer's bank took it back: what its
 * invoice asks for, less what was credited of it since. Of what was cancelled it owes nothing.
 */
export async function oweAgain(tx: Tx, quote: Quote, charge: Charge, now: Date): Promise<void> {
  const askedCents = (await papersOf(tx, charge.quoteId))
    .filter(({ chargeId }) => chargeId === charge.id)
    .reduce((sum, { kind, grossCents }) => sum + (kind === "invoice" ? grossCents : -grossCents), 0);
  const open = { creditedCents: charge.amountCents - askedCents, state: "open", endedAt: null } as const;
  await changeOnAccount(tx, charge, open);
  if (askedCents <= 0 || getsAllBack(quote)) await endOnAccount(tx, { ...charge, ...open }, now);
  await tellOfPrice(tx, charge, "owed again on account", now);
}

async function invoiceOnAccount(tx: Tx, quote: Quote, charge: Charge, now: Date): Promise<void> {
  const { id, mode } = await attemptToInvoice(tx, charge, now);
  await invoiceCharge(tx, quote, charge, { id, mode, paidCents: leftToPay(charge) }, now);
  const { days = 0 } = (await creditOf(tx, charge.accountUid ?? "")) ?? {};
  await changeOnAccount(tx, charge, { invoicedAt: now, payBy: dueOn(now, days) });
}

/** The attempt that a charge's invoice names. After an invoice that was taken back it is another: each has one invoice. */
async function attemptToInvoice(tx: Tx, charge: Charge, now: Date): Promise<Payment> {
  const before = await attemptsOfCharge(tx, charge);
  const papers = await papersOf(tx, charge.quoteId);
  const isFree = ({ id, state }: Payment) => state === "started" && !papers.some(({ paymentId }) => paymentId === id);
  const free = before.find(isFree);
  if (free) return free;
  const [first] = before;
  if (!first) throw new Error(`charge ${charge.id} was never to be paid`);
  await setStates(
    tx,
    before.filter(({ state }) => state === "started"),
    "undone",
  );
  await startCharge(tx, charge, first.mode, now);
  const started = (await attemptsOfCharge(tx, charge)).find(isFree);
  if (!started) throw new Error(`charge ${charge.id} has no attempt`);
  return started;
}

async function takeInvoiceBack(tx: Tx, charge: Charge, now: Date): Promise<void> {
  await creditWhatIsLeft(tx, charge, "its collection was taken back", now);
  await changeOnAccount(tx, charge, { invoicedAt: null, payBy: "" });
}

async function creditWhatIsLeft(tx: Tx, charge: Charge, because: string, now: Date): Promise<void> {
  const [attempt] = await attemptsOfCharge(tx, charge);
  if (attempt) await creditUndone(tx, attempt, now, because);
}
