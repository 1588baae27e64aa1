import { messagesCatalogue } from "#app/language/messages.server";
import { paths } from "#app/paths";
import type { Tx } from "#db/store.server";
import { writeToCustomer } from "../../messages/customer-emails.server";
import { linksOf } from "../../messages/message-links.server";
import { notifyPeople } from "../../messages/notify.server";
import { messageKey, type ParcelEmailData } from "../../messages/parcel-email";
import type { Person } from "../../messages/who-is-notified";
import {
  type Charge,
  chargeById,
  openChargesOf,
  setChargeState,
  townsToChange,
  waitForAllUntil,
} from "../../money/charges.server";
import { isPriceOnAccount } from "../../money/credit.server";
import type { Invoice } from "../../money/invoice";
import { moneyFor, owedBack, totalLeftCents } from "../../money/refunds.server";
import {
  historyOfQuote,
  piecesAsPaid,
  piecesOf,
  type Waybill,
  waybillOfQuote,
} from "../../parcels/issue-waybill.server";
import type { Quote } from "../../parcels/quotes/quote";
import { parcelChanged } from "../../parcels/raise-event.server";
import { restate } from "../../parcels/restate.server";
import { wasCollected } from "../../parcels/visits";
import { spokenWaybillNumber } from "../../parcels/waybill-number";
import { signedLink } from "../../post/emailed-link.server";
import { wordingThatFits } from "../../post/one-part";
import { withdrawOvertaken } from "../../post/overtaken.server";
import { newId } from "../../values/ids.server";
import type { Cents } from "../../values/money";
import { leaveAgreedDay } from "../agree-visit.server";
import { linkTo } from "../payments/invoice-of-booking.server";
import { promiseRefund, refundBy } from "../payments/promised-refund.server";
import { answerBy } from "./charge-answer.server";
import {
  amountDue,
  amountOnAccount,
  amountPaid,
  amountRefused,
  amountWithdrawn,
  type GoesOn,
  parcelGoesOn,
  parcelWaits,
  type Whereabouts,
} from "./charge-emails";

/**
 * A charge waits to be paid: its customer gets the link to pay by email, with all that waits, and a text with neither link
 * nor amount, and the receiver of a parcel that we have hears that it waits. One that is delivered waits no more: its customer
 * gets the email alone. Programs are told too.
 */
export async function tellDue(tx: Tx, quote: Quote, now: Date, isAgain = false): Promise<void> {
  const waybill = await parcelOf(tx, quote);
  await restate(tx, waybill.waybillNo);
  const where = await whereIs(tx, quote, waybill);
  await withdrawOvertaken(tx, quote.id, { by: "amount_due" }, now);
  if (waybill.nextVisit && waybill.nextVisit !== "return")
    await withdrawOvertaken(tx, quote.id, { by: `${waybill.nextVisit}_held_up` }, now);
  const occasion = `amount-due:${quote.id}:${newId()}`;
  const data = await dataOf(tx, quote, waybill, occasion, now);
  const charges = await openChargesOf(tx, [quote.id]);
  const link = await linkToPay(tx, charges);
  const isOnAccount = await isPriceOnAccount(tx, quote.id);
  const { texts } = messagesCatalogue();
  const shown = spokenWaybillNumber(waybill.waybillNo);
  const text = (person: Person, words: string) => ({
    key: `${messageKey({ occasion, person })}:sms`,
    about: "Your parcel waits",
    words,
    holds: "nothing secret" as const,
  });
  await notifyPeople(
    tx,
    "the office",
    quote,
    "amount_due",
    {
      sender: (...to) => amountDue(data(...to), { charges, where, link, isAgain, isOnAccount }),
      ...(where !== "delivered" && { senderText: text("sender", wordingThatFits(texts.amountDue(shown))) }),
      ...(where === "with us" && {
        receiver: (...to) => parcelWaits(data(...to), charges[0]?.payBy ?? ""),
        receiverText: text("receiver", wordingThatFits(texts.parcelWaits(shown))),
      }),
    },
    now,
  );
  await parcelChanged(tx, "more to pay", { quoteId: quote.id, happenedAt: now }, now);
}

/** A charge went on the account that owes the price: its customer is told, and nothing waits. */
export async function tellOnAccount(tx: Tx, quote: Quote, charge: Charge, now: Date): Promise<void> {
  const waybill = await parcelOf(tx, quote);
  await piecesFollow(tx, charge, waybill);
  await leaveOldTown(tx, quote, waybill, now);
  await restate(tx, waybill.waybillNo);
  const data = await dataOf(tx, quote, waybill, `amount-on-account:${quote.id}:${charge.id}`, now);
  await writeToCustomer(
    tx,
    "the office",
    quote,
    "amount_due",
    (person) => amountOnAccount(data(person, quote.email), charge),
    now,
  );
}

/** The email with the link to what waits to be paid once more, to its sender and its account. */
export async function sendDueAgain(tx: Tx, quote: Quote, charges: readonly Charge[], now: Date): Promise<void> {
  const waybill = await parcelOf(tx, quote);
  const where = await whereIs(tx, quote, waybill);
  const data = await dataOf(tx, quote, waybill, `amount-due:${quote.id}:${newId()}`, now);
  const link = await linkToPay(tx, charges);
  const isOnAccount = await isPriceOnAccount(tx, quote.id);
  const sender = (person: Person, to: string) =>
    amountDue(data(person, to), { charges, where, link, isAgain: false, isOnAccount });
  await notifyPeople(tx, "the office", quote, "amount_due", { sender }, now);
}

/** The page of one leads to the others. */
const linkToPay = async (tx: Tx, [first]: readonly Charge[]) =>
  first ? signedLink(tx, messagesCatalogue().charges.see, paths.charge(first.id)) : null;

/** Its payment was noted by mistake: the charge waits again, for as long as at first. */
export async function askChargeAgain(tx: Tx, quote: Quote, chargeId: string, now: Date): Promise<void> {
  const charge = await chargeById(tx, chargeId);
  if (!charge) return;
  const payBy = await answerBy(tx, now);
  await setChargeState(tx, charge, "open", now, payBy);
  const waybill = await parcelOf(tx, quote);
  await piecesFollow(tx, charge, waybill);
  const { nextVisit, lastEvent } = waybill;
  if (quote.cancelledAt || nextVisit === "return" || (!nextVisit && lastEvent !== "delivered"))
    return setChargeState(tx, charge, "withdrawn", now);
  await waitForAllUntil(tx, quote.id, payBy);
  await tellDue(tx, quote, now, true);
}

/** A charge was paid: its customer gets the invoice, and the receiver hears that the parcel goes on, if nothing is left. */
export async function chargeIsPaid(
  tx: Tx,
  quote: Quote,
  { charge, invoice, paidCents }: { charge: Charge; invoice: Invoice; paidCents: Cents },
  now: Date,
): Promise<void> {
  const waybill = await parcelOf(tx, quote);
  await piecesFollow(tx, charge, waybill);
  await leaveOldTown(tx, quote, waybill, now);
  const link = await linkTo(tx, invoice);
  await tellItGoesOn(tx, quote, charge, "amount-paid", now, (data, goesOn) =>
    amountPaid(data, { paidCents, goesOn, invoice: link }),
  );
}

/** The parcel has the pieces that are paid for or on account. Call it when one of these begins or ends. */
export async function piecesFollow(
  tx: Tx,
  { reason }: Pick<Charge, "reason">,
  { waybillNo }: Pick<Waybill, "waybillNo">,
) {
  if (reason === "pieces") await piecesAsPaid(tx, waybillNo);
}

/** What was agreed for the delivery was for the old address: once another town is paid for, nobody comes there. */
async function leaveOldTown(tx: Tx, quote: Quote, { waybillNo }: Waybill, now: Date): Promise<void> {
  if ((await townsToChange(tx, [quote.id])).has(quote.id)) await leaveAgreedDay(tx, quote, waybillNo, now);
}

/** The office asks for a charge no more, or for several that were refused. */
export async function tellWithdrawn(
  tx: Tx,
  quote: Quote,
  charge: Pick<Charge, "id" | "amountCents">,
  now: Date,
): Promise<void> {
  await tellItGoesOn(tx, quote, charge, "amount-withdrawn", now, (data, goesOn) =>
    amountWithdrawn(data, charge, goesOn),
  );
}

async function tellItGoesOn(
  tx: Tx,
  quote: Quote,
  charge: Pick<Charge, "id">,
  kind: "amount-paid" | "amount-withdrawn",
  now: Date,
  write: (data: ParcelEmailData, goesOn: GoesOn) => ReturnType<typeof amountPaid>,
): Promise<void> {
  const waybill = await parcelOf(tx, quote);
  await restate(tx, waybill.waybillNo);
  const left = await openChargesOf(tx, [quote.id]);
  // While something is left, its receiver still reads that it waits.
  const but = left.length > 0 ? "receiver" : undefined;
  await withdrawOvertaken(tx, quote.id, { by: "amount_settled", but }, now);
  const where = await whereIs(tx, quote, waybill);
  const data = await dataOf(tx, quote, waybill, `${kind}:${quote.id}:${charge.id}:${now.getTime()}`, now);
  const onward = await dataOf(tx, quote, waybill, `goes-on:${quote.id}:${charge.id}:${now.getTime()}`, now);
  const goesOn = left.length === 0 && where === "with us" && waybill.nextVisit === "delivery";
  const link = await linkToPay(tx, left);
  await notifyPeople(
    tx,
    "a payment",
    quote,
    "amount_settled",
    {
      sender: (...to) => write(data(...to), { where, left, link }),
      ...(goesOn && { receiver: (...to) => parcelGoesOn(onward(...to)) }),
    },
    now,
  );
}

/** Its customer doesn't want to pay it: what becomes of the parcel, and by when the money is back. */
export async function tellRefused(
  tx: Tx,
  quote: Quote,
  charge: Pick<Charge, "id" | "amountCents">,
  now: Date,
): Promise<Cents> {
  const waybill = await parcelOf(tx, quote);
  await restate(tx, waybill.waybillNo);
  await withdrawOvertaken(tx, quote.id, { by: "amount_settled" }, now);
  const owedCents = totalLeftCents(owedBack(await moneyFor(tx, quote.id), quote, now));
  const refundedBy = await refundBy(tx, now);
  if (owedCents > 0) await promiseRefund(tx, quote.id, refundedBy, now);
  const data = await dataOf(tx, quote, waybill, `amount-refused:${quote.id}:${charge.id}`, now);
  const { amountCents } = charge;
  const refusal = { amountCents, owedCents, refundedBy, isOnAccount: await isPriceOnAccount(tx, quote.id) };
  const email = (person: Person) => amountRefused(data(person, quote.email), refusal);
  await writeToCustomer(tx, "a payment", quote, "refunded", email, now);
  return owedCents;
}

async function whereIs(tx: Tx, quote: Quote, { lastEvent }: Waybill): Promise<Whereabouts> {
  if (lastEvent === "delivered") return "delivered";
  return wasCollected(await historyOfQuote(tx, quote.id)) ? "with us" : "not collected";
}

async function parcelOf(tx: Tx, quote: Quote): Promise<Waybill> {
  const waybill = await waybillOfQuote(tx, quote.id);
  if (!waybill) throw new Error(`quote ${quote.id} has no waybill`);
  return waybill;
}

async function dataOf(tx: Tx, quote: Quote, { waybillNo }: Waybill, occasion: string, now: Date) {
  const all = await linksOf(tx, { quoteId: quote.id, waybillNo });
  // Whoever pays can't stop what is about money.
  const links = { ...all, stop: { ...all.stop, sender: null, account: null } };
  const sent = { ...quote, quantity: (await piecesOf(tx, waybillNo)).of };
  return (person: Person, to: string): ParcelEmailData => ({
    ...{ occasion, person, to, quote: sent, waybillNo, links, arrival: null, happenedAt: now, now },
  });
}
