import { paths } from "#app/paths";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import type { Link } from "../../post/compose";
import type { Quote } from "./quote";
import { termsLink } from "./terms-version";

/** The link to a booking's terms for an email that a staff command writes; none until a site has stored its address. */
export async function termsLinkOf(store: Reader, quote: Pick<Quote, "termsVersion">): Promise<Link[]> {
  const site = await readSiteFacts(store);
  return site ? [termsLink(site.appUrl + paths.terms, quote)] : [];
}
