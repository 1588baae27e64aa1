import type { visits as storedVisits } from "#db/schema/waybills";
import type { Delay } from "../prices/delays";
import type { EventKind } from "./happening";

/** A visit that a delay of its place keeps us from. */
export type Delayed = { visit: Visit; delay: Delay };

/** What a driver goes to a parcel for. */
export type Visit = (typeof storedVisits)[number];

/** After these events a parcel needs no more visits. */
export const finished: readonly EventKind[] = ["delivered", "returned", "cancelled", "ended"];

/** While one of these describes a parcel, it waits to be collected. */
export const uncollected: readonly EventKind[] = ["booked", "failed_collection"];

/** Whether a driver has ever had the parcel. */
export function wasCollected(history: readonly { kind: EventKind }[]): boolean {
  return history.some(({ kind }) => kind !== "cancelled" && kind !== "ended" && !uncollected.includes(kind));
}

/**
 * Whether a visit is still to be made. A parcel that waits to be collected may have a stop for its delivery too, later
 * on the same day.
 * @param overall the event that describes the parcel as a whole
 */
export function isOpenVisit(visit: Visit, overall: EventKind): boolean {
  return !finished.includes(overall) && (visit !== "collection" || uncollected.includes(overall));
}

/** Whom a driver meets on a visit. The first visit comes first. */
export const partyAt = { collection: "from", delivery: "to", return: "from" } as const satisfies Record<Visit, string>;

export const visits = Object.keys(partyAt) as Visit[];
