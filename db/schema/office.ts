import { index, json, oneOf, primaryKey, table, text, time } from "../columns";
import { quotes } from "./quotes";
import { visits, waybills } from "./waybills";

/** The visits agreed with customers on the phone. They take precedence over the collection day in the form. */
export const agreedVisits = table(
  "agreed_visits",
  {
    waybillNo: text("waybill_no")
      .notNull()
      .references(() => waybills.waybillNo),
    stop: oneOf("stop", visits).notNull(),
    /** A South African day, `2026-12-01`. */
    day: text("day").notNull(),
    /** South African time, `09:00`; both are empty if any time of the day is fine. */
    fromTime: text("from_time"),
    untilTime: text("until_time"),
    agreedAt: time("agreed_at").notNull(),
  },
  (visits) => [primaryKey({ columns: [visits.waybillNo, visits.stop] })],
);

/**
 * What a receiver asked for by the signed link. A day is also in `agreed_visits`; the words to the driver are a note with
 * the wish's id, so nothing here is personal.
 */
export const receiverWishes = table(
  "receiver_wishes",
  {
    id: text("id").primaryKey(),
    waybillNo: text("waybill_no")
      .notNull()
      .references(() => waybills.waybillNo),
    kind: oneOf("kind", ["day", "neighbour", "depot"]).notNull(),
    /**
     * A South African day, `2026-12-01`: the day of the delivery, or the last on which the depot keeps the parcel. For the
     * depot it is empty where the parcel wasn't collected yet: then it is counted from the collection.
     */
    day: text("day"),
    /** Empty if any time of the day is fine. */
    part: oneOf("part", ["morning", "afternoon"]),
    /** What the office had agreed on for the delivery. It holds again when the wish is taken back. */
    insteadOf: json<{ day: string; fromTime: string | null; untilTime: string | null }>("instead_of"),
    wishedAt: time("wished_at").notNull(),
    endedAt: time("ended_at"),
    /** `not the receiver`: somebody else had made it, and the link takes no more. */
    endedBy: oneOf("ended_by", ["the receiver", "a later wish", "the office", "not the receiver"]),
  },
  (wishes) => [index("receiver_wishes_by_waybill").on(wishes.waybillNo, wishes.wishedAt)],
);

/** Staff's notes about a booking. Customers never see them; they are deleted when the booking is anonymised. */
export const bookingNotes = table(
  "booking_notes",
  {
    id: text("id").primaryKey(),
    quoteId: text("quote_id")
      .notNull()
      .references(() => quotes.id, { onDelete: "cascade" }),
    notedAt: time("noted_at").notNull(),
    who: text("who").notNull(),
    note: text("note").notNull(),
  },
  (notes) => [index("booking_notes_by_quote").on(notes.quoteId, notes.notedAt)],
);
