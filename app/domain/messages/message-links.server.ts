import { messagesCatalogue } from "#app/language/messages.server";
import { paths } from "#app/paths";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import { emailedTrackingAddress } from "../parcels/tracking-address";
import type { Link } from "../post/compose";
import { signedLink, toBeSigned, waybillLink } from "../post/emailed-link.server";
import type { Person } from "./who-is-notified";

/** The links in a parcel's messages. A signed link is null until a site has started here. */
export type MessageLinks = {
  tracking: Link;
  /** The same for the receiver: from there the key leads on to their wishes. */
  receiversTracking: Link;
  waybill: Link | null;
  /** To report a problem. The waybill number is enough, but a signed report isn't counted with strangers'. */
  wrong: Link;
  /** For the receiver: their page. */
  findMe: Link | null;
  /** For each person, to stop these messages. */
  stop: Record<Person, Link | null>;
};

/** @param appUrl where the site is, if that is known better than from its last start */
export async function linksOf(
  store: Reader,
  { quoteId, waybillNo }: { quoteId: string; waybillNo: string },
  appUrl?: string,
): Promise<MessageLinks> {
  const site = await readSiteFacts(store);
  const origin = appUrl ?? site?.appUrl ?? "http://localhost";
  const labels = messagesCatalogue().emails.links;
  const stop = (person: Person) => signedLink(store, labels.stop, paths.stopMessages(quoteId, person), appUrl);
  const findMe = await signedLink(store, labels.findMe, paths.findMe(quoteId), appUrl);
  const tracking = {
    label: labels.track,
    url: new URL(emailedTrackingAddress(site?.trackingUrl, waybillNo), origin).href,
  };
  return {
    tracking,
    receiversTracking: site?.trackingUrl
      ? tracking
      : { ...tracking, url: toBeSigned(paths.shortTracking(waybillNo), origin) },
    wrong: (await signedLink(store, labels.wrong, paths.case(waybillNo), appUrl)) ?? {
      label: labels.wrong,
      url: new URL(paths.case(waybillNo), origin).href,
    },
    waybill: await waybillLink(store, waybillNo, appUrl),
    findMe,
    stop: { sender: await stop("sender"), receiver: await stop("receiver"), account: await stop("account") },
  };
}
