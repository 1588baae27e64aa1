import { type DoneOr, refused } from "../../values/refused";
import { isCalendarDay } from "../../values/sa-time";
import { plainSigns } from "../../values/typed-text";

const DIGITS = 13;

export type IdNumber = DoneOr<{ digits: string }, { why: "length" | "date" | "check digit" }>;

/**
 * Reads a South African ID number, however it was grouped: birthday as YYMMDD, four digits, citizenship (0 citizen, 1
 * permanent resident, 2 refugee), a digit that is no longer used, and a Luhn check digit. Can't tell whose number it
 * is.
 */
export function readIdNumber(typed: string): IdNumber {
  const digits = plainSigns(typed).replace(/[ -]/g, "");
  if (!/^[0-9]+$/.test(digits) || digits.length !== DIGITS) return refused("length");
  if (!isBirthday(digits)) return refused("date");
  return passesLuhn(digits) ? { ok: true, digits } : refused("check digit");
}

/** Whether YYMMDD is a date. The century isn't in the number, so a date that exists in either century passes. */
function isBirthday(digits: string): boolean {
  return isCalendarDay(`20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`);
}

/** From the right, every second digit is doubled, and a result of two digits counts as their sum. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const counted = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}
