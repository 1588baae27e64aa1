import { bookByKey, bookingOf, bookingsOf } from "#app/domain/bookings/book-by-key.server";
import type { BookingOnTheWire } from "#app/domain/bookings/booking-on-the-wire";
import { readBooking } from "#app/domain/bookings/read-booking.server";
import { bookingAnswer, bookingAnswers } from "#app/http/api/booking-answer.server";
import { answer, answerOnce, bodyOf, callsAt, orProblem, wrongFields } from "#app/http/api/keyed-api.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { paths } from "#app/paths";

/** GET: a page of the account's bookings. POST: books a parcel, to be paid later. */
export const loader = callsAt("/v1/bookings", {
  GET: async ({ request, holder, query: { after, ...asked }, services: { store }, settings }) => {
    const from = after === undefined ? null : await bookingOf(store.read, holder.uid, after);
    if (after !== undefined && !from)
      throw wrongFields([{ pointer: "/after", detail: "after must be the next of a page before." }]);
    const { page, next } = await bookingsOf(store.read, holder.uid, { ...asked, after: from });
    const bookings = await bookingAnswers(store.read, page, request, settings);
    return answer({ status: 200, body: { bookings, next } });
  },
  POST: async (call) => {
    const { request, now, key } = call;
    const body = await bodyOf(request);
    const site = { mode: call.settings.payfast.mode, origin: siteAddress(request, call.settings) };
    return answerOnce(call, key, body, {
      read: async () => orProblem(await readBooking(call.services, call.holder, body, now)),
      async work(tx, asked, counted) {
        const outcome = await bookByKey(tx, counted, asked, site, now);
        if ("refused" in outcome) return outcome;
        const { booked, waits } = outcome;
        const location = site.origin + paths.apiBooking(booked.id);
        const body = await bookingAnswer(tx, booked, request, call.settings);
        const notOnAccount = waits === null ? [] : [{ code: "not_on_account", message: waits }];
        const warnings = [...(body.warnings ?? []), ...notOnAccount];
        const kept = { ...body, labelUrl: null };
        return { status: 201, body: warnings.length > 0 ? { ...kept, warnings } : kept, location };
      },
      // What is on account has its label at once, and no answer is kept with its key.
      async secrets(read, { body }): Promise<Record<string, string>> {
        const { id, waybillNo } = body as BookingOnTheWire;
        const booked = waybillNo === null ? null : await bookingOf(read, call.holder.uid, id);
        const labelUrl = booked && (await bookingAnswer(read, booked, request, call.settings)).labelUrl;
        return labelUrl ? { labelUrl } : {};
      },
    });
  },
});

export const action = loader;
