import { readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import type { Link } from "../mail/compose";
import { signedPath } from "../values/signed-link.server";

/**
 * A link for an email that opens a page to whoever holds it; null while no site has told the key that signs links.
 * @param appUrl where the site is, if that is known better than from its last start
 */
export async function signedLink(store: Reader, label: string, path: string, appUrl?: string): Promise<Link | null> {
  const site = await readSiteFacts(store);
  if (!site?.linkKey) return null;
  return { label, url: `${appUrl ?? site.appUrl}${signedPath(site.linkKey, path)}` };
}
