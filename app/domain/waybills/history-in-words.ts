import type { trackingEventKinds } from "#db/schema/waybills";

type EventKind = (typeof trackingEventKinds)[number];

/** What happened to a parcel, as anybody may read it. */
export function eventInWords(kind: EventKind, place: string | null): string {
  const where = place ? ` in ${place}` : "";
  const words: Record<EventKind, string> = {
    booked: "Booked and paid. We will collect the parcel next.",
    collected: `Collected${where}.`,
    in_transit: `On its way${where}.`,
    out_for_delivery: `Out for delivery${where}.`,
    delivered: "Delivered.",
    failed_attempt: "We came, but could not deliver. We will try again.",
    returned: "Returned to the sender.",
    cancelled: "The booking was cancelled before we collected the parcel.",
  };
  return words[kind];
}
