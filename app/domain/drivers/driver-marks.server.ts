import { and, desc, eq, inArray } from "drizzle-orm";
import { driverMarks, drivers } from "#db/schema/rounds";
import type { Reader } from "#db/store.server";
import type { Visit } from "../parcels/visits";

export type DriverMark = typeof driverMarks.$inferSelect;
export type NamedMark = DriverMark & { driver: string };

/** Drivers' marks at parcels' stops, each parcel's newest first, with the drivers' names. */
export async function marksOf(store: Reader, ...waybillNos: string[]): Promise<NamedMark[]> {
  const rows = await store
    .select({ mark: driverMarks, driver: drivers.name })
    .from(driverMarks)
    .innerJoin(drivers, eq(drivers.id, driverMarks.driverId))
    .where(inArray(driverMarks.waybillNo, waybillNos))
    // By parcel first: that is the index's order, so that two marks of one moment stand as they do for one parcel alone.
    .orderBy(desc(driverMarks.waybillNo), desc(driverMarks.receivedAt));
  return rows.map(({ mark, driver }) => ({ ...mark, driver }));
}

/** Which of these parcels a driver has marked, in their order. */
export async function markedBy(store: Reader, driverId: string, waybillNos: string[]): Promise<string[]> {
  const { waybillNo: parcel, driverId: driver } = driverMarks;
  const rows = await store
    .selectDistinct({ waybillNo: parcel })
    .from(driverMarks)
    .where(and(eq(driver, driverId), inArray(parcel, waybillNos)));
  const marked = new Set(rows.map(({ waybillNo }) => waybillNo));
  return waybillNos.filter((waybillNo) => marked.has(waybillNo));
}

/**
 * A driver's last mark on a visit to a parcel, or null.
 * @param marks the parcel's, newest first
 */
export function lastMarkOf(marks: readonly DriverMark[], driverId: string, visit: Visit): DriverMark | null {
  return marks.find((mark) => mark.driverId === driverId && mark.visit === visit) ?? null;
}

/** A driver's mark in words: "Delivered, 3 of 3 pieces". */
export function markInWords(
  { kind, pieces, reason }: Pick<DriverMark, "kind" | "pieces" | "reason">,
  of: number,
): string {
  const words = {
    collected: "Collected",
    delivered: "Delivered",
    returned: "Returned to the sender",
    nobody_there: "Nobody there",
    something_wrong: "Something is wrong",
  }[kind];
  const why = reason && kind !== "delivered" ? `: ${reason}` : "";
  return `${words}${of > 1 ? `, ${pieces} of ${of} pieces` : ""}${why}`;
}

/** How a delivery was proven, in words for staff. */
export function proofInWords({ proof, takenBy, reason }: Pick<DriverMark, "proof" | "takenBy" | "reason">): string {
  if (proof === "pin") return "by the receiver's PIN";
  return proof === "name" ? `taken by ${takenBy ?? "somebody whose name is no longer kept"}, no PIN: ${reason}` : "";
}
