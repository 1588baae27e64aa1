import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { LONGEST_WAYBILL, trackingAddress } from "#app/domain/parcels/tracking-address";
import { keyIn } from "#app/http/sign-in/allowed-by-link.server";
import { paths } from "#app/paths";

/** A short address of a parcel's tracking page, ours or the external one, for emails, papers and typing. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const waybillNo = (params.waybillNo ?? "").trim().slice(0, LONGEST_WAYBILL);
  const { trackingUrl } = context.settings;
  const key = keyIn(request);
  return redirect(key && !trackingUrl ? paths.tracking(waybillNo, { key }) : trackingAddress(trackingUrl, waybillNo));
}
