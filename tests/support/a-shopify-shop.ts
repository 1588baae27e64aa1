import { createHmac } from "node:crypto";
import { aVerifiedCustomer, PASSWORD } from "./a-customer";
import type { Site } from "./open-site";
import type { Visitor } from "./visitor";

export const SHOPIFY_SECRET = "8f2b1c0e5d7a4b6c9e3f1a2b3c4d5e6f";

/** A verified customer with an address in Germiston and a shop on Shopify, and the shop's two addresses. */
export async function aShopifyShop(site: Site, email: string, settings: Record<string, string> = {}) {
  const shop = await aVerifiedCustomer(site, email);
  await shop.open("/address-book");
  const own = { label: "Shop", Name: "Thandi Nkosi", Phone: "082 123 4567", AddressLine: "12 Shop Street" };
  await shop.press("Save address", { ...own, Email: email, Suburb: "", City: "Germiston", Postal: "1459" });
  await shop.open("/account/shop?shopify=edit");
  const typed = { signingSecret: SHOPIFY_SECRET, currentPassword: PASSWORD, ...settings };
  await shop.press("Make the addresses", typed);
  return { shop, ...addressesOn(shop) };
}

/** The addresses as the page shows them, on the site itself. */
export function addressesOn(shop: Visitor) {
  const shown = (id: string) => shop.page?.document.querySelector(`#${id}`)?.getAttribute("value") ?? "";
  return { rates: new URL(shown("shopify-rates")).pathname, orders: new URL(shown("shopify-orders")).pathname };
}

type Item = { grams: number | null; quantity?: number; requires_shipping?: boolean };
const product = ({ grams, quantity = 1, requires_shipping = true }: Item) => ({
  ...{ name: "Short Sleeve T-Shirt", sku: "", quantity, grams, price: 1999, vendor: "Gogo's Emporium" },
  ...{ requires_shipping, taxable: true, fulfillment_service: "manual", properties: null },
  ...{ product_id: 48447225880, variant_id: 258644705304 },
});

const place = (postal_code: string | null, more: object = {}) => ({
  ...{ country: "ZA", postal_code, province: "GT", city: "Soweto", name: "Zodwa Khumalo" },
  ...{ address1: "9 Vilakazi Street", address2: "", address3: null, phone: null, fax: null, email: null },
  ...{ latitude: -26.2, longitude: 27.9, address_type: null, company_name: null, ...more },
});

/** The question of a carrier service, with all members that Shopify's documentation has. */
export const aRateRequest = (
  postal: string | null,
  {
    items = [{ grams: 500 }],
    country = "ZA",
    currency = "ZAR",
  }: { items?: Item[]; country?: string; currency?: string } = {},
) => ({
  rate: {
    origin: place("1459", { name: null, company_name: "Gogo's Emporium", phone: "0821234567" }),
    destination: place(postal, { country }),
    items: items.map(product),
    ...{ currency, locale: "en" },
  },
});

/** An order as `orders/paid` sends it, with what of it matters here and some that doesn't. */
export const anOrder = (id: number | string, more: object = {}) => ({
  id: Number(id),
  admin_graphql_api_id: `gid://shopify/Order/${id}`,
  name: `#${String(id).slice(-4)}`,
  ...{
    email: "zodwa@example.com",
    contact_email: "zodwa@example.com",
    phone: null,
    note: "Gate code 4711",
    test: false,
  },
  ...{ cancelled_at: null, financial_status: "paid", currency: "ZAR", total_price: "279.62" },
  ...{ customer: { id: 115310627, phone: null }, billing_address: null, tags: "" },
  line_items: [{ id: 866550, title: "Shoes", quantity: 1, grams: 500, requires_shipping: true }],
  shipping_address: {
    ...{ first_name: "Zodwa", last_name: "Khumalo", name: "Zodwa Khumalo", company: null, phone: "082 123 4567" },
    ...{ address1: "9 Vilakazi Street", address2: null, city: "Soweto", zip: "1868", country_code: "ZA" },
  },
  shipping_lines: [
    {
      id: 271878,
      code: "parcel:flyer-bag:1:8062",
      title: "Thuma Couriers",
      price: "80.62",
      source: "Thuma",
    },
  ],
  ...more,
});

/** A webhook's call, signed as Shopify signs it. */
export function signedCall(body: unknown, topic = "orders/paid", secret = SHOPIFY_SECRET): RequestInit {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    method: "POST",
    body: text,
    headers: {
      "Content-Type": "application/json",
      "X-Shopify-Topic": topic,
      "X-Shopify-Hmac-SHA256": createHmac("sha256", secret).update(text).digest("base64"),
      "X-Shopify-Shop-Domain": "gogos-emporium.myshopify.com",
      "X-Shopify-Webhook-Id": crypto.randomUUID(),
      "X-Shopify-API-Version": "2026-10",
    },
  };
}
