import { normaliseReference, type ReferenceKind } from "../../values/reference-number";

/** "D" as in driver, seven random digits, a check digit. */
export const applicationNumbers: ReferenceKind = { prefix: "D", randomDigits: 7 };

/** The application number that somebody typed, or null if it isn't one. */
export function normaliseApplicationNumber(text: string): string | null {
  return normaliseReference(text, applicationNumbers);
}

/** The number in groups, as people read it out: "D 4821 0934". */
export function spokenApplicationNumber(reference: string): string {
  return reference.replace(/^D(\d{4})(\d{4})$/, "D $1 $2");
}
