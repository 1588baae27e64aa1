/** What an endpoint can be told of. */
export const webhookEvents = [
  "booking.paid",
  "booking.on_account",
  "booking.unpaid",
  "booking.amount_due",
  "booking.cancelled",
  "parcel.collected",
  "parcel.in_transit",
  "parcel.at_depot",
  "parcel.out_for_delivery",
  "parcel.delivered",
  "parcel.failed_attempt",
  "parcel.failed_collection",
  "parcel.returning",
  "parcel.returned",
  "parcel.ended",
  "parcel.corrected",
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent when its owner asks for a try; it is about no booking. */
export const TEST_EVENT = "webhook.test";

/** What a call says, as JSON. It names nobody and has no address: whoever has the key asks for those. */
export type Payload = {
  type: WebhookEvent | typeof TEST_EVENT;
  /** When it happened. */
  timestamp: string;
  data: Record<"bookingId" | "reference" | "waybillNo" | "status" | "paymentStatus" | "place", string | null> &
    Record<"pieces" | "of", number | null>;
};

/** A call as pages and the OpenAPI description show it. */
export const examplePayload: Payload = {
  type: "parcel.delivered",
  timestamp: "2026-12-01T09:30:00.000Z",
  data: {
    bookingId: "jTq4mVbX0ZrWkE8sPfN2cA",
    reference: "1001",
    waybillNo: "TH4821093753",
    status: "waybill_created",
    paymentStatus: "paid",
    place: "Soweto",
    pieces: 2,
    of: 2,
  },
};
