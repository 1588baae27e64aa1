import { and, asc, eq, inArray, isNotNull, isNull, ne, or, type SQL } from "drizzle-orm";
import { driverMarks, reportedMarks } from "#db/schema/rounds";
import type { Reader, Tx } from "#db/store.server";
import { holdingUp } from "./reports";
import { restate } from "./restate.server";
import type { Visit } from "./visits";

/** A report about which the office has something to do. */
export type OpenReport = Pick<typeof driverMarks.$inferSelect, "waybillNo" | "visit" | "reason" | "waitsForOffice">;

const isOpen = and(isNotNull(driverMarks.officeMust), isNull(driverMarks.answeredAt));

/** The open reports, oldest first: of one parcel, or of all. */
export async function openReports(store: Reader, waybillNo?: string): Promise<OpenReport[]> {
  const { waybillNo: no, visit, reason, waitsForOffice, receivedAt } = driverMarks;
  return store
    .select({ waybillNo: no, visit, reason, waitsForOffice })
    .from(driverMarks)
    .where(waybillNo === undefined ? isOpen : and(isOpen, eq(no, waybillNo)))
    .orderBy(asc(receivedAt));
}

/**
 * Of which of these parcels nothing may be promised, before the office has acted on a driver's report: it settles
 * something first, or gives the stop to another driver.
 */
export async function heldUp(store: Reader, numbers: string[]): Promise<string[]> {
  const { waybillNo, waitsForOffice, report, visit } = driverMarks;
  // Nobody was there at a return: its history doesn't say so, and the agreed time is over.
  const isHeld = or(eq(waitsForOffice, true), inArray(report, [...holdingUp]), eq(visit, "return"));
  const rows = await store
    .select({ waybillNo })
    .from(driverMarks)
    .where(and(isOpen, isHeld, inArray(waybillNo, numbers)));
  return rows.map((row) => row.waybillNo);
}

/** Whether nothing may be promised of a parcel, as for `heldUp`. */
export async function isHeldUp(store: Reader, waybillNo: string): Promise<boolean> {
  return (await heldUp(store, [waybillNo])).length > 0;
}

/** The office has done what it had to do about a parcel's open reports. */
export async function answerReports(
  tx: Tx,
  waybillNo: string,
  now: Date,
  { visits, onlyIf }: { visits?: Visit[]; onlyIf?: SQL } = {},
): Promise<void> {
  const answered = await tx
    .update(driverMarks)
    .set({ answeredAt: now })
    .where(and(isOpen, eq(driverMarks.waybillNo, waybillNo), visits && inArray(driverMarks.visit, visits), onlyIf))
    .returning({ id: driverMarks.id });
  if (answered.length > 0) await restate(tx, waybillNo);
}

/** For `answerReports`: those that a later mark answers. What pieces that weren't sent cost, only the office settles. */
export const laterMarkAnswers = ne(driverMarks.report, "no_more");

/** For `answerReports`: those that a note or a refund answers. */
export const noteAnswers = eq(driverMarks.report, "no_more");

/** For `answerReports`: those that another driver answers, such as a vehicle that broke down. */
export const anotherDriverAnswers = eq(driverMarks.waitsForOffice, false);

/** A driver's accepted mark answers what the same driver reported before on the same visit. */
export async function overtakeReported(
  tx: Tx,
  { waybillNo, driverId, visit }: Pick<typeof driverMarks.$inferSelect, "waybillNo" | "driverId" | "visit">,
  now: Date,
): Promise<void> {
  const { waybillNo: no, driverId: driver, visit: what, answeredAt } = reportedMarks;
  const isTheirs = and(eq(no, waybillNo), eq(driver, driverId), eq(what, visit), isNull(answeredAt));
  await tx.update(reportedMarks).set({ answeredAt: now }).where(isTheirs);
}

/** What a mark, or its undoing, answered at these moments is open again. */
export async function reopenReports(tx: Tx, waybillNo: string, moments: Date[]): Promise<void> {
  for (const marks of [driverMarks, reportedMarks]) {
    const isAnswered = and(eq(marks.waybillNo, waybillNo), inArray(marks.answeredAt, moments));
    await tx.update(marks).set({ answeredAt: null }).where(isAnswered);
  }
  await restate(tx, waybillNo);
}

/** A driver who takes a press back takes back with it what the office was to decide about. */
export async function dropReportsOf(tx: Tx, driver: string, arrived: Date, now: Date): Promise<void> {
  const { driverId, receivedAt, answeredAt } = reportedMarks;
  const isOfIt = and(eq(driverId, driver), eq(receivedAt, arrived), isNull(answeredAt));
  await tx.update(reportedMarks).set({ answeredAt: now }).where(isOfIt);
}
