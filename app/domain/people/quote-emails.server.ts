import { allAttemptsOf } from "#app/domain/money/attempts.server";
import { refundsOf } from "#app/domain/money/refunds.server";
import { casesAbout } from "#app/domain/parcels/cases.server";
import type { Reader } from "#db/store.server";
import { wishesOf } from "../drivers/wishes.server";
import { waybillOfQuote } from "../parcels/issue-waybill.server";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import type { messageKinds } from "../post/message-kinds";

type MessageKind = keyof typeof messageKinds;
/** Whose id comes after a message's kind in its key. */
type KeyedBy = "booking" | "wish" | "order" | "case" | "refund" | "nothing of a booking";

/**
 * What each kind of message is about: a parcel's page and its history have those of its booking, also to our own staff, and
 * they are erased with it.
 */
export const keyedBy: Record<MessageKind, KeyedBy> = {
  booked: "booking",
  failed_collection: "booking",
  collected: "booking",
  out_for_delivery: "booking",
  at_depot: "booking",
  failed_attempt: "booking",
  delivered: "booking",
  returned: "booking",
  returning: "booking",
  return_missed: "booking",
  "not-today": "booking",
  delayed: "booking",
  "delay-over": "booking",
  ended: "booking",
  correction: "booking",
  late: "booking",
  "late-collection": "booking",
  news: "booking",
  news_overdue: "booking",
  "collection-agreed": "booking",
  "return-agreed": "booking",
  "visit-agreed": "booking",
  wish: "wish",
  "wish-neighbour": "wish",
  "wish-day": "wish",
  "wish-ended": "wish",
  "pin-again": "booking",
  "new-links": "booking",
  // Of all their parcels.
  "links-again": "nothing of a booking",
  "receiver-changed": "booking",
  "booking-changed": "booking",
  "manual-quote-received": "booking",
  "manual-quote-wanted": "booking",
  "manual-price-ready": "booking",
  price_overdue: "booking",
  "bookings-imported": "order",
  // Of all that an account has to pay.
  "open-list": "nothing of a booking",
  "credit-changed": "nothing of a booking",
  "statement-ready": "nothing of a booking",
  "statement-paid": "nothing of a booking",
  "taken-off": "booking",
  "put-back": "booking",
  "booking-confirmed": "booking",
  "list-announced": "order",
  "list-confirmed": "order",
  "part-received": "booking",
  "payment-undone": "booking",
  "pay-link": "booking",
  "payment-moved": "booking",
  "claim-paid": "booking",
  "claim-undone": "booking",
  "invoice-sent": "booking",
  "amount-due": "booking",
  "amount-on-account": "booking",
  "amount-paid": "booking",
  "amount-withdrawn": "booking",
  "amount-refused": "booking",
  "goes-on": "booking",
  "booking-cancelled": "booking",
  cancelled: "booking",
  "refund-wanted": "booking",
  "refund-paid": "refund",
  refund_overdue: "booking",
  "refund-undone": "booking",
  // By the order's number as PayFast has it, which may be none of ours.
  "payment-refused": "nothing of a booking",
  "payment-number": "booking",
  "already-registered": "nothing of a booking",
  "application-acknowledged": "nothing of a booking",
  "application-answered": "nothing of a booking",
  application_overdue: "nothing of a booking",
  "driver-link": "nothing of a booking",
  "driver-application": "nothing of a booking",
  "webhook-off": "nothing of a booking",
  "shop-order-open": "nothing of a booking",
  "payments-not-compared": "nothing of a booking",
  "payments-differ": "nothing of a booking",
  "payments-unsigned": "nothing of a booking",
  "money-to-pay-back": "booking",
  "continue-draft": "nothing of a booking",
  "office-changed": "nothing of a booking",
  "office-join": "nothing of a booking",
  "case-received": "case",
  case_overdue: "case",
  "case-answered": "case",
  "case-opened": "case",
  "verify-email": "nothing of a booking",
  "reset-password": "nothing of a booking",
  "change-email": "nothing of a booking",
  "email-wanted": "nothing of a booking",
  "recover-email": "nothing of a booking",
  "password-changed": "nothing of a booking",
  "account-moves": "nothing of a booking",
  "account-move": "nothing of a booking",
  "account-stays": "nothing of a booking",
};

/** The occasions of all messages about a quote, to customers and to staff: the beginnings of their keys. */
export async function quoteOccasions(store: Reader, quoteId: string): Promise<string[]> {
  const waybill = await waybillOfQuote(store, quoteId);
  const orderId = (await quoteById(store, quoteId))?.paymentOrderId;
  const ids: Record<KeyedBy, string[]> = {
    booking: [quoteId],
    wish: waybill ? (await wishesOf(store, waybill.waybillNo)).map(({ id }) => id) : [],
    order: orderId ? [orderId] : [],
    case: waybill ? (await casesAbout(store, waybill.waybillNo)).map(({ caseNo }) => caseNo) : [],
    refund: (await refundsOf(store, await allAttemptsOf(store, quoteId))).map(({ reference }) => reference),
    "nothing of a booking": [],
  };
  return Object.entries(keyedBy).flatMap(([kind, by]) => ids[by].map((id) => `${kind}:${id}`));
}
