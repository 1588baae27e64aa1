import type { paymentWays } from "#db/schema/payments";
import { asLine } from "../values/typed-text";

/** How money comes, and goes back the same way. */
export type PaymentWay = (typeof paymentWays)[number];
/** The ways that don't lead through PayFast. */
export type CounterWay = Exclude<PaymentWay, "payfast">;

/** PayFast's numbers of payments and refunds. Of old refunds it knows none, and ours have the total behind a hyphen. */
const PAYFASTS = /^\d{1,20}$/;
/** A bank shows no longer one. */
const LONGEST_REFERENCE = 60;

/** A bank's reference as it is compared: a statement and whoever reads it space it differently. */
export const withoutSpaces = (reference: string): string => reference.replaceAll(" ", "");

/** What a payment or a refund is stored under: PayFast's own number, or the way and what it is known by there. */
export function numberOf(way: CounterWay, known: string): string {
  return `${way}:${known}`;
}

const ACCOUNT = "account:";
/** What a credit note is stored under that took something off an account; it moved no money. */
export const offAccount = (id: string): string => `${ACCOUNT}${id}`;
export const isOffAccount = (reference: string | null): boolean => reference?.startsWith(ACCOUNT) ?? false;

/** Which way a payment or refund with this number came or went. */
export function wayOf(number: string | null): PaymentWay {
  if (number?.startsWith("cash:")) return "cash";
  return number?.startsWith("bank:") ? "bank" : "payfast";
}

/** A payment's number as people read it. What came in cash has none. */
export function numberShown(number: string | null): string | null {
  const way = wayOf(number);
  if (way === "payfast" || number === null) return number;
  return way === "cash" ? null : number.slice("bank:".length);
}

/** "PayFast's payment 1089999", "cash", "bank reference ABSA 4711". */
export function inOfficesWords(number: string | null): string {
  const shown = numberShown(number) ?? "";
  return { payfast: `PayFast's payment ${shown}`, cash: "cash", bank: `bank reference ${shown}` }[wayOf(number)];
}

/** The same of a refund: "PayFast's reference 2211334". */
export function refundInOfficesWords(reference: string): string {
  return wayOf(reference) === "payfast" ? `PayFast's reference ${reference}` : inOfficesWords(reference);
}

export const isPayfastNumber = (typed: string): boolean => PAYFASTS.test(typed);

/** A bank's reference as it is stored: capitals don't matter, nor do spaces (`withoutSpaces`). Null if it can't be one. */
export function bankReference(typed: string): string | null {
  const reference = asLine(typed).toUpperCase();
  return /^[\p{L}\d][\p{L}\d .,/#&()'-]*$/u.test(reference) && reference.length <= LONGEST_REFERENCE ? reference : null;
}
