import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { bookingAnswer } from "#app/http/api/booking-answer.server";
import { askedBooking } from "#app/http/api/booking-call.server";
import { answerOnce, bodyOf, callsAt } from "#app/http/api/keyed-api.server";

/** POST: cancels a booking until its parcel is collected. Cancelling it again changes nothing. */
export const action = callsAt("/v1/bookings/{id}/cancel", {
  POST: async (call) => {
    const { request, now, services, key } = call;
    const answered = await answerOnce(call, key, await bodyOf(request), {
      read: () => askedBooking(call),
      async work(tx, { id }) {
        const booking = await quoteById(tx, id);
        const cancelled = booking?.status === "cancelled" || (await cancelBooking(tx, id, "", now, "a program"));
        if (cancelled !== true && !cancelled.ok) return { refused: "too-late", detail: cancelled.why };
        const quote = await quoteById(tx, id);
        return { status: 200, body: quote && (await bookingAnswer(tx, quote, request, call.settings)) };
      },
    });
    services.sendEmails();
    return answered;
  },
});

export const loader = action;
