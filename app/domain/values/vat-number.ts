import { plainSigns } from "./typed-text";

/** A South African VAT number, of ten digits that begin with 4, however it is written; null if it isn't one. */
export function vatNumberFrom(typed: string): string | null {
  const digits = plainSigns(typed).replace(/[ -]/g, "");
  return /^4\d{9}$/.test(digits) ? digits : null;
}

export const WRONG_VAT_NUMBER = "A VAT number has 10 digits and begins with 4.";
