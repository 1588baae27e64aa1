import { and, desc, eq, gt, lte } from "drizzle-orm";
import { deliveryPhotos, driverMarks } from "#db/schema/rounds";
import { trackingEvents } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { answerKept, keepDone } from "../limits/done-once.server";
import { forgetReturnMissed } from "../messages/goes-back.server";
import { undoAndNotify } from "../messages/mark-and-notify.server";
import { tellAsWeSaid } from "../messages/not-today.server";
import { recordAction } from "../office/staff-actions.server";
import { piecesOf } from "../parcels/issue-waybill.server";
import { dropReportsOf, isHeldUp, reopenReports } from "../parcels/open-reports.server";
import { restate } from "../parcels/restate.server";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { HOLD_MS } from "../post/channels";
import { type DoneOr, refused } from "../values/refused";
import { saDateTime } from "../values/sa-time";
import { type DriverMark, markInWords } from "./driver-marks.server";
import type { Driver } from "./drivers.server";

/** How long a driver can take a mark back: until the messages about it leave, so that nobody has been told of it. */
const TAKE_BACK_MS = HOLD_MS;

/** A driver's mark that can be taken back: its form's key, and the parcels that the press marked. */
export type MarkToTakeBack = { key: string; parcels: string[] };

/** The mark of a parcel that its driver can take back now; null if there is none. */
export async function markToTakeBack(
  store: Reader,
  driver: Driver,
  waybillNo: string,
  now: Date,
): Promise<MarkToTakeBack | null> {
  const { driverId, waybillNo: no, receivedAt } = driverMarks;
  const since = gt(receivedAt, new Date(now.getTime() - TAKE_BACK_MS));
  const marks = await store
    .select()
    .from(driverMarks)
    .where(and(eq(driverId, driver.id), eq(no, waybillNo), since));
  for (const mark of marks) {
    const pressed = await markedWith(store, mark);
    if (!(await whyItStays(store, pressed, now)))
      return { key: mark.formKey, parcels: pressed.map((each) => each.waybillNo) };
  }
  return null;
}

/**
 * Takes back all that one press of a driver marked, as the office's `undo mark` does. Taking it back again changes
 * nothing.
 * @param key the form key of one of its marks
 */
export async function takeMarkBack(tx: Tx, driver: Driver, key: string, now: Date): Promise<DoneOr> {
  const isIt = and(eq(driverMarks.formKey, key), eq(driverMarks.driverId, driver.id));
  const [mark] = await tx.select().from(driverMarks).where(isIt);
  if (!mark) {
    if (await wasTakenBack(tx, key, now)) return { ok: true };
    return refused("This phone has made no such mark.");
  }
  const pressed = await markedWith(tx, mark);
  const why = await whyItStays(tx, pressed, now);
  if (why) return refused(why);
  for (const each of pressed) await takeBack(tx, driver, each, now);
  await dropReportsOf(tx, driver.id, mark.receivedAt, now);
  return { ok: true };
}

async function takeBack(tx: Tx, driver: Driver, mark: DriverMark, now: Date): Promise<void> {
  const { id, formKey, waybillNo, receivedAt } = mark;
  if (await addedEvent(tx, mark)) await undoAndNotify(tx, waybillNo, now);
  await tx.delete(deliveryPhotos).where(eq(deliveryPhotos.markId, id));
  await tx.delete(driverMarks).where(eq(driverMarks.id, id));
  await restate(tx, waybillNo);
  await reopenReports(tx, waybillNo, [receivedAt, now]);
  await forgetReturnMissed(tx, waybillNo, id);
  if (mark.report !== null && !(await isHeldUp(tx, waybillNo))) await tellAsWeSaid(tx, waybillNo, mark.visit, now);
  await keepDone(tx, takenBack(formKey), true, now);
  const { of, booked } = await piecesOf(tx, waybillNo);
  const details = `${markInWords(mark, mark.visit === "collection" ? booked : of)}, ${saDateTime(receivedAt)}`;
  await recordAction(tx, `${driver.name}, driver`, { action: "took back mark", subject: waybillNo, details }, now);
}

/** Whether a form's mark was taken back. Sent again, it marks nothing. */
export async function wasTakenBack(store: Reader, formKey: string, now: Date): Promise<boolean> {
  return (await answerKept(store, takenBack(formKey), now)) !== null;
}

const takenBack = (key: string) => ({ kind: "mark taken back", who: "", key }) as const;

/** All that one press marked: a driver's marks that arrived at the same moment. */
async function markedWith(store: Reader, { driverId, receivedAt }: DriverMark): Promise<DriverMark[]> {
  const { driverId: driver, receivedAt: arrived } = driverMarks;
  return store
    .select()
    .from(driverMarks)
    .where(and(eq(driver, driverId), eq(arrived, receivedAt)));
}

/** Why marks can't be taken back, in a sentence; blank if they can. */
async function whyItStays(store: Reader, pressed: readonly DriverMark[], now: Date): Promise<string> {
  for (const mark of pressed) {
    const { waybillNo, receivedAt, filledInAt } = mark;
    if (now.getTime() - receivedAt.getTime() >= TAKE_BACK_MS)
      return "More than a minute has passed, and the messages about it are on their way.";
    if (filledInAt.getTime() !== receivedAt.getTime()) return "Your phone had kept it and sent it later.";
    const events = await lastEvents(store, waybillNo);
    const [last] = events;
    const isOver = last !== undefined && last.happenedAt > receivedAt && !isItsOwn(events, mark);
    const isLater = and(
      eq(driverMarks.waybillNo, waybillNo),
      gt(driverMarks.receivedAt, receivedAt),
      lte(driverMarks.receivedAt, now),
    );
    if (isOver || (await store.$count(driverMarks, isLater)) > 0)
      return `Something has happened to ${spokenWaybillNumber(waybillNo)} since.`;
  }
  return "";
}

/** Whether a mark added an event: not if the office had made the same mark already. */
async function addedEvent(store: Reader, mark: DriverMark): Promise<boolean> {
  return isItsOwn(await lastEvents(store, mark.waybillNo), mark);
}

type PressedEvent = Pick<typeof trackingEvents.$inferSelect, "kind" | "happenedAt">;

/** What a mark adds to a parcel's history. */
const eventsOf: Record<DriverMark["kind"], readonly PressedEvent["kind"][]> = {
  collected: ["collected"],
  delivered: ["delivered"],
  returned: ["returned"],
  nobody_there: ["failed_attempt", "failed_collection", "reported"],
  something_wrong: ["failed_attempt", "failed_collection", "reported"],
};

/**
 * Whether a mark added a parcel's last event: it has the mark's moment. After an event from while the clock was ahead it
 * comes right after that.
 */
function isItsOwn([last, before]: readonly PressedEvent[], { kind, receivedAt }: DriverMark): boolean {
  if (!last) return false;
  const isRightAfter =
    before !== undefined && before.happenedAt > receivedAt && Number(last.happenedAt) === Number(before.happenedAt) + 1;
  return Number(last.happenedAt) === Number(receivedAt) || (isRightAfter && eventsOf[kind].includes(last.kind));
}

/** The last two things that happened to a parcel, the last one first; reports included, which its history doesn't show. */
async function lastEvents(store: Reader, waybillNo: string): Promise<PressedEvent[]> {
  const { waybillNo: no, kind, happenedAt } = trackingEvents;
  return store
    .select({ kind, happenedAt })
    .from(trackingEvents)
    .where(eq(no, waybillNo))
    .orderBy(desc(happenedAt))
    .limit(2);
}
