import { queueCall } from "#app/domain/parcels/raise-event.server";
import type { Store } from "#db/store.server";

/** Queues a call about a parcel of nobody's. Returns its id. */
export function aWebhookCall(store: Store, endpointId: string, now: Date): Promise<string> {
  const data = {
    bookingId: "1",
    reference: "1042",
    waybillNo: null,
    status: null,
    paymentStatus: null,
    place: null,
    pieces: null,
    of: null,
  };
  const payload = { type: "parcel.delivered", timestamp: now.toISOString(), data } as const;
  return store.tx((tx) => queueCall(tx, endpointId, payload, crypto.randomUUID(), now));
}
