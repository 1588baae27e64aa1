import { attemptsOf } from "#app/domain/money/attempts.server";
import { refundsOf } from "#app/domain/money/refunds.server";
import { caseOccasions, casesAbout } from "#app/domain/parcels/cases.server";
import { trackingEventKinds } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { waybillOfQuote } from "../parcels/issue-waybill.server";
import { quoteById } from "../parcels/quotes/saved-quotes.server";

/** Emails about a parcel's events have keys that begin with the event; corrections begin with `correction`. */
const notifiedEvents = [
  ...trackingEventKinds,
  "returning",
  "return_missed",
  "not-today",
  "delayed",
  "delay-over",
  "correction",
  "pin-again",
];

/**
 * The beginnings of the keys of a quote's emails, beside what sends them in `bookings` and `bookings/payments`.
 */
const occasions = [
  "manual-quote-received",
  "manual-quote-wanted",
  "manual-price-ready",
  "booking-confirmed",
  "booking-cancelled",
  "money-to-pay-back",
  "refund-wanted",
  "collection-agreed",
  "return-agreed",
  "visit-agreed",
  "booking-changed",
  "part-received",
  "payment-number",
  "payment-undone",
  "refund-undone",
  "invoice-sent",
  "new-links",
];

/** The occasions of all emails about a quote, to customers and to staff. */
export async function quoteOccasions(store: Reader, quoteId: string): Promise<string[]> {
  const waybill = await waybillOfQuote(store, quoteId);
  const cases = waybill ? await casesAbout(store, waybill.waybillNo) : [];
  const refunds = await refundsOf(store, await attemptsOf(store, quoteId));
  const orderId = (await quoteById(store, quoteId))?.paymentOrderId;
  return [
    ...(orderId ? [`list-confirmed:${orderId}`, `list-announced:${orderId}`] : []),
    ...[...occasions, ...notifiedEvents].map((occasion) => `${occasion}:${quoteId}`),
    ...cases.flatMap(({ caseNo }) => caseOccasions.map((occasion) => `${occasion}:${caseNo}`)),
    ...refunds.map(({ reference }) => `refund-paid:${reference}`),
  ];
}
