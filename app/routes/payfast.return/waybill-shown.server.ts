import type { Config } from "#app/config.server";
import { trackingAddress } from "#app/domain/parcels/tracking-address";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import type { LinkNumbers } from "#app/domain/post/signed-pages";
import { paths } from "#app/paths";
import { keyTo } from "../../http/sign-in/allowed-by-link.server";

/** A waybill's links on a page that may be shared: its signed link only for whoever booked. */
export function waybillShown(settings: Config, waybillNo: string, quote: LinkNumbers, isOwner: boolean, home: string) {
  const path = paths.waybill(waybillNo);
  const number = spokenWaybillNumber(waybillNo);
  const trackingHref = trackingAddress(settings.trackingUrl, waybillNo);
  if (!isOwner) return { number, trackingHref, href: path, pdfHref: null, shareText: null };
  const key = keyTo(settings, path, quote, "sender");
  const href = paths.waybill(waybillNo, { key });
  const pdfHref = paths.waybillPdf(waybillNo, { key });
  return { number, trackingHref, href, pdfHref, shareText: `Waybill ${number}: ${home}${href}` };
}
