import { createHash } from "node:crypto";
import { centsFromRand } from "../values/money";
import { type DoneOr, refused } from "../values/refused";
import type { Gateway } from "./gateway.server";
import { signRequest, writeNotice } from "./payfast-signature.server";

/** PayFast accepts 255 characters in a text field; an address may be longer. */
const LONGEST_VALUE = 1000;

/** What the tester chooses on the simulator's page. */
export type SimulatedEnd = "COMPLETE" | "FAILED" | "CANCELLED";

/** The order that the payment form posted, if the gateway accepts it. */
export type SimulatedOrder = DoneOr<{
  quoteId: string;
  amount: string;
  itemName: string;
  returnUrl: string;
  cancelUrl: string;
  notifyUrl: string;
}>;

/**
 * Reads the payment form as PayFast would: fields in their posted order, the signature last. Anybody can sign for the
 * simulator's account, so it accepts only orders whose addresses are on its own site.
 */
export function readOrder(form: [name: string, value: string][], gateway: Gateway, appUrl: string): SimulatedOrder {
  if (form.some(([, value]) => value.length > LONGEST_VALUE)) return refused("A field is too long");
  const signed = form.filter(([name]) => name !== "signature");
  const field = (name: string) => form.find(([fieldName]) => fieldName === name)?.[1] ?? "";
  if (field("signature") !== signRequest(signed, gateway.passphrase)) {
    return refused("Generated signature does not match submitted signature");
  }
  if (field("merchant_id") !== gateway.merchantId) return refused("The merchant is not known");
  if (!((centsFromRand(field("amount")) ?? 0) > 0)) return refused("The amount must be more than nothing");
  const addresses = ["return_url", "cancel_url", "notify_url"].map(field);
  if (!addresses.every((address) => address.startsWith(`${appUrl}/`))) {
    return refused("The simulator only serves its own site");
  }
  return {
    ok: true,
    quoteId: field("m_payment_id"),
    amount: field("amount"),
    itemName: field("item_name"),
    returnUrl: field("return_url"),
    cancelUrl: field("cancel_url"),
    notifyUrl: field("notify_url"),
  };
}

/** The notice that PayFast would post for a decision. The same decision on the same order names the same attempt. */
export function noticeAbout(
  form: [name: string, value: string][],
  decision: SimulatedEnd,
  attempt: string,
  gateway: Gateway,
): string {
  const field = (name: string) => form.find(([fieldName]) => fieldName === name)?.[1] ?? "";
  const grossCents = centsFromRand(field("amount")) ?? 0;
  const feeCents = Math.round(grossCents * 0.035);
  const rand = (cents: number) => (cents / 100).toFixed(2);
  const blanks = (prefix: string, from: number) =>
    Array.from({ length: 6 - from }, (_, index) => [`${prefix}${index + from}`, ""] as const);
  return writeNotice(
    [
      ["m_payment_id", field("m_payment_id")],
      ["pf_payment_id", attemptNumber(`${field("m_payment_id")} ${attempt}`)],
      ["payment_status", decision],
      ["item_name", field("item_name")],
      ["item_description", field("item_description")],
      ["amount_gross", rand(grossCents)],
      ["amount_fee", rand(-feeCents)],
      ["amount_net", rand(grossCents - feeCents)],
      ["custom_str1", field("custom_str1")],
      ...blanks("custom_str", 2),
      ...blanks("custom_int", 1),
      ["name_first", ""],
      ["name_last", ""],
      ["email_address", field("email_address")],
      ["merchant_id", gateway.merchantId],
    ],
    gateway.passphrase,
  );
}

/** A payment number like PayFast's. */
function attemptNumber(attempt: string): string {
  return String(Number.parseInt(createHash("sha256").update(attempt).digest("hex").slice(0, 12), 16));
}
