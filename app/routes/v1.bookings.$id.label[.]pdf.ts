import { askedBooking } from "#app/http/api/booking-call.server";
import { callsAt } from "#app/http/api/keyed-api.server";
import { labelsOf } from "#app/http/api/labels.server";

/** GET: the labels of a paid booking, one for each piece. */
export const loader = callsAt("/v1/bookings/{id}/label.pdf", {
  GET: async (call) => labelsOf(call, [await askedBooking(call)], call.query.size),
});

export const action = loader;
