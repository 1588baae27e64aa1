import { historyOfQuote, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { askedBooking } from "#app/http/api/booking-call.server";
import { answer, callsAt } from "#app/http/api/keyed-api.server";

/** GET: what happened to a booking's parcel, as tracking shows it. The oldest first. */
export const loader = callsAt("/v1/bookings/{id}/events", {
  GET: async (call) => {
    const { read } = call.services.store;
    const quote = await askedBooking(call);
    const of = (await waybillOfQuote(read, quote.id))?.pieces ?? quote.quantity;
    const events = (await historyOfQuote(read, quote.id)).map(({ kind, happenedAt, place, pieces }) => ({
      ...{ kind, at: happenedAt.toISOString(), place },
      ...{ pieces: pieces ?? of, of },
    }));
    return answer({ status: 200, body: { events } });
  },
});

export const action = loader;
