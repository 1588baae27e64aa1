import type { EventKind } from "./happening";

/**
 * An event of a parcel's history, as anybody may read it. What happens next isn't said: later events would belie it.
 * @param pieces how many pieces the event is about, if the parcel has several
 */
export function eventInWords(kind: EventKind, place: string | null, pieces?: { count: number | null; of: number }) {
  const words = ofAll(kind, place);
  if (!pieces || pieces.count === null || pieces.of === 1) return words;
  return `${words} ${pieces.count} of ${pieces.of} pieces.`;
}

function ofAll(kind: EventKind, place: string | null): string {
  const where = place ? ` in ${place}` : "";
  const words: Record<EventKind, string> = {
    booked: "Booked and paid.",
    failed_collection: "We came to collect the parcel, but nobody was there.",
    collected: `Collected${where}.`,
    in_transit: `On its way${where}.`,
    out_for_delivery: `Out for delivery${where}.`,
    delivered: "Delivered.",
    failed_attempt: "We came, but could not deliver.",
    returned: "Returned to the sender.",
    cancelled: "The booking was cancelled before we collected the parcel.",
    reported: "The driver reported a problem to the office.",
  };
  return words[kind];
}
