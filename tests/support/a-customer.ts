import { emailTo } from "./mailbox";
import type { Site } from "./open-site";
import { Visitor } from "./visitor";

export const PASSWORD = "kasi-taxi-rank-7";

/** Somebody who has just registered, in a browser of their own, and stands on `/verify`. */
export async function aRegisteredCustomer(
  site: Pick<Site, "url">,
  email: string,
  visitor = new Visitor(site.url),
): Promise<Visitor> {
  await visitor.open("/login?tab=register");
  await visitor.press("Register", { name: "Thandi Nkosi", phone: "082 123 4567", email, password: PASSWORD });
  return visitor;
}

/** Somebody who has registered and used the link in the email; stands on the link's page. */
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

/** An email's link names the site by its public address; tests go to wherever it runs. */
export function pathOf(link: string): string {
  const url = new URL(link);
  return url.pathname + url.search;
}
