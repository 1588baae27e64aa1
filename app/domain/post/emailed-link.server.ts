import { messagesCatalogue } from "#app/language/messages.server";
import type { Sentence } from "#app/language/say";
import { paths } from "#app/paths";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import { type Link, TO_BE_SIGNED } from "./compose";
import type { SignedPath } from "./signed-pages";

/**
 * A link for an email that opens a page to whoever has it; null until a site has started here. It gets its key when the
 * email is sent (`sign-email.server.ts`).
 * @param appUrl the site's address, if the caller knows it better than the site's last start
 */
export async function signedLink(
  store: Reader,
  label: Sentence,
  path: SignedPath,
  appUrl?: string,
): Promise<Link | null> {
  const site = await readSiteFacts(store);
  return site && { label, url: toBeSigned(path, appUrl ?? site.appUrl) };
}

/** An address that gets its key when the email is sent. */
export function toBeSigned(path: SignedPath, appUrl: string): string {
  return `${appUrl}${path}${TO_BE_SIGNED}`;
}

/** The link that opens a waybill, with names and addresses, on any phone. Null as above. */
export function waybillLink(store: Reader, waybillNo: string, appUrl?: string): Promise<Link | null> {
  return signedLink(store, messagesCatalogue().emails.links.waybill, paths.waybill(waybillNo), appUrl);
}
