import type { caseKinds } from "#db/schema/cases";
import { normaliseReference, type ReferenceKind, randomDigits, referenceNumber } from "../values/reference-number";

export type CaseKind = (typeof caseKinds)[number];

/** What may be wrong with a parcel, as people say it. */
export const whatIsWrong = {
  not_there: "The parcel is not there",
  damaged: "It is damaged",
  wrong_place: "It is at the wrong place",
  wrong_person: "The wrong person has it",
} satisfies Record<CaseKind, string>;

/** "C" as in case, seven random digits, a check digit. */
const caseNumbers: ReferenceKind = { prefix: "C", randomDigits: 7 };

/** A fresh case number such as "C48210934". The caller makes sure that it is free. */
export function newCaseNumber(random: (count: number) => string = randomDigits): string {
  return referenceNumber(caseNumbers.prefix, random(caseNumbers.randomDigits));
}

/** The case number that somebody typed, or null if it can't be one. */
export function normaliseCaseNumber(text: string): string | null {
  return normaliseReference(text, caseNumbers);
}

/** In groups, as people say it: "C 4821 0934". */
export function spokenCaseNumber(caseNo: string): string {
  return caseNo.replace(/^C(\d{4})(\d{4})$/, "C $1 $2");
}

/** As the keys of a case's emails and texts begin. */
export const caseOccasions = ["case-opened", "case-received", "case-answered"];
