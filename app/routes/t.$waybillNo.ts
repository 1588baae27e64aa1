import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { settings } from "#app/config.server";
import { LONGEST_WAYBILL, trackingAddress } from "#app/domain/waybills/tracking-address";

/** A short address of a parcel's tracking page, ours or the external one, for emails, papers and typing. */
export function loader({ params }: LoaderFunctionArgs) {
  return redirect(trackingAddress(settings().trackingUrl, (params.waybillNo ?? "").trim().slice(0, LONGEST_WAYBILL)));
}
