import { keptSecret } from "#app/config/data-folder.server";
import { holdersOf, isSignedPath, type LinkHolder, type LinkNumbers, pageOf } from "#app/domain/post/signed-pages";
import { keyFor, linkKeyOf } from "#app/domain/values/link-signature.server";
import { paths } from "#app/paths";
import { inTheFile } from "./a-guest";

/** Its `SESSION_SECRET` if the test gave it one; otherwise the site has made its own. */
type SecretSite = { dataDir: string; secret?: string | undefined };

/** The numbers of a booking's links, by what a signed page's address begins with. */
const bookings = {
  quote: (number: string) => `SELECT '${number}'`,
  order: (file: string) =>
    `SELECT id FROM quotes WHERE '${file.replace(/\.pdf$/, "")}' IN (id, payment_order_id) LIMIT 1`,
  charge: (id: string) => `SELECT quote_id FROM charges WHERE id = '${id}'`,
  waybill: (number: string) => `SELECT quote_id FROM waybills WHERE waybill_no = '${number}'`,
  invoice: (number: string) => `SELECT quote_id FROM invoices WHERE invoice_no = '${number}'`,
};

/** A stored email's words as they are sent: its links with their keys. */
export function asSent(site: SecretSite, stored: string, to?: LinkHolder): string {
  return stored.replace(/(https?:\/\/[^\s"<>?#]+)\?signed\b/g, (_, address: string) => {
    const key = keyTo(site, new URL(address).pathname, to);
    return key ? `${address}?key=${key}` : address;
  });
}

/** A person's key to a page of the site; that of the first whose links open it, unless somebody is named. */
export function keyTo(site: SecretSite, path: string, person?: LinkHolder): string | undefined {
  if (!isSignedPath(path)) return undefined;
  const { number, opens } = pageOf(path);
  const [quote] = inTheFile<LinkNumbers & { id: string }>(
    site,
    `SELECT id, sender_links AS "senderLinks", receiver_links AS "receiverLinks"
     FROM quotes WHERE id = (${bookings[number](path.split("/")[2] ?? "")})`,
  );
  if (!quote) return undefined;
  const opened = opens === "itself" ? path : paths.findMe(quote.id);
  const holders = holdersOf(opened, quote);
  const holder = holders.find((each) => each.person === person) ?? holders[0];
  const [secret = ""] = (site.secret ?? keptSecret(site.dataDir)).split(", ");
  return holder && keyFor(linkKeyOf(secret), opened, holder);
}
