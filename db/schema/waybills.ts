import { sql } from "drizzle-orm";
import { bool, index, int, oneOf, table, text, time } from "../columns";
import { delays } from "./delays";
import { quotes } from "./quotes";

export const trackingEventKinds = [
  "booked",
  "failed_collection",
  "collected",
  "in_transit",
  /** It is at our depot: for its receiver, if they fetch it. */
  "at_depot",
  "out_for_delivery",
  "delivered",
  "failed_attempt",
  "returned",
  "cancelled",
  /** It will not arrive. `because` says why. */
  "ended",
  /** A driver's report that isn't for the public. */
  "reported",
] as const;

/** Why a parcel will not arrive. */
export const endings = ["lost", "damaged", "unclaimed", "police", "destroyed", "cancelled"] as const;

/** What a driver goes to a parcel for. */
export const visits = ["collection", "delivery", "return"] as const;

/** Whose word a parcel waits for; `payer`: for more to be paid. */
export const waitsFor = ["office", "sender", "receiver", "payer"] as const;
export type WaitsFor = (typeof waitsFor)[number];

/** Waybills of paid bookings. A quote has at most one, and a number is never used again. */
export const waybills = table(
  "waybills",
  {
    waybillNo: text("waybill_no").primaryKey(),
    quoteId: text("quote_id")
      .notNull()
      .unique()
      .references(() => quotes.id),
    issuedAt: time("issued_at").notNull(),
    /** How many pieces the sender sends, if fewer or more than are booked; else empty. */
    pieces: int("pieces"),
    /**
     * The parcel's state, which `restate` in app/domain/parcels works out: the event that describes it as a whole, with
     * its time; the visit that comes next, empty when none does; how many pieces have got how far; what the office
     * has to do, in its lists' words; and whether it must phone the receiver, because no message can reach them.
     */
    lastEvent: oneOf("last_event", trackingEventKinds),
    lastEventAt: time("last_event_at"),
    nextVisit: oneOf("next_visit", visits),
    /** Empty until the first start of a release that has it; filled then. */
    piecesCollected: int("pieces_collected"),
    piecesDelivered: int("pieces_delivered"),
    piecesReturned: int("pieces_returned"),
    officeMust: text("office_must"),
    waitsFor: oneOf("waits_for", waitsFor),
    phoneReceiver: bool("phone_receiver"),
    /**
     * The South African day since which it is late; by when its people were promised news stands in `promises`. Empty
     * while it isn't late; blank for a parcel from before lateness was noticed that hasn't been looked at since.
     */
    lateOn: text("late_on"),
    /** When its people were told that it is late. */
    lateToldAt: time("late_told_at"),
    /** After a failed delivery: by when its receiver may choose a day, before the office phones them. */
    answerBy: time("answer_by"),
    /** The delay that its people were told of last, and when they were told that it is over before its last day. */
    delayedBy: text("delayed_by").references(() => delays.id),
    delayOverAt: time("delay_over_at"),
  },
  (waybills) => [
    index("waybills_by_issue").on(waybills.issuedAt),
    index("waybills_stateless").on(waybills.waybillNo).where(sql`pieces_collected is null`),
    index("waybills_delivered").on(waybills.lastEventAt).where(sql`last_event = 'delivered'`),
    index("waybills_delayed").on(waybills.delayedBy).where(sql`delayed_by is not null`),
    index("waybills_under_way").on(waybills.lastEventAt, waybills.lastEvent).where(sql`next_visit is not null`),
  ],
);

/** The history of parcels. It must contain nothing personal: anybody with the number can read it, but not `reported`. */
export const trackingEvents = table(
  "tracking_events",
  {
    id: text("id").primaryKey(),
    waybillNo: text("waybill_no")
      .notNull()
      .references(() => waybills.waybillNo),
    kind: oneOf("kind", trackingEventKinds).notNull(),
    happenedAt: time("happened_at").notNull(),
    place: text("place"),
    /**
     * How many pieces the event is about. Empty for all: for booking and cancelling, and before pieces were counted.
     */
    pieces: int("pieces"),
    /** Why it has ended; empty for every other event. */
    because: oneOf("because", endings),
  },
  (events) => [index("tracking_events_by_waybill").on(events.waybillNo, events.happenedAt)],
);

/** The four digits that a receiver tells the driver. A parcel's PIN never changes. */
export const deliveryPins = table("delivery_pins", {
  waybillNo: text("waybill_no")
    .primaryKey()
    .references(() => waybills.waybillNo),
  pin: text("pin").notNull(),
  madeAt: time("made_at").notNull(),
  wrongTries: int("wrong_tries").notNull().default(0),
});
