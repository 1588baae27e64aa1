import { messagesCatalogue } from "#app/language/messages.server";
import { paths } from "#app/paths";
import { readSiteFacts } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import type { Link } from "../../post/compose";
import type { Quote } from "./quote";

/** A link to the terms that apply to a booking. */
export function termsLink(url: string, { termsVersion }: Pick<Quote, "termsVersion">): Link {
  const { terms, termsVersion: ofVersion } = messagesCatalogue().emails.links;
  return { label: termsVersion ? ofVersion(termsVersion) : terms, url };
}

/** The link to a booking's terms for an email that a staff command writes; none until a site has stored its address. */
export async function termsLinkOf(store: Reader, quote: Pick<Quote, "termsVersion">): Promise<Link[]> {
  const site = await readSiteFacts(store);
  return site ? [termsLink(site.appUrl + paths.terms, quote)] : [];
}
