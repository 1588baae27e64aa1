import type { trackingEventKinds } from "./schema/waybills";

/** What the office's lists call a parcel whose state is this event. Empty: no event that a parcel's state can be. */
const parcelWords: Record<(typeof trackingEventKinds)[number], string> = {
  booked: "Paid, to be collected",
  failed_collection: "Collection failed",
  collected: "Collected",
  in_transit: "On its way",
  at_depot: "At the depot",
  out_for_delivery: "Out for delivery",
  delivered: "Delivered",
  failed_attempt: "Delivery failed",
  returned: "Returned to the sender",
  cancelled: "Cancelled",
  ended: "Will not arrive",
  reported: "",
};

const GOING_BACK = "Going back to the sender";
/** Some of its pieces are collected, and the others are still to be. */
const PARTLY_COLLECTED = "Partly collected";

/** A waybill's state in these words, in SQL of both databases. */
export const STATE_IN_WORDS = `CASE WHEN waybills.next_visit = 'return' THEN '${GOING_BACK}' WHEN waybills.last_event = 'booked' AND waybills.pieces_collected > 0 THEN '${PARTLY_COLLECTED}' ELSE CASE waybills.last_event ${Object.entries(
  parcelWords,
)
  .map(([kind, words]) => `WHEN '${kind}' THEN '${words}'`)
  .join(" ")} END END`;
