const POSTAL_CODE_DIGITS = 4;

/** As somebody types it, with a space or two. Longer is no postal code, and isn't looked at. */
export const LONGEST_TYPED_CODE = 20;

/** What is left of a typed postal code: its digits, cut to four. `0002` stays text, because its zeros count. */
export function postalDigits(text: string): string {
  return text.slice(0, LONGEST_TYPED_CODE).replace(/\D/g, "").slice(0, POSTAL_CODE_DIGITS);
}

/** Whether the text is a South African postal code: exactly four digits. Says nothing of whether we go there. */
export function isPostalCode(text: string): boolean {
  return /^[0-9]{4}$/.test(text);
}
