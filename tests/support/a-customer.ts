import { emailTo } from "./mailbox";
import type { Site } from "./open-site";
import { Visitor } from "./visitor";

export const PASSWORD = "kasi-taxi-rank-7";

/** A customer who has just registered, in a browser of their own, and is on `/verify`. */
export async function aRegisteredCustomer(
  site: Pick<Site, "url">,
  email: string,
  visitor = new Visitor(site.url),
): Promise<Visitor> {
  await visitor.open("/login?tab=register");
  await visitor.press("Register", { name: "Thandi Nkosi", phone: "082 123 4567", email, password: PASSWORD });
  return visitor;
}

/** A customer who has registered and used the link in the email, and is on the link's page. */
export async function aVerifiedCustomer(
  site: Pick<Site, "url" | "dataDir">,
  email: string,
  visitor?: Visitor,
): Promise<Visitor> {
  const customer = await aRegisteredCustomer(site, email, visitor);
  const message = await emailTo(site.dataDir, email, /verify/i);
  await customer.open(pathOf(message.link));
  await customer.press("Continue");
  return customer;
}

/** An email's link has the site's public address; tests need the path only. */
export function pathOf(link: string): string {
  const url = new URL(link);
  return url.pathname + url.search;
}
