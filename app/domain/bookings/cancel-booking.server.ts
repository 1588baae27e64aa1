import type { Cause } from "#app/domain/limits/cause";
import { DAYS } from "#app/durations";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, number, say } from "#app/language/say";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader, Tx } from "#db/store.server";
import { writeToAccount, writeToCustomer } from "../messages/customer-emails.server";
import { endCancelled } from "../messages/mark-and-notify.server";
import { salutationOf } from "../messages/parcel-email";
import { parcelFacts } from "../messages/parcel-facts";
import type { Person } from "../messages/who-is-notified";
import { isPriceOnAccount } from "../money/credit.server";
import { papersOf } from "../money/invoices.server";
import { isPaid } from "../money/payment-state";
import { type MoneyIn, moneyFor, owedBack, totalLeftCents } from "../money/refunds.server";
import { findWaybill, historyOfQuote, type TrackingEvent } from "../parcels/issue-waybill.server";
import { answerReports } from "../parcels/open-reports.server";
import { addParcelEvent } from "../parcels/parcel-event.server";
import type { Quote } from "../parcels/quotes/quote";
import { markCancelled, quoteById } from "../parcels/quotes/saved-quotes.server";
import { termsLinkOf } from "../parcels/quotes/terms-link.server";
import { CANCELLABLE_AFTER_DAYS } from "../parcels/quotes/terms-version";
import { wasCollected } from "../parcels/visits";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type Link } from "../post/compose";
import { signatureWithPhone, withoutLinks } from "../post/customer-words";
import type { Email } from "../post/email";
import { queueEmail } from "../post/outbox.server";
import { withdrawOvertaken } from "../post/overtaken.server";
import type { Cents } from "../values/money";
import { type DoneOr, refused } from "../values/refused";
import { linkTo } from "./payments/invoice-of-booking.server";
import { receiverOfCancelled } from "./payments/notify-of-booking.server";
import { promiseRefund, refundBy } from "./payments/promised-refund.server";
import { refundWanted } from "./payments/refund-emails";

/** `owedCents` must be refunded to the customer; `added` is false when the booking was already cancelled. */
export type Cancellation = DoneOr<
  { quote: Quote; added: boolean; owedCents: Cents },
  { why: "There is no such quote." | NotCancellable }
>;

/**
 * Who cancels. A program by its key, and the site itself when nobody has paid, write to the account alone: whoever booked
 * chose the other address, and was not counted for it.
 */
export type Canceller = "staff" | "the site" | "a program" | { customer: Cause };

/** Why a booking can't be cancelled. */
export type NotCancellable =
  | "The customer did not complete this booking."
  | "Nobody has booked this quote or asked for a price. It expires by itself."
  | "The parcel has been collected, so the booking can no longer be cancelled.";

/**
 * Cancels a booking, or a request for a price, before the parcel is collected, for staff or for its customer. The
 * customer gets an email. Money that was paid is recorded as owed to the customer, and so is any that still arrives.
 * Staff also cancel what was collected and has not arrived in the time that the terms name: the parcel ends.
 * @param because the reason; customers may leave it out
 */
export async function cancelBooking(
  tx: Tx,
  quoteId: string,
  because: string,
  now: Date,
  who: Canceller = "staff",
): Promise<Cancellation> {
  const by = who === "staff" || who === "the site" ? "staff" : "customer";
  const quote = await quoteById(tx, quoteId);
  if (!quote) return refused("There is no such quote.");
  const came = await moneyFor(tx, quote.id);
  const owedCents = totalLeftCents(owedBack(came, "all of it", now));
  if (quote.cancelledAt) return { ok: true, quote, added: false, owedCents };
  const isOnAccount = await isPriceOnAccount(tx, quote.id);
  const papers = await papersOf(tx, quote.id);
  const history = await historyOfQuote(tx, quote.id);
  const waybillNo = history[0]?.waybillNo;
  const isLate = by === "staff" && waybillNo !== undefined && (await isLongUndelivered(tx, waybillNo, history, now));
  const why = isLate ? null : whyNotCancellable(quote, history);
  if (why) return refused(why);
  if (waybillNo && !isLate) {
    await addParcelEvent(tx, { waybillNo, kind: "cancelled", happenedAt: now }, now);
    await answerReports(tx, waybillNo, now);
  }
  await markCancelled(tx, quote.id, { by, reason: by === "customer" && because ? because : null }, now);
  await withdrawOvertaken(tx, quoteId, { by: "cancelled" }, now);
  const told = isLate ? await endCancelled(tx, quote, waybillNo, now) : undefined;
  const receiver = waybillNo && !isLate ? await receiverOfCancelled(tx, quote, waybillNo, now) : told;
  const terms = await termsLinkOf(tx, quote);
  const refundedBy = await refundBy(tx, now);
  if (owedCents > 0) await promiseRefund(tx, quote.id, refundedBy, now);
  const credited = (await papersOf(tx, quote.id)).slice(papers.length);
  const creditNotes = await Promise.all(credited.map((paper) => linkTo(tx, paper)));
  const links = [...creditNotes.filter((link) => link !== null), ...terms];
  const money = { owedCents, back: whyNothingOwed(came, isOnAccount), refundedBy };
  const email = (person: Person) =>
    bookingCancelled(quote, { ...money, person, waybillNo, because, by: isLate ? "late" : by, links });
  const cause = causeOf(who, quote);
  if (cause === "its own account") await writeToAccount(tx, quote, email, now);
  else await writeToCustomer(tx, cause, quote, "cancelled", email, now, receiver);
  const appUrl = (await readSiteFacts(tx))?.appUrl ?? null;
  if (by === "customer" && owedCents > 0)
    await queueEmail(tx, "ourselves", refundWanted(quote, { because, owedCents, appUrl }), now);
  return { ok: true, quote, added: true, owedCents };
}

/** Why a booking can't be cancelled, with its parcel's history; null if it can. */
export function whyNotCancellable(quote: Quote, history: readonly TrackingEvent[]): NotCancellable | null {
  if (quote.status === "cancelled") return "The customer did not complete this booking.";
  if (!quote.bookedAt && !quote.manualRequestedAt)
    return "Nobody has booked this quote or asked for a price. It expires by itself.";
  return wasCollected(history) ? "The parcel has been collected, so the booking can no longer be cancelled." : null;
}

/** Whether the terms let its customer cancel a parcel that we have: it should have arrived long ago. */
export async function isLongUndelivered(
  store: Reader,
  waybillNo: string,
  history: readonly TrackingEvent[],
  now: Date,
): Promise<boolean> {
  const paidAt = history.findLast(({ kind }) => kind === "booked")?.happenedAt ?? now;
  const isOver = now.getTime() - paidAt.getTime() >= CANCELLABLE_AFTER_DAYS * DAYS;
  return isOver && wasCollected(history) && ((await findWaybill(store, waybillNo))?.nextVisit ?? null) !== null;
}

function causeOf(who: Canceller, { status }: Quote): Cause {
  if (who === "staff") return "the office";
  if (typeof who === "object") return who.customer;
  return isPaid(status) ? "a payment" : "its own account";
}

type NothingOwed = "takenOffAccount" | "takenByBank" | "refundedBefore" | "notCharged";

/** Where the money is of a booking of which nothing is refunded now. `isOnAccount`: its account would have paid it by month. */
function whyNothingOwed(came: readonly MoneyIn[], isOnAccount: boolean): NothingOwed {
  if (isOnAccount) return "takenOffAccount";
  if (came.some(({ chargedBackCents }) => chargedBackCents > 0)) return "takenByBank";
  return came.length > 0 ? "refundedBefore" : "notCharged";
}

type Cancelled = {
  person: Person;
  waybillNo: string | undefined;
  because: string;
  owedCents: Cents;
  /** Why nothing is refunded, where nothing is. */
  back: NothingOwed;
  /** The day by which it is refunded. */
  refundedBy: string;
  /** `late`: staff have cancelled what has not arrived in the time that the terms name. */
  by: "staff" | "customer" | "late";
  /** To its credit notes, and the terms on cancelling. */
  links: Link[];
};

/** To the customer: the booking is cancelled, by us or by them, with the reason and what happens to their money. */
export function bookingCancelled(quote: Quote, cancelled: Cancelled): Email {
  const { person, waybillNo, because, owedCents, back, refundedBy, by, links } = cancelled;
  const words = messagesCatalogue().bookings.cancelled;
  const { about, facts } = messagesCatalogue().emails;
  // A reason that a customer typed may contain links, which we don't send on.
  const why = by === "customer" ? withoutLinks(because) : because;
  return {
    key: `booking-cancelled:${quote.id}`,
    to: quote.email,
    ...compose({
      headline: waybillNo ? words.headline : words.requestHeadline,
      about: waybillNo ? about.waybill(spokenWaybillNumber(waybillNo)) : about.quote(quote.quoteNo),
      greeting: salutationOf({ person, quote }),
      opening: [words.opening[by]],
      facts: [
        waybillNo
          ? [facts.waybill, say`${number(spokenWaybillNumber(waybillNo))}`]
          : [facts.quote, say`${number(quote.quoteNo)}`],
        ...parcelFacts(quote, person),
        ...(why ? ([[facts.why, say`${why}`]] as const) : []),
        ...(owedCents > 0 ? ([[facts.refund, say`${amount(owedCents)}`]] as const) : []),
      ],
      explained: owedCents > 0 ? words.refunded(refundedBy) : words[back],
      links,
      closing: [],
      signature: signatureWithPhone(),
    }),
  };
}
