import { whyEnded } from "./endings";
import type { EventKind, Happening } from "./happening";

/**
 * An event of a parcel's history, as anybody may read it. What happens next isn't said: later events would belie it.
 * @param of how many pieces the parcel has; blank if how many the event is about isn't said
 */
export function eventInWords(event: Omit<Happening, "happenedAt">, of = 1): string {
  const words = ofAll(event);
  const { pieces = null } = event;
  return pieces === null || of === 1 ? words : `${words} ${pieces} of ${of} pieces.`;
}

function ofAll({ kind, place, because }: Omit<Happening, "happenedAt">): string {
  const where = place ? ` in ${place}` : "";
  const words: Record<EventKind, string> = {
    booked: "Booked and paid.",
    failed_collection: "We came to collect the parcel, but nobody was there.",
    collected: `Collected${where}.`,
    in_transit: `On its way${where}.`,
    at_depot: "At our depot.",
    out_for_delivery: `Out for delivery${where}.`,
    delivered: "Delivered.",
    failed_attempt: "We came, but could not deliver.",
    returned: "Returned to the sender.",
    cancelled: "The booking was cancelled before we collected the parcel.",
    ended: `It will not arrive: ${whyEnded(because)}.`,
    reported: "The driver reported a problem to the office.",
  };
  return words[kind];
}
