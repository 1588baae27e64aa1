import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { slipsOfBooking } from "#app/domain/bookings/slips-of-booking.server";
import { slipsPdf } from "#app/domain/parcels/slips-pdf.server";
import { asFile } from "#app/http/pages/as-file.server";
import { privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { keyIn } from "#app/http/sign-in/allowed-by-link.server";
import { openWaybill } from "#app/http/sign-in/open-waybill.server";
import { paths } from "#app/paths";

/** The slips as a PDF, to forward or print. If there are none, the page says why. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const found = await openWaybill(request, context, params.no);
  const { waybillNo } = found;
  const key = keyIn(request);
  if (!found.isOpen || !found.isValid) return redirect(paths.waybill(waybillNo, { key }), privately(302));
  const { pricing } = context.services;
  const slips = await slipsOfBooking(pricing, found.waybill, found.quote, siteAddress(request, context.settings));
  const bytes = await slipsPdf(slips, "label");
  return asFile({ bytes, type: "application/pdf", name: `waybill-${waybillNo}.pdf`, isSaved: false });
}
