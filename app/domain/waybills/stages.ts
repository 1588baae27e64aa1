import type { EventKind, Happening } from "./marks";
import { overallEvent } from "./pieces";

/** The five stages of a parcel's journey. */
const stages: { name: string; kind: EventKind }[] = [
  { name: "Booked", kind: "booked" },
  { name: "Collected", kind: "collected" },
  { name: "On its way", kind: "in_transit" },
  { name: "Out for delivery", kind: "out_for_delivery" },
  { name: "Delivered", kind: "delivered" },
];

const reached: Partial<Record<EventKind, number>> = {
  booked: 1,
  failed_collection: 1,
  collected: 2,
  in_transit: 3,
  failed_attempt: 3,
  out_for_delivery: 4,
  delivered: 5,
};

/** One stage, and when and where the parcel last reached it, if that was scanned. */
export type Stage = { name: string; state: "done" | "here" | "to come"; at: Date | null; place: string | null };

/**
 * All stages of a parcel's journey: done, current and still to come. Null for one that was returned or never collected.
 * @param history oldest first
 * @param of how many pieces it has
 */
export function wayOf(history: readonly Happening[], of: number): Stage[] | null {
  const here = reached[overallEvent(history, of)?.kind ?? "cancelled"];
  if (here === undefined) return null;
  return stages.map(({ name, kind }, index) => {
    const at = index + 1;
    if (at > here) return { name, state: "to come", at: null, place: null };
    const last = history.findLast((event) => event.kind === kind);
    return { name, state: at === here ? "here" : "done", at: last?.happenedAt ?? null, place: last?.place ?? null };
  });
}
