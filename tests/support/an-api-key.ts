import { aVerifiedCustomer, PASSWORD } from "./a-customer";
import type { Site } from "./open-site";
import type { Visitor } from "./visitor";

/** A verified customer who has made a key, and the key. */
export async function aShopWithAKey(site: Site, email: string): Promise<{ shop: Visitor; key: string }> {
  const shop = await aVerifiedCustomer(site, email);
  return { shop, key: await makeKey(shop, "My shop") };
}

/** Makes one more key; returns it as the page shows it. */
export async function makeKey(shop: Visitor, name: string): Promise<string> {
  await shop.open("/account/api-keys");
  const page = await shop.press("Make a key", { name, currentPassword: PASSWORD });
  return keyOn(page.html);
}

export function keyOn(html: string): string {
  return /thuma_(?:live|test)_\w{30,}/.exec(html)?.[0] ?? "";
}

export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
