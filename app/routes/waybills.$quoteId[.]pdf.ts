import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { slipsOfBooking } from "#app/domain/bookings/slips-of-booking.server";
import { isPaid } from "#app/domain/money/payment-state";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { sentTogether } from "#app/domain/parcels/quotes/payment-order.server";
import { isNameless } from "#app/domain/parcels/quotes/quote";
import { quotesToCollect } from "#app/domain/parcels/quotes/quote-groups.server";
import type { Slip } from "#app/domain/parcels/slip";
import { slipsPdf } from "#app/domain/parcels/slips-pdf.server";
import { asFile } from "#app/http/pages/as-file.server";
import { privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { allowedByLink } from "#app/http/sign-in/allowed-by-link.server";
import { isBookedHere } from "#app/http/sign-in/booked-here.server";
import { requireUser } from "#app/http/sign-in/require-user.server";
import { paths } from "#app/paths";

/** The slips of all parcels that were paid together, or that wait to be collected, as one PDF. Cancelled ones are left out. */
export async function loader({ request, params: { quoteId = "" }, context }: LoaderFunctionArgs) {
  const { store, pricing } = context.services;
  const isToCollect = new URL(request.url).pathname === paths.waybillsToCollect;
  const booked = isToCollect
    ? await quotesToCollect(store.read, (await requireUser(request, context)).account.uid)
    : await sentTogether(store.read, quoteId);
  const first = booked.find(({ id }) => id === quoteId) ?? booked[0] ?? null;
  const isSigned = (await allowedByLink(request, context, paths.waybillsPdf(quoteId), first)) !== null;
  const slips: Slip[] = [];
  for (const quote of booked) {
    if (!isPaid(quote.status) || isNameless(quote) || !(isSigned || (await isBookedHere(quote, request, context))))
      continue;
    const waybill = await waybillOfQuote(store.read, quote.id);
    if (waybill) slips.push(...(await slipsOfBooking(pricing, waybill, quote, siteAddress(request, context.settings))));
  }
  if (slips.length === 0) return redirect(paths.dashboard, privately(302));
  const bytes = await slipsPdf(slips, "label");
  return asFile({ bytes, type: "application/pdf", name: "waybills.pdf", isSaved: false });
}
