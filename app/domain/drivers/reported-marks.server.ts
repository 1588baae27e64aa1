import { and, asc, eq, getTableColumns, isNull } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { driverMarks, drivers, reportedMarks, stops } from "#db/schema/rounds";
import type { Reader, Tx } from "#db/store.server";
import { recordAction } from "../office/staff-actions.server";
import { expectPhoto, keepPhoto } from "../parcels/delivery-proof.server";
import { piecesOf } from "../parcels/issue-waybill.server";
import { newId } from "../values/ids.server";
import type { DoneOr } from "../values/refused";
import { saDateTime, saDay } from "../values/sa-time";
import { markInWords } from "./driver-marks.server";
import type { Driver } from "./drivers.server";
import { believable, markAtStop } from "./mark-at-stop.server";
import { lineOf, markKeyOf, type StopForm, withMore } from "./stop-answers.server";
import type { Stop } from "./stops.server";
import { wasTakenBack } from "./take-back.server";

const { jpeg: _, ...columns } = getTableColumns(reportedMarks);

/** A mark that nobody has believed yet, without its photo. */
export type ReportedMark = Omit<typeof reportedMarks.$inferSelect, "jpeg">;

/** A stop and its driver, who may be blocked. */
export type StopOfForm = Pick<Stop, "id" | "waybillNo" | "visit"> & { driver: Driver };

/** A phone without a signal keeps a mark for 30 days, and a mark may be made some days after its stop. */
const LONGEST_LATE_MS = 37 * DAYS;
/** What one stop's form may add to the database, however often it is sent. */
const MOST_EARLIER = 400;
const MOST_LINE = 100;

/** The stop whose form somebody sends, for a parcel if one is given; null if there is none such, or it is long over. */
export async function stopOfForm(
  store: Reader,
  id: string,
  waybillNo: string | null,
  now: Date,
): Promise<StopOfForm | null> {
  const [found] = await store
    .select({ stop: stops, driver: drivers })
    .from(stops)
    .innerJoin(drivers, eq(drivers.id, stops.driverId))
    .where(and(eq(stops.id, id), waybillNo === null ? undefined : eq(stops.waybillNo, waybillNo)));
  const isTooLate = !found || found.stop.day < saDay(new Date(now.getTime() - LONGEST_LATE_MS));
  return isTooLate ? null : { ...found.stop, driver: found.driver };
}

/**
 * Stores a mark that isn't believed, for the office. The same form again changes nothing; another one of the same stop
 * replaces it, and the words of the one before stay.
 * @param why not believed, in words for staff
 * @returns null if this stop's form was used too often; `isCounted` if it is the driver's mark already, or was and they took it back
 */
export async function reportMark(
  tx: Tx,
  { id: stopId, waybillNo, visit, driver }: StopOfForm,
  form: StopForm,
  { why, hasPhoto }: { why: string; hasPhoto: boolean },
  now: Date,
): Promise<{ id: string; isCounted?: boolean } | null> {
  const formKey = markKeyOf(driver, waybillNo, form);
  const [mark] = await tx.select().from(driverMarks).where(eq(driverMarks.formKey, formKey));
  if (mark && !(hasPhoto && mark.photoMissing)) return { id: mark.id, isCounted: true };
  if (await wasTakenBack(tx, formKey, now)) return { id: "", isCounted: true };
  const [known] = await tx.select(columns).from(reportedMarks).where(eq(reportedMarks.stopId, stopId));
  if (known?.formKey === formKey) return known;
  const { of } = await piecesOf(tx, waybillNo);
  const earlier = known ? [known.earlier, reportInWords(known, of)].filter(Boolean).join("; ") : "";
  if (earlier.length > MOST_EARLIER) return null;
  const [pieces, pin, takenBy] = [lineOf(form.pieces), lineOf(form.pin), lineOf(form.takenBy)];
  const answers = { formKey, kind: form.kind, visit, pieces, pin, takenBy, reason: lineOf(form.reason) };
  const times = { filledInAt: believable(form.filledInAt, now, LONGEST_LATE_MS), receivedAt: now, answeredAt: null };
  const said = { ...answers, ...times, more: lineOf(form.more), why, earlier };
  const photo = hasPhoto ? { photoMissing: true } : {};
  const [row = { id: "" }] = await tx
    .insert(reportedMarks)
    .values({ id: newId(), stopId, waybillNo, driverId: driver.id, ...said, ...photo })
    .onConflictDoUpdate({ target: reportedMarks.stopId, set: { ...said, ...photo } })
    .returning({ id: reportedMarks.id });
  const action = { action: "reported, set aside", subject: waybillNo, details: `${kindInWords(said, of)}. ${why}` };
  await recordAction(tx, `${driver.name}, driver`, action, now);
  return row;
}

/** Adds the photo of a reported mark. Only the first is kept. @returns false if another one is the first */
export async function keepReportedPhoto(tx: Tx, id: string, jpeg: Uint8Array): Promise<boolean> {
  const photo = { jpeg: Buffer.from(jpeg).toString("base64"), photoMissing: false };
  await tx
    .update(reportedMarks)
    .set(photo)
    .where(and(eq(reportedMarks.id, id), isNull(reportedMarks.jpeg)));
  return (await tx.$count(reportedMarks, and(eq(reportedMarks.id, id), eq(reportedMarks.jpeg, photo.jpeg)))) > 0;
}

/** What the office has to believe or drop about a parcel, oldest first. */
export async function reportedOf(store: Reader, waybillNo: string): Promise<(ReportedMark & { driver: Driver })[]> {
  const rows = await store
    .select({ mark: columns, driver: drivers })
    .from(reportedMarks)
    .innerJoin(drivers, eq(drivers.id, reportedMarks.driverId))
    .where(and(eq(reportedMarks.waybillNo, waybillNo), isNull(reportedMarks.answeredAt)))
    .orderBy(asc(reportedMarks.filledInAt));
  return rows.map(({ mark, driver }) => ({ ...mark, driver }));
}

/** Makes a reported mark its driver's mark, with its time and photo. Its people are told as of any mark. */
export async function believeMark(
  tx: Tx,
  { driver, ...mark }: ReportedMark & { driver: Driver },
  now: Date,
): Promise<DoneOr> {
  const { id, waybillNo, formKey, photoMissing } = mark;
  const marked = await markAtStop(tx, { driver, waybillNo, believed: { formKey } }, { ...mark, key: id }, now);
  if (!marked.ok) return marked;
  const [{ jpeg } = { jpeg: null }] = await tx
    .delete(reportedMarks)
    .where(eq(reportedMarks.id, id))
    .returning({ jpeg: reportedMarks.jpeg });
  if (photoMissing) await expectPhoto(tx, marked.markId);
  if (jpeg !== null) await keepPhoto(tx, { markId: marked.markId, waybillNo, jpeg: Buffer.from(jpeg, "base64") }, now);
  return { ok: true };
}

/** Doesn't believe a reported mark. It stays as long as other proof does, and nothing follows from it. */
export async function dropMark(tx: Tx, { id }: ReportedMark, now: Date): Promise<void> {
  await tx.update(reportedMarks).set({ answeredAt: now }).where(eq(reportedMarks.id, id));
}

/** "23 November 2026, 10:02: Delivered, taken by Gogo Mabena: The phone is off or lost". */
export function reportInWords(mark: Omit<ReportedMark, "id" | "why">, of: number): string {
  const { kind, takenBy, filledInAt } = mark;
  const taker = kind === "delivered" && takenBy ? `, taken by ${takenBy}` : "";
  const why = kind === "delivered" ? withMore(mark) : "";
  return `${saDateTime(filledInAt)}: ${kindInWords(mark, of)}${taker}${why && `: ${why}`}`.slice(0, 3 * MOST_LINE);
}

function kindInWords(mark: Pick<ReportedMark, "kind" | "pieces" | "reason" | "more">, of: number): string {
  return markInWords({ kind: mark.kind, pieces: Number(mark.pieces) || of, reason: withMore(mark) }, of);
}
