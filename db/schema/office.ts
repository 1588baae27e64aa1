import { index, oneOf, primaryKey, table, text, time } from "../columns";
import { quotes } from "./quotes";
import { waybills } from "./waybills";

/** The day, and the hours, that we agreed with a customer on the phone. It comes before what they wished for. */
export const agreedVisits = table(
  "agreed_visits",
  {
    waybillNo: text("waybill_no")
      .notNull()
      .references(() => waybills.waybillNo),
    stop: oneOf("stop", ["collection", "delivery"]).notNull(),
    /** A South African day, `2026-12-01`. */
    day: text("day").notNull(),
    /** On a South African clock, `09:00`; both are empty where any time of the day will do. */
    fromTime: text("from_time"),
    untilTime: text("until_time"),
    agreedAt: time("agreed_at").notNull(),
  },
  (visits) => [primaryKey({ columns: [visits.waybillNo, visits.stop] })],
);

/** What staff note about a booking for each other. Customers never see it; it goes with the names of the booking. */
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
