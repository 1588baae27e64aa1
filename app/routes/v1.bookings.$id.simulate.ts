import { SimulationSchema } from "#app/domain/bookings/booking-on-the-wire";
import { simulateMark } from "#app/domain/bookings/simulate-mark.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { bookingAnswer } from "#app/http/api/booking-answer.server";
import { askedBooking } from "#app/http/api/booking-call.server";
import { answerOnce, bodyOf, callsAt, checked } from "#app/http/api/keyed-api.server";

/** POST: marks the parcel of a test booking. 404 where payments are real. */
export const action = callsAt("/v1/bookings/{id}/simulate", {
  POST: async (call) => {
    const { request, now, services, key, settings } = call;
    const body = await bodyOf(request);
    const answered = await answerOnce(call, key, body, {
      async read() {
        const { id } = await askedBooking(call);
        return { id, ...checked(SimulationSchema, body ?? {}) };
      },
      async work(tx, { id, mark }) {
        const booking = await quoteById(tx, id);
        const refused = booking && (await simulateMark(tx, booking, mark, settings.payfast.mode, now));
        if (refused) return refused;
        const quote = await quoteById(tx, id);
        return { status: 200, body: quote && (await bookingAnswer(tx, quote, request, settings)) };
      },
    });
    services.sendEmails();
    return answered;
  },
});

export const loader = action;
