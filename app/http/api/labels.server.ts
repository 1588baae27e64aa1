import { slipsOfBooking } from "#app/domain/bookings/slips-of-booking.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import type { Slip } from "#app/domain/parcels/slip";
import { type SlipPaper, slipsPdf } from "#app/domain/parcels/slips-pdf.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { type KeyedCall, wrongFields } from "./keyed-api.server";
import { ProblemError } from "./problem.server";

/** A booking has 100 pieces at most, so one alone is never too much. */
const MOST_LABELS = 500;

/** The labels of paid bookings, one for each piece. Throws a problem if one isn't paid, or if they are too many. */
export async function labelsOf(
  { services: { store, pricing }, request, settings }: KeyedCall,
  quotes: readonly Quote[],
  paper: SlipPaper,
): Promise<Response> {
  const slips: Slip[] = [];
  for (const quote of quotes) {
    const waybill = await waybillOfQuote(store.read, quote.id);
    if (!waybill)
      throw new ProblemError({ refused: "not-paid", detail: `${quote.quoteNo} isn't paid, so it has no label.` });
    slips.push(...(await slipsOfBooking(pricing, waybill, quote, siteAddress(request, settings))));
    if (slips.length > MOST_LABELS)
      throw wrongFields([
        { pointer: "/bookings", detail: `These bookings have more than ${MOST_LABELS} labels. Ask for fewer at once.` },
      ]);
  }
  const headers = { "Content-Type": "application/pdf", "Cache-Control": "no-store" };
  return new Response(new Uint8Array(await slipsPdf(slips, paper)), { headers });
}
