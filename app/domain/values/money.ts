import { writtenNumber } from "./decimal";
import { plainSigns } from "./typed-text";

/** An amount of money in whole South African cents. */
export type Cents = number;

const CENTS_PER_RAND = 100;
/** One basis point is a hundredth of a percent: 15 % is 1 500. */
const BASIS_POINTS_IN_WHOLE = 10_000;
const NO_BREAK_SPACE = "\u00a0";

/** A price as people read it: `R 1 234,56`. Not from `Intl`, which prints en-ZA differently across Node releases. */
export function formatRand(cents: Cents): string {
  const rand = wholeRand(cents);
  // Most amounts need no grouping, and a quote formats thirteen.
  const grouped = rand.length > 3 ? inThousands(rand) : rand;
  return `${minus(cents)}R${NO_BREAK_SPACE}${grouped},${leftoverCents(cents)}`;
}

/** A round amount in words, without its cents: `R 1 000`. */
export function inWholeRand(cents: Cents): string {
  return formatRand(cents).replace(/,00$/, "");
}

/** An amount as payment providers require it: `1234.56`, always with two decimals. */
export function amountFromCents(cents: Cents): string {
  return `${minus(cents)}${wholeRand(cents)}.${leftoverCents(cents)}`;
}

/** Rand as a JSON number with at most two decimals, as in the pricing contract. */
export function randFromCents(cents: Cents): number {
  return cents / CENTS_PER_RAND;
}

/**
 * Cents from rand that somebody typed or a program wrote: `1 234,56`, `R1,234.56`, `R1.234,56`, `500 rand`, `R500-00`,
 * `4.1`. Null if it isn't an amount. `1,234` is refused, because some people mean 1 234 by it and others 1,23.
 */
export function centsFromRand(rand: string | number): Cents | null {
  return typeof rand === "number" ? centsFromNumber(rand) : centsFromText(rand);
}

/** The only rounding rule: `numerator / denominator` to the nearest integer, a half upwards, in integer arithmetic. */
export function roundHalfUp(numerator: number, denominator: number): number {
  const doubled = 2 * numerator + denominator;
  const remainder = doubled % (2 * denominator);
  const towardsFloor = remainder < 0 ? remainder + 2 * denominator : remainder;
  return (doubled - towardsFloor) / (2 * denominator);
}

/** A percentage of an amount, in whole cents. Fuel and VAT are calculated only here. */
export function percentOf(cents: Cents, basisPoints: number): Cents {
  return roundHalfUp(cents * basisPoints, BASIS_POINTS_IN_WHOLE);
}

function centsFromNumber(rand: number): Cents | null {
  // 1.005 × 100 is 100.49999… in binary; keeping four decimals removes that error before rounding.
  const cents = Math.round(Number((rand * CENTS_PER_RAND).toFixed(4)));
  return Number.isSafeInteger(cents) ? cents + 0 : null;
}

/** With its currency before or after it, and its cents after a hyphen too, as on price tags: `R500-00`, `R500,-`. */
const AMOUNT = /^(-?)(?:ZAR|rand|R)?(-?)([\d.,'’]+?)(?:-(\d\d)|[.,]--?)?(?:ZAR|rands?|R)?$/i;
const MOST_DIGITS = 12;

function centsFromText(text: string): Cents | null {
  const [, sign = "", inner = "", rand = "", apart] = AMOUNT.exec(plainSigns(text).replace(/\s/g, "")) ?? [];
  const amount = writtenNumber(apart ? `${rand}${rand.includes(".") ? "," : "."}${apart}` : rand);
  if (!amount || (sign && inner) || amount.whole === "") return null;
  const { whole, decimals } = amount;
  if (whole.length > MOST_DIGITS || decimals.length > 2) return null;
  const cents = Number(whole) * CENTS_PER_RAND + Number(decimals.padEnd(2, "0"));
  return (sign || inner) && cents > 0 ? -cents : cents;
}

function inThousands(digits: string): string {
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/\d{3}/g) ?? [];
  return [digits.slice(0, first), ...groups].filter(Boolean).join(NO_BREAK_SPACE);
}

const minus = (cents: Cents) => (cents < 0 ? "-" : "");
const wholeRand = (cents: Cents) => String(Math.floor(Math.abs(cents) / CENTS_PER_RAND));
const leftoverCents = (cents: Cents) => String(Math.abs(cents) % CENTS_PER_RAND).padStart(2, "0");
