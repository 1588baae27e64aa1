import { amountFromCents, formatRand } from "#app/domain/values/money";
import { type DoneOr, refused } from "../values/refused";
import { phpTrim } from "./payfast-signature.server";

/** A field's name and value. */
export type PayfastField = readonly [name: string, value: string];

/** What a customer is asked to pay for. The amount comes from the saved quote, never from the browser. */
export type PayfastOrder = {
  merchantId: string;
  merchantKey: string;
  returnUrl: string;
  cancelUrl: string;
  notifyUrl: string;
  quoteId: string;
  buyerEmail?: string;
  nameFirst?: string;
  amountCents: number;
  itemName: string;
  itemDescription: string;
};

export type PayfastFields = DoneOr<{ fields: PayfastField[] }>;

export const NO_CREDENTIALS = "Missing PayFast merchant credentials";

/** The smallest payment that PayFast takes. */
const SMALLEST_CENTS = 5_00;

/** Why PayFast would refuse an amount, in words for the customer; null when PayFast accepts it. */
export function tooLittleToPay(amountCents: number): string | null {
  if (amountCents >= SMALLEST_CENTS) return null;
  return `PayFast takes no payments under ${formatRand(SMALLEST_CENTS)}.`;
}

/** The most characters (code points) that PayFast keeps of a field. */
const SHORT_TEXT = 100;
const LONG_TEXT = 255;

/**
 * Turns an order into the fields of PayFast's form, unsigned, in PayFast's order.
 * Refusals are the sentences of spec section 8. Lengths and order: PayFast's custom integration documentation.
 */
export function payfastFields(order: PayfastOrder): PayfastFields {
  const merchantId = oneLine(order.merchantId);
  const merchantKey = oneLine(order.merchantKey);
  const quoteId = oneLine(order.quoteId);
  if (!merchantId || !merchantKey) return refused(NO_CREDENTIALS);
  if (!quoteId) return refused("Missing quoteId for PayFast m_payment_id/custom_str1.");
  if (!Number.isSafeInteger(order.amountCents) || order.amountCents <= 0) return refused("Amount must be > 0.");

  const fields: PayfastField[] = [
    ["merchant_id", merchantId],
    ["merchant_key", merchantKey],
    ["return_url", oneLine(order.returnUrl)],
    ["cancel_url", oneLine(order.cancelUrl)],
    ["notify_url", oneLine(order.notifyUrl)],
    ["name_first", cut(order.nameFirst ?? "", SHORT_TEXT)],
    ["email_address", wholeEmail(order.buyerEmail ?? "")],
    ["m_payment_id", cut(quoteId, SHORT_TEXT)],
    ["amount", amountFromCents(order.amountCents)],
    ["item_name", cut(order.itemName, SHORT_TEXT)],
    ["item_description", cut(order.itemDescription, LONG_TEXT)],
    ["custom_str1", cut(quoteId, LONG_TEXT)],
  ];
  return { ok: true, fields: fields.filter(isSent) };
}

/** PayFast's own libraries disagree on whether a blank or "0" is signed, so we send neither. */
function isSent([name, value]: PayfastField): boolean {
  const required = ["merchant_id", "merchant_key", "m_payment_id", "amount", "item_name"].includes(name);
  return value !== "" && (required || value !== "0");
}

/**
 * Half an email address may be somebody else's, so one that is too long is left out and PayFast asks the buyer for it.
 */
function wholeEmail(address: string): string {
  const email = oneLine(address);
  return [...email].length > SHORT_TEXT ? "" : email;
}

function cut(text: string, longest: number): string {
  const kept = [...oneLine(text)].slice(0, longest).join("");
  return phpTrim(kept);
}

/**
 * Browsers rewrite line ends and NUL in a posted form, and can't post half a surrogate pair. What we sign must be what
 * arrives.
 */
function oneLine(text: string): string {
  return phpTrim(text.replace(/\p{Cc}+/gu, " ").replace(/\p{Surrogate}/gu, "\uFFFD"));
}
