import { paths } from "#app/paths";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import type { Link } from "../mail/compose";
import type { Quote } from "../quotes/quote";
import { termsLink } from "./terms-version";

/** The link to the terms of a booking, for an email that a command may write; nothing while no site has told its address. */
export async function termsLinkOf(store: Reader, quote: Pick<Quote, "termsVersion">): Promise<Link[]> {
  const site = await readSiteFacts(store);
  return site ? [termsLink(site.appUrl + paths.terms, quote)] : [];
}
