import { asc, eq, inArray, lt } from "drizzle-orm";
import { deliveryPhotos, driverMarks } from "#db/schema/rounds";
import { waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";

/** What drivers said of a parcel, oldest first, as its customer may read it: who took it, and no driver's name. */
export async function driversWordOn(store: Reader, waybillNo: string) {
  return store
    .select({
      kind: driverMarks.kind,
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

/** Keeps a delivery's photo: once, the first that comes. */
export async function keepPhoto(
  tx: Tx,
  photo: { markId: string; waybillNo: string; jpeg: Uint8Array },
  now: Date,
): Promise<void> {
  await tx
    .insert(deliveryPhotos)
    .values({ ...photo, jpeg: Buffer.from(photo.jpeg).toString("base64"), receivedAt: now })
    .onConflictDoNothing({ target: deliveryPhotos.markId });
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

/** Deletes photos that are older. Returns how many, at most `atMost`. */
export async function forgetPhotos(tx: Tx, before: Date, atMost: number): Promise<number> {
  const due = await tx
    .select({ markId: deliveryPhotos.markId })
    .from(deliveryPhotos)
    .where(lt(deliveryPhotos.receivedAt, before))
    .limit(atMost);
  const ids = due.map(({ markId }) => markId);
  await tx.delete(deliveryPhotos).where(inArray(deliveryPhotos.markId, ids));
  return ids.length;
}

/** Takes who received a booking's parcels out of what proves the deliveries: the name, what was written, the photos. */
export async function forgetReceivers(tx: Tx, quoteIds: string[]): Promise<void> {
  const theirs = tx.select({ no: waybills.waybillNo }).from(waybills).where(inArray(waybills.quoteId, quoteIds));
  await tx.delete(deliveryPhotos).where(inArray(deliveryPhotos.waybillNo, theirs));
  await tx.update(driverMarks).set({ takenBy: null, reason: null }).where(inArray(driverMarks.waybillNo, theirs));
}
