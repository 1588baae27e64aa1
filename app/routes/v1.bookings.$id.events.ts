import { historyOfQuote } from "#app/domain/waybills/issue-waybill.server";
import { askedBooking } from "#app/http/api/booking-call.server";
import { answer, keyedApi } from "#app/http/api/keyed-api.server";

/** GET: what happened to a booking's parcel, as tracking shows it. The oldest first. */
export const loader = keyedApi({
  GET: async (call) => {
    const history = await historyOfQuote(call.services.store.read, (await askedBooking(call)).id);
    const events = history.map(({ kind, happenedAt, place }) => ({ kind, at: happenedAt.toISOString(), place }));
    return answer({ status: 200, body: { events } });
  },
});

export const action = loader;
