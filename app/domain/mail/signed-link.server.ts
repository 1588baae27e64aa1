import { paths } from "#app/paths";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import { signedPath } from "../values/signed-link.server";
import type { Link } from "./compose";

/**
 * A link for an email that opens a page to whoever has it; null until a site has stored its signing key.
 * @param appUrl the site's address, if the caller knows it better than the site's last start
 */
export async function signedLink(store: Reader, label: string, path: string, appUrl?: string): Promise<Link | null> {
  const site = await readSiteFacts(store);
  if (!site?.linkKey) return null;
  return { label, url: `${appUrl ?? site.appUrl}${signedPath(site.linkKey, path)}` };
}

/** The link that opens a waybill, with names and addresses, on any phone. Null as above. */
export function waybillLink(store: Reader, waybillNo: string, appUrl?: string): Promise<Link | null> {
  return signedLink(store, "Your waybill, to print or send on", paths.waybill(waybillNo), appUrl);
}
