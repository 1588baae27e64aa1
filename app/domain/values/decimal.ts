import { plainSigns } from "./typed-text";

/** A number with a decimal comma, as South Africans write it. */
export function decimal(number: number): string {
  return String(number).replace(".", ",");
}

/** The digits of a number before and after its decimal comma or point. */
export type WrittenNumber = { isNegative: boolean; whole: string; decimals: string };

/** Groups as most people write them, and as in South Asia: `1,234,567` and `12,34,567`. */
const GROUPS = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/;

/**
 * Reads a number as people and their programs write it: `2,5`, `1 234,56`, `1,234.56`, `1.234,5`, `1'234`. A single comma
 * or point begins the decimals: whether `1,234` may also be a thousand is for the caller to know. Null if it isn't one
 * number.
 */
export function writtenNumber(text: string): WrittenNumber | null {
  const [, sign, digits = ""] = /^([+-]?)([\d.,]*\d[\d.,]*)$/.exec(plainSigns(text).replace(/[\s'’]/g, "")) ?? [];
  const [last = "", ...before] = (digits.match(/[.,]/g) ?? []).reverse();
  const isGrouped = before.length > 0 && new Set(before).size === 1;
  const isWhole = isGrouped && before[0] === last;
  const end = last === "" || isWhole ? digits.length : digits.lastIndexOf(last);
  const whole = digits.slice(0, end);
  if (digits === "" || (before.length > 0 && !(isGrouped && GROUPS.test(whole)))) return null;
  return { isNegative: sign === "-", whole: whole.replace(/[.,]/g, ""), decimals: digits.slice(end + 1) };
}

/** The same as a number. */
export function numberFrom(text: string): number | null {
  const written = writtenNumber(text);
  return written && Number(`${written.isNegative ? "-" : ""}${written.whole || "0"}.${written.decimals || "0"}`);
}

/** A percentage in basis points: `12,5` and `12,5 %` are 1250. Null if it isn't one, or is less than nothing. */
export function basisPointsFrom(text: string): number | null {
  const percent = writtenNumber(text.replace(/\s*%$/, ""));
  if (!percent || percent.isNegative || percent.whole.length > 3 || percent.decimals.length > 2) return null;
  return Number(percent.whole) * 100 + Number(percent.decimals.padEnd(2, "0"));
}
