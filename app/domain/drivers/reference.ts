import {
  normaliseReference,
  type ReferenceKind,
  randomDigits,
  referenceNumber,
} from "#app/domain/values/reference-number";

/** "D" as in driver, seven random digits, a check digit. */
const applicationNumbers: ReferenceKind = { prefix: "D", randomDigits: 7 };

/** A new application number such as "D48210934". The caller makes sure that it is unused. */
export function newApplicationNumber(random: (count: number) => string = randomDigits): string {
  return referenceNumber(applicationNumbers.prefix, random(applicationNumbers.randomDigits));
}

/** The application number that somebody typed, or null if it isn't one. */
export function normaliseApplicationNumber(text: string): string | null {
  return normaliseReference(text, applicationNumbers);
}

/** The number in groups, as people read it out: "D 4821 0934". */
export function spokenApplicationNumber(reference: string): string {
  return reference.replace(/^D(\d{4})(\d{4})$/, "D $1 $2");
}
