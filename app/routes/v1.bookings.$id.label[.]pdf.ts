import { slipsOfBooking } from "#app/domain/bookings/slips-of-booking.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { slipsPdf } from "#app/domain/parcels/slips-pdf.server";
import { askedBooking } from "#app/http/api/booking-call.server";
import { callsAt } from "#app/http/api/keyed-api.server";
import { ProblemError } from "#app/http/api/problem.server";
import { siteAddress } from "#app/http/pages/site-address.server";

/** GET: the labels of a paid booking, one for each piece. */
export const loader = callsAt("/v1/bookings/{id}/label.pdf", {
  GET: async (call) => {
    const { store, pricing } = call.services;
    const quote = await askedBooking(call);
    const waybill = await waybillOfQuote(store.read, quote.id);
    if (!waybill)
      throw new ProblemError({ refused: "not-paid", detail: `${quote.quoteNo} isn't paid, so it has no label.` });
    const slips = await slipsOfBooking(pricing, waybill, quote, siteAddress(call.request, call.settings));
    const headers = { "Content-Type": "application/pdf", "Cache-Control": "no-store" };
    return new Response(new Uint8Array(await slipsPdf(slips, call.query.size)), { headers });
  },
});

export const action = loader;
