import { and, asc, eq, inArray, isNotNull, isNull, lt, notInArray } from "drizzle-orm";
import { deliveryPhotos, driverMarks, reportedMarks } from "#db/schema/rounds";
import { waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { deleteAtMost } from "../values/delete-at-most.server";

/**
 * What drivers reported about a parcel, oldest first, as the customer may read it: who received it, but not the
 * driver's name.
 */
export async function driversWordOn(store: Reader, waybillNo: string) {
  return store
    .select({
      kind: driverMarks.kind,
      visit: driverMarks.visit,
      pieces: driverMarks.pieces,
      reason: driverMarks.reason,
      proof: driverMarks.proof,
      takenBy: driverMarks.takenBy,
      filledInAt: driverMarks.filledInAt,
    })
    .from(driverMarks)
    .where(eq(driverMarks.waybillNo, waybillNo))
    .orderBy(asc(driverMarks.receivedAt));
}

/** What drivers reported about a parcel and nobody has believed, oldest first, as the customer may read it. */
export async function reportedWordOn(store: Reader, waybillNo: string) {
  const { kind, visit, pieces, reason, more, takenBy, why, earlier, filledInAt, answeredAt } = reportedMarks;
  return store
    .select({ kind, visit, pieces, reason, more, takenBy, why, earlier, filledInAt, answeredAt })
    .from(reportedMarks)
    .where(eq(reportedMarks.waybillNo, waybillNo))
    .orderBy(asc(reportedMarks.receivedAt));
}

/** Notes that a driver took a photo, so that the office knows of one that never arrives. */
export async function expectPhoto(tx: Tx, markId: string): Promise<void> {
  const here = tx.select({ id: deliveryPhotos.markId }).from(deliveryPhotos).where(eq(deliveryPhotos.markId, markId));
  const awaited = and(eq(driverMarks.id, markId), notInArray(driverMarks.id, here));
  await tx.update(driverMarks).set({ photoMissing: true }).where(awaited);
}

/**
 * Stores a delivery's photo. Only the first is kept.
 * @returns false if another photo is the first; the same one, made smaller, has the same bytes again
 */
export async function keepPhoto(
  tx: Tx,
  photo: { markId: string; waybillNo: string; jpeg: Uint8Array },
  now: Date,
): Promise<boolean> {
  const jpeg = Buffer.from(photo.jpeg).toString("base64");
  await tx
    .insert(deliveryPhotos)
    .values({ ...photo, jpeg, receivedAt: now })
    .onConflictDoNothing();
  await tx.update(driverMarks).set({ photoMissing: false }).where(eq(driverMarks.id, photo.markId));
  const isFirst = and(eq(deliveryPhotos.markId, photo.markId), eq(deliveryPhotos.jpeg, jpeg));
  return (await tx.$count(deliveryPhotos, isFirst)) > 0;
}

/** The photos of a parcel's deliveries, oldest first, as JPEG. */
export async function photosOf(store: Reader, waybillNo: string): Promise<Buffer[]> {
  const rows = await store
    .select({ jpeg: deliveryPhotos.jpeg })
    .from(deliveryPhotos)
    .where(eq(deliveryPhotos.waybillNo, waybillNo))
    .orderBy(asc(deliveryPhotos.receivedAt));
  return rows.map(({ jpeg }) => Buffer.from(jpeg, "base64"));
}

/** The photos of what drivers reported about a parcel and the office has not answered yet, oldest first, as JPEG. */
export async function reportedPhotosOf(store: Reader, waybillNo: string): Promise<Buffer[]> {
  const { waybillNo: no, answeredAt, jpeg, receivedAt } = reportedMarks;
  const rows = await store
    .select({ jpeg })
    .from(reportedMarks)
    .where(and(eq(no, waybillNo), isNull(answeredAt)))
    .orderBy(asc(receivedAt));
  return rows.flatMap(({ jpeg }) => (jpeg === null ? [] : Buffer.from(jpeg, "base64")));
}

/** Deletes photos older than a moment. Returns how many, at most `atMost`. */
export async function forgetPhotos(tx: Tx, before: Date, atMost: number): Promise<number> {
  const deleted = await deleteAtMost(tx, atMost, deliveryPhotos.markId, lt(deliveryPhotos.receivedAt, before));
  const isDue = and(lt(reportedMarks.receivedAt, before), isNotNull(reportedMarks.jpeg));
  await tx.update(reportedMarks).set({ jpeg: null }).where(isDue);
  return deleted;
}

/** Erases the receivers of bookings from the proof of delivery, believed or not: names, notes and photos. */
export async function forgetReceivers(tx: Tx, quoteIds: string[]): Promise<void> {
  const theirs = tx.select({ no: waybills.waybillNo }).from(waybills).where(inArray(waybills.quoteId, quoteIds));
  await tx.delete(deliveryPhotos).where(inArray(deliveryPhotos.waybillNo, theirs));
  await tx
    .update(driverMarks)
    .set({ takenBy: null, reason: null, photoMissing: false })
    .where(inArray(driverMarks.waybillNo, theirs));
  const blank = {
    pieces: "",
    pin: "",
    takenBy: "",
    reason: "",
    more: "",
    earlier: "",
    jpeg: null,
    photoMissing: false,
  };
  await tx.update(reportedMarks).set(blank).where(inArray(reportedMarks.waybillNo, theirs));
}
