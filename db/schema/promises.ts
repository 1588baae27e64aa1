import { sql } from "drizzle-orm";
import { index, oneOf, primaryKey, table, text, time } from "../columns";

export const storedPromises = [
  "late_news",
  "next_news",
  "next_try",
  "price",
  "refund",
  "case_answer",
  "case_done",
  "application",
] as const;

/**
 * By when we told people that something is done. Whether it is done stands where it always does: a promise is over when
 * its time is, and `staff_promises` leaves out those that were kept. `about`: a waybill number, a quote's id, a case
 * number, or an application's id.
 */
export const promises = table(
  "promises",
  {
    kind: oneOf("kind", storedPromises).notNull(),
    about: text("about").notNull(),
    /** A South African time: `2026-12-09 12:00`. */
    until: text("until").notNull(),
    madeAt: time("made_at").notNull(),
    /** What the office told the people of a parcel, for `next_news`. */
    words: text("words"),
    /** When people were told that we are late with it. What was over before promises were stored counts as told. */
    overToldAt: time("over_told_at"),
  },
  (promises) => [
    primaryKey({ columns: [promises.kind, promises.about] }),
    index("promises_not_told").on(promises.until).where(sql`over_told_at is null`),
  ],
);
