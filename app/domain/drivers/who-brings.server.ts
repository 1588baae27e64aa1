import { and, eq, isNull } from "drizzle-orm";
import { drivers, stops } from "#db/schema/rounds";
import type { Reader } from "#db/store.server";
import type { ParcelState } from "../parcels/parcel-state";
import { saDay } from "../values/sa-time";

/** As much of a driver as a receiver needs to know them at the gate. */
export type WhoBrings = { firstName: string; plate: string | null };

/**
 * Who brings a parcel today: from out for delivery to the driver's mark. Null if that isn't known. Only for the page of its
 * receiver, because tracking and messages are passed on.
 */
export async function whoBrings(
  store: Reader,
  waybillNo: string,
  state: ParcelState,
  now: Date,
): Promise<WhoBrings | null> {
  if (state.state !== "out_for_delivery" || state.waits || state.some) return null;
  const isItsStop = and(
    ...[eq(stops.waybillNo, waybillNo), eq(stops.visit, "delivery"), eq(stops.day, saDay(now))],
    ...[isNull(stops.removedAt), isNull(drivers.blockedAt)],
  );
  const [driver] = await store
    .select({ name: drivers.name, plate: drivers.plate })
    .from(stops)
    .innerJoin(drivers, eq(drivers.id, stops.driverId))
    .where(isItsStop);
  return driver ? { firstName: firstNameOf(driver), plate: driver.plate } : null;
}

export const firstNameOf = ({ name }: { name: string }) => name.split(" ")[0] ?? name;
