import { paths } from "#app/paths";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import { signedPath } from "../values/link-signature.server";
import type { Link } from "./compose";

let linkKey: string | null = null;

/**
 * Each process says once what it signs links with: the site a key of its secret, a staff command the key that the site
 * has left for it. Null: links in emails are left out.
 */
export function signLinksWith(key: string | null): void {
  linkKey = key;
}

/** An address with its key; null in a process without one. */
export function withKey(path: string): string | null {
  return linkKey === null ? null : signedPath(linkKey, path);
}

/**
 * A link for an email that opens a page to whoever has it; null until a site has started here.
 * @param appUrl the site's address, if the caller knows it better than the site's last start
 */
export async function signedLink(store: Reader, label: string, path: string, appUrl?: string): Promise<Link | null> {
  const site = await readSiteFacts(store);
  const signed = withKey(path);
  return site && signed ? { label, url: `${appUrl ?? site.appUrl}${signed}` } : null;
}

/** The link that opens a waybill, with names and addresses, on any phone. Null as above. */
export function waybillLink(store: Reader, waybillNo: string, appUrl?: string): Promise<Link | null> {
  return signedLink(store, "Your waybill, to print or send on", paths.waybill(waybillNo), appUrl);
}
