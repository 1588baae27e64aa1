import type { EventKind, Happening } from "./marks";
import { standingOf } from "./pieces";

/** A parcel's way in five words. */
const stages: { name: string; kind: EventKind }[] = [
  { name: "Booked", kind: "booked" },
  { name: "Collected", kind: "collected" },
  { name: "On its way", kind: "in_transit" },
  { name: "Out for delivery", kind: "out_for_delivery" },
  { name: "Delivered", kind: "delivered" },
];

const reached: Partial<Record<EventKind, number>> = {
  booked: 1,
  collected: 2,
  in_transit: 3,
  failed_attempt: 3,
  out_for_delivery: 4,
  delivered: 5,
};

/** A stage of the way: when and where it was reached last, if anybody scanned it. */
export type Stage = { name: string; state: "done" | "here" | "to come"; at: Date | null; place: string | null };

/**
 * The whole way of a parcel: what was, where it is, what lies ahead. Null for one that went back, or was never fetched.
 * @param history oldest first
 * @param of how many pieces it has
 */
export function wayOf(history: readonly Happening[], of: number): Stage[] | null {
  const here = reached[standingOf(history, of)?.kind ?? "cancelled"];
  if (here === undefined) return null;
  return stages.map(({ name, kind }, index) => {
    const at = index + 1;
    if (at > here) return { name, state: "to come", at: null, place: null };
    const last = history.findLast((event) => event.kind === kind);
    return { name, state: at === here ? "here" : "done", at: last?.happenedAt ?? null, place: last?.place ?? null };
  });
}
