import { bookingAnswer } from "#app/http/api/booking-answer.server";
import { askedBooking } from "#app/http/api/booking-call.server";
import { answer, callsAt } from "#app/http/api/keyed-api.server";

/** GET: one booking. */
export const loader = callsAt("/v1/bookings/{id}", {
  GET: async (call) => {
    const { read } = call.services.store;
    return answer({
      status: 200,
      body: await bookingAnswer(read, await askedBooking(call), call.request, call.settings),
    });
  },
});

export const action = loader;
