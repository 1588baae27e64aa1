import type { EventKind } from "./marks";

/** A parcel's way in five words. */
export const stages = ["Booked", "Collected", "On its way", "Out for delivery", "Delivered"];

const reached: Partial<Record<EventKind, number>> = {
  booked: 1,
  collected: 2,
  in_transit: 3,
  failed_attempt: 3,
  out_for_delivery: 4,
  delivered: 5,
};

/** How many of the stages a parcel has reached; null for one that went back, or was never fetched. */
export function stageOf(last: EventKind | undefined): number | null {
  return (last && reached[last]) ?? null;
}
