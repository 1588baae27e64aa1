import { sql } from "drizzle-orm";
import { bool, index, int, oneOf, table, text, time, uniqueIndex } from "../columns";
import { visits, waybills } from "./waybills";

/** Our drivers. A driver who stops is blocked, not deleted, because marks name them. */
export const drivers = table(
  "drivers",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    phone: text("phone").notNull(),
    /** The application that they made, if any. */
    applicationNo: text("application_no"),
    addedAt: time("added_at").notNull(),
    blockedAt: time("blocked_at"),
    /** The end of their number plate, for receivers whose parcel is out for delivery. Erased when they are blocked. */
    plate: text("plate"),
  },
  (drivers) => [uniqueIndex("drivers_by_name").on(drivers.name)],
);

/** Which driver goes to which parcel on a day, and what for. */
export const stops = table(
  "stops",
  {
    id: text("id").primaryKey(),
    waybillNo: text("waybill_no")
      .notNull()
      .references(() => waybills.waybillNo),
    driverId: text("driver_id")
      .notNull()
      .references(() => drivers.id),
    /** A South African day, `2026-11-21`. */
    day: text("day").notNull(),
    visit: oneOf("visit", visits).notNull(),
    /** A collection at the receiver's: it was given to the wrong person, and is fetched back. */
    fromReceiver: bool("from_receiver").notNull().default(false),
    /** The order of the day, from 1. */
    position: int("position").notNull(),
    assignedAt: time("assigned_at").notNull(),
    /** When it was given to another driver, to another day or to nobody. A mark made before that is still taken. */
    removedAt: time("removed_at"),
  },
  (stops) => [
    uniqueIndex("stops_by_parcel").on(stops.waybillNo, stops.day, stops.visit).where(sql`removed_at is null`),
    index("stops_by_driver").on(stops.driverId, stops.day, stops.position),
  ],
);

export const driverMarkKinds = ["collected", "delivered", "returned", "nobody_there", "something_wrong"] as const;

/** Why a visit came to nothing. `app/domain/parcels/reports.ts` says what follows. */
export const driverReports = [
  "gate_closed",
  "no_answer",
  "nobody",
  "another_day",
  "not_found",
  "refused",
  "damaged",
  "piece_missing",
  "not_here",
  "unsafe",
  "broke_down",
  "to_depot",
  "other",
] as const;

/** Why a driver collected fewer pieces than are booked. The same file says what follows. */
export const fewerReports = ["no_more", "not_ready", "no_room", "rest_other"] as const;

/** What a driver reported at a stop, and the proof of it. */
export const driverMarks = table(
  "driver_marks",
  {
    id: text("id").primaryKey(),
    /** Made from the form and its answers: the same form sent again is the same mark. */
    formKey: text("form_key").notNull().unique(),
    waybillNo: text("waybill_no")
      .notNull()
      .references(() => waybills.waybillNo),
    driverId: text("driver_id")
      .notNull()
      .references(() => drivers.id),
    kind: oneOf("kind", driverMarkKinds).notNull(),
    /** What the driver had come for. */
    visit: oneOf("visit", visits).notNull(),
    pieces: int("pieces").notNull(),
    /** Why nobody was there, what is wrong, why there are fewer pieces, or why there was no PIN. */
    reason: text("reason"),
    /** Why the visit came to nothing, or why fewer pieces were collected; empty if neither was so. */
    report: oneOf("report", [...driverReports, ...fewerReports]),
    /** What the office must do about the report, and whether no driver is sent before it has. */
    officeMust: text("office_must"),
    waitsForOffice: bool("waits_for_office").notNull().default(false),
    /** When the office did it. */
    answeredAt: time("answered_at"),
    /** The proof of a delivery. */
    proof: oneOf("proof", ["pin", "name"]),
    /** Who received the parcel without a PIN. Erased with the booking's names. */
    takenBy: text("taken_by"),
    /** When the driver pressed the button. */
    filledInAt: time("filled_in_at").notNull(),
    receivedAt: time("received_at").notNull(),
    /** The phone says that a photo was taken, and we don't have it yet. */
    photoMissing: bool("photo_missing").notNull().default(false),
  },
  (marks) => [
    index("driver_marks_by_parcel").on(marks.waybillNo, marks.receivedAt),
    index("driver_marks_by_driver").on(marks.driverId, marks.receivedAt),
  ],
);

/**
 * A mark that the site could not believe: its stop had moved, its driver was signed out or blocked, its PIN was wrong.
 * The office believes it, which makes it a driver's mark, or drops it. One for each stop: the newest.
 */
export const reportedMarks = table(
  "reported_marks",
  {
    id: text("id").primaryKey(),
    /** The stop whose form was filled in. Its driver is the mark's, whoever's phone sent it. */
    stopId: text("stop_id")
      .notNull()
      .unique()
      .references(() => stops.id),
    waybillNo: text("waybill_no")
      .notNull()
      .references(() => waybills.waybillNo),
    driverId: text("driver_id")
      .notNull()
      .references(() => drivers.id),
    /** As `driver_marks.form_key`. */
    formKey: text("form_key").notNull(),
    kind: oneOf("kind", driverMarkKinds).notNull(),
    visit: oneOf("visit", visits).notNull(),
    /** What was typed; empty if the field was blank. */
    pieces: text("pieces").notNull(),
    pin: text("pin").notNull(),
    takenBy: text("taken_by").notNull(),
    reason: text("reason").notNull(),
    more: text("more").notNull(),
    /** Why it was not believed, in words. */
    why: text("why").notNull(),
    /** What the driver had reported at this stop before, in words. */
    earlier: text("earlier").notNull(),
    filledInAt: time("filled_in_at").notNull(),
    receivedAt: time("received_at").notNull(),
    /** When the office dropped it, or the driver made another mark there that was accepted. */
    answeredAt: time("answered_at"),
    photoMissing: bool("photo_missing").notNull().default(false),
    /** As `delivery_photos.jpeg`. */
    jpeg: text("jpeg"),
  },
  (marks) => [index("reported_marks_by_parcel").on(marks.waybillNo)],
);

/** A photo of a delivery, re-encoded by us: a JPEG of at most 300 KB, without metadata. */
export const deliveryPhotos = table(
  "delivery_photos",
  {
    markId: text("mark_id")
      .primaryKey()
      .references(() => driverMarks.id),
    waybillNo: text("waybill_no").notNull(),
    /** Base64. */
    jpeg: text("jpeg").notNull(),
    receivedAt: time("received_at").notNull(),
  },
  (photos) => [
    index("delivery_photos_by_parcel").on(photos.waybillNo),
    index("delivery_photos_by_age").on(photos.receivedAt),
  ],
);
