import { bookingWith } from "#app/http/api/booking-call.server";
import { callsAt } from "#app/http/api/keyed-api.server";
import { labelsOf } from "#app/http/api/labels.server";

/** GET: the labels of several paid bookings as one PDF. */
export const loader = callsAt("/v1/labels.pdf", {
  GET: async (call) => {
    const quotes = [];
    for (const id of call.query.bookings) quotes.push(await bookingWith(call, id));
    return labelsOf(call, quotes, call.query.size);
  },
});

export const action = loader;
