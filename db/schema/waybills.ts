import { sql } from "drizzle-orm";
import { index, int, oneOf, table, text, time } from "../columns";
import { quotes } from "./quotes";

export const trackingEventKinds = [
  "booked",
  "collected",
  "in_transit",
  "out_for_delivery",
  "delivered",
  "failed_attempt",
  "returned",
  "cancelled",
] as const;

/** A paid booking's waybill. One quote has at most one, and a number is never used again. */
export const waybills = table(
  "waybills",
  {
    waybillNo: text("waybill_no").primaryKey(),
    quoteId: text("quote_id")
      .notNull()
      .unique()
      .references(() => quotes.id),
    issuedAt: time("issued_at").notNull(),
    /** Where the parcel as a whole stands, and since when. The database keeps both itself, whoever adds an event: `db/staff-views/`. */
    lastEvent: oneOf("last_event", trackingEventKinds),
    lastEventAt: time("last_event_at"),
  },
  (waybills) => [
    index("waybills_by_issue").on(waybills.issuedAt),
    index("waybills_delivered").on(waybills.lastEventAt).where(sql`last_event = 'delivered'`),
    index("waybills_under_way")
      .on(waybills.lastEventAt, waybills.lastEvent)
      .where(sql`last_event not in ('delivered', 'returned', 'cancelled')`),
  ],
);

/** What happened to a parcel, in order. Nothing personal goes in here: anybody with the number can read it. */
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
    /** Of how many pieces; empty for booking and cancelling, and for marks from before pieces were counted: of all. */
    pieces: int("pieces"),
  },
  (events) => [index("tracking_events_by_waybill").on(events.waybillNo, events.happenedAt)],
);

/** The four digits that a receiver says at the gate. They stay the same for a parcel, however often they are asked for. */
export const deliveryPins = table("delivery_pins", {
  waybillNo: text("waybill_no")
    .primaryKey()
    .references(() => waybills.waybillNo),
  pin: text("pin").notNull(),
  madeAt: time("made_at").notNull(),
  wrongTries: int("wrong_tries").notNull().default(0),
});
