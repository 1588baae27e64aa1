import { table, text, time } from "../columns";

/**
 * Days on which nobody collects or delivers in an area, or anywhere: a flood, a strike. The people of each parcel whose
 * visit lies there and then are told once; its waybill names the delay.
 */
export const delays = table("delays", {
  id: text("id").primaryKey(),
  /** The first and the last postal code; both are empty for everywhere. */
  fromCode: text("from_code"),
  toCode: text("to_code"),
  /** The towns of these codes, as they were called when it was made; blank for many, and for everywhere. */
  place: text("place").notNull(),
  /** South African days, `2026-12-01`: the first and the last. */
  fromDay: text("from_day").notNull(),
  untilDay: text("until_day").notNull(),
  /** The reason, in words that customers read. */
  because: text("because").notNull(),
  /** The person of the office. */
  who: text("who").notNull(),
  at: time("at").notNull(),
  /** When it was taken back, or another took its place. Empty for one that lasts, or lasted, until its last day. */
  endedAt: time("ended_at"),
});
