import type { QuoteStatus } from "../money/payment-state";
import type { WebhookEvent } from "../post/webhooks/event-types";
import type { EventKind } from "./happening";

/** The event that programs are told of a change by, or why they aren't told. */
export type Told = WebhookEvent | { silent: string };

const silentBecause = (silent: string): Told => ({ silent });

const isNoBooking = silentBecause("a price isn't a booking yet");
const isStillUnpaid = silentBecause("it was unpaid before, and can still be paid");

/**
 * Every change of a booking's status: the status that it leads to, what leads there, and what programs are told.
 * `setStatus` writes a status only by one of these, so a new status or a new way to one doesn't compile without its row.
 */
export const bookingChanges = {
  quoted: { priced: isNoBooking },
  manual: { priced: isNoBooking },
  error: { priced: isNoBooking },
  pending_payment: {
    booked: silentBecause("the answer to whoever booked says it"),
    "priced by the office": silentBecause("such a price is asked for on the site, and an email answers"),
    "paying again": isStillUnpaid,
    "attempt reported": isStillUnpaid,
    "payment undone": "booking.unpaid",
  },
  waybill_created: {
    paid: "booking.paid",
    "on account": silentBecause("the answer to whoever booked says it"),
    "on account later": "booking.on_account",
  },
  payfast_failed: { "attempt reported": isStillUnpaid },
  payfast_cancelled: { "attempt reported": isStillUnpaid },
  cancelled: {
    cancelled: "booking.cancelled",
    replaced: silentBecause("its customer goes on in the wizard: the next booking has the same details"),
    anonymised: silentBecause("it belongs to no account any more, so no program can ask for it"),
  },
  // Only bookings of earlier releases have these.
  paid: {},
  payfast_complete: {},
  failed: {},
} as const satisfies Record<QuoteStatus, Record<string, Told>>;

type Changes = typeof bookingChanges;
/** What can lead to a status; to any of them, if there are several. */
export type LeadsTo<Status extends QuoteStatus> = keyof Changes[Status];
/** The statuses that something can lead to. */
export type StatusBy<How extends string> = {
  [Status in QuoteStatus]: How extends LeadsTo<Status> ? Status : never;
}[QuoteStatus];

/**
 * Every change of a parcel's state, and what programs are told: each event that its history can have, and what changes
 * without one. `parcelChanged` tells it.
 */
export const parcelChanges = {
  booked: silentBecause("booking.paid says it, or booking.on_account"),
  failed_collection: "parcel.failed_collection",
  collected: "parcel.collected",
  in_transit: "parcel.in_transit",
  at_depot: "parcel.at_depot",
  out_for_delivery: "parcel.out_for_delivery",
  delivered: "parcel.delivered",
  failed_attempt: "parcel.failed_attempt",
  returning: "parcel.returning",
  returned: "parcel.returned",
  cancelled: silentBecause("booking.cancelled says it, or booking.unpaid"),
  ended: "parcel.ended",
  reported: silentBecause("only the office knows what a driver has reported"),
  "mark undone": "parcel.corrected",
  "more to pay": "booking.amount_due",
  "paid on account": "booking.paid",
  "owed again on account": "booking.on_account",
  late: silentBecause("nothing has happened to it; sender and receiver get a message from us"),
  delayed: silentBecause("the answers for its booking have warnings while it lasts"),
  "no longer late": silentBecause("what ended it has an event of its own, or moved a day that was agreed"),
} as const satisfies Record<
  | EventKind
  | "returning"
  | "mark undone"
  | "more to pay"
  | "paid on account"
  | "owed again on account"
  | "late"
  | "delayed"
  | "no longer late",
  Told
>;

export type ParcelChange = keyof typeof parcelChanges;
