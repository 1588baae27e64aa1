import { plainSigns } from "./typed-text";

const POSTAL_CODE_DIGITS = 4;

/** With a space or two. Anything longer isn't a postal code, and isn't parsed. */
export const LONGEST_TYPED_CODE = 20;
/** A suggestion has the place's name before the code. */
const LONGEST_SUGGESTION = 60;

/** A typed postal code's digits, cut to four. `0002` stays text, because its zeros count. */
export function postalDigits(text: string): string {
  return text.slice(0, LONGEST_SUGGESTION).replace(/\D/g, "").slice(0, POSTAL_CODE_DIGITS);
}

/** A code as it was before a spreadsheet or a program took it for a number: `181` was 0181. Null for any other text. */
export function withItsZeros(text: string): string | null {
  return /^[1-9]\d{0,2}$/.test(text) ? text.padStart(POSTAL_CODE_DIGITS, "0") : null;
}

/** A South African postal code as a price and a booking read it: its digits without spaces. Anything else stays in it. */
export function homePostalCode(typed: string): string {
  return plainSigns(typed).replaceAll(" ", "");
}

/** Whether the text is a South African postal code: exactly four digits. Doesn't say whether we serve it. */
export function isPostalCode(text: string): boolean {
  return /^[0-9]{4}$/.test(text);
}
