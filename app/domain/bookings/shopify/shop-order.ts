import * as z from "zod";
import { limits } from "../../form/fields";
import { normalisePhone } from "../../values/phone.server";
import { asLine, cleaned } from "../../values/typed-text";
import { readRateCode } from "./rates";

/** An order as Shopify's webhooks `orders/…` send it: what we need of it, and what is to be booked for it. */
export type ShopOrder = {
  orderId: string;
  /** "#1001", as its shop and its buyer know it. */
  name: string;
  /** As its body says, which is signed; the topic of a call isn't. */
  stands: "paid" | "cancelled" | "unpaid";
  isTest: boolean;
  /** A body of `POST /v1/bookings`; null if another carrier, or none, was chosen. What is wrong with it, booking says. */
  booking: Record<string, unknown> | null;
};

const LONGEST_READ = 2000;
const LONGEST_NAME = 50;
const asText = (sent: unknown) =>
  typeof sent === "string" || typeof sent === "number" ? String(sent).slice(0, LONGEST_READ) : "";
/** Shopify sends null where there is nothing, or leaves it out; nothing that is odd may stop an order from being kept. */
const anything = z.unknown().optional();
const line = anything.transform((sent) => asLine(asText(sent)));
const text = anything.transform((sent) => cleaned(asText(sent)).trim());

const AddressSchema = z
  .object({ name: line, first_name: line, last_name: line, company: line, phone: line, city: line, zip: line })
  .extend({ address1: line, address2: line })
  .nullish()
  .catch(null);
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish().catch(null);

const OrderSchema = z.object({
  id: z.union([z.number().positive(), z.string().regex(/^\d{1,30}$/)]),
  admin_graphql_api_id: text,
  name: line,
  email: line,
  phone: line,
  note: text,
  test: anything,
  cancelled_at: anything,
  financial_status: line,
  shipping_address: AddressSchema,
  billing_address: AddressSchema,
  customer: z.object({ phone: line }).nullish().catch(null),
  line_items: listOf(z.object({ title: line, requires_shipping: anything })),
  shipping_lines: listOf(z.object({ code: anything, is_removed: anything })),
});

/** Reads an order; null if it isn't one. */
export function readShopOrder(sent: unknown): ShopOrder | null {
  const read = OrderSchema.safeParse(sent);
  if (!read.success) return null;
  const order = read.data;
  // A number of 18 digits is rounded by JSON; its text isn't.
  const orderId = /^gid:\/\/shopify\/Order\/(\d{1,30})$/.exec(order.admin_graphql_api_id)?.[1] ?? String(order.id);
  const name = order.name.slice(0, LONGEST_NAME).trim() || `#${orderId}`;
  const stands = order.cancelled_at ? "cancelled" : order.financial_status === "paid" ? "paid" : "unpaid";
  return { orderId, name, stands, isTest: order.test === true, booking: bookingOf(order, name) };
}

function bookingOf(order: z.output<typeof OrderSchema>, name: string): ShopOrder["booking"] {
  // A line stays in an order after its shop has taken it out.
  const lines = (order.shipping_lines ?? []).filter((each) => each.is_removed !== true);
  const chosen = lines.map(({ code }) => readRateCode(code)).find((rate) => rate !== null);
  if (!chosen) return null;
  const to = order.shipping_address;
  const person = to?.name || [to?.first_name, to?.last_name].filter(Boolean).join(" ");
  const [receiver, more] = fitted([person, to?.company ?? ""], limits.fullName);
  const [street, address] = fitted([to?.address1 ?? "", to?.address2 ?? ""], limits.addressLine);
  const [landmark, untold] = fitted([address, more], limits.landmark);
  const typed = to?.phone || order.phone || order.customer?.phone || order.billing_address?.phone || "";
  // In our form, by which its owner is found who asks to be forgotten.
  const phone = normalisePhone(typed) ?? typed;
  const sent = (order.line_items ?? []).filter((item) => item.requires_shipping !== false);
  const contents = sent.map(({ title }) => title).filter(Boolean);
  const instructions = [untold, order.note].filter(Boolean).join("\n").slice(0, limits.textArea);
  return {
    reference: name,
    to: {
      ...{ name: receiver, phone, addressLine: street, city: to?.city ?? "", postal: to?.zip ?? "", landmark },
      ...(order.email && { email: order.email }),
    },
    parcel: {
      ...{ boxId: chosen.boxId, quantity: chosen.quantity },
      parcelDesc: contents.join(", ").slice(0, limits.parcelDescription).trim(),
    },
    ...(instructions && { specialInstructions: instructions }),
    agreedTotal: chosen.cents / 100,
  };
}

/**
 * Joins what isn't blank or said before with commas, as far as it fits. Of a first part that is too long the words that
 * fit are taken. Returns what fits, and the rest, which moves on to the next field.
 */
function fitted(parts: readonly string[], most: number): [fits: string, rest: string] {
  let fits = "";
  const rest: string[] = [];
  for (const part of new Set(parts.filter(Boolean))) {
    const joined = fits === "" ? part : `${fits}, ${part}`;
    if (joined.length <= most) fits = joined;
    else if (fits === "") {
      const atSpace = part.lastIndexOf(" ", most);
      fits = part.slice(0, atSpace > 0 ? atSpace : most);
      rest.push(part.slice(fits.length).replace(/^[ ,]+/, ""));
    } else rest.push(part);
  }
  return [fits.replace(/[ ,]+$/, ""), rest.filter(Boolean).join(", ")];
}
