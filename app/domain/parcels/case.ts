import { messagesCatalogue } from "#app/language/messages.server";
import type { Sentence } from "#app/language/say";
import type { caseKinds, cases } from "#db/schema/cases";
import { normaliseReference, type ReferenceKind } from "../values/reference-number";

export type Case = typeof cases.$inferSelect;

export type CaseKind = (typeof caseKinds)[number];

/** What may be wrong with a parcel. */
export const whatIsWrong = (): Record<CaseKind, Sentence> => messagesCatalogue().letters.wrong;

/** "C" as in case, seven random digits, a check digit. */
export const caseNumbers: ReferenceKind = { prefix: "C", randomDigits: 7 };

/** The case number that somebody typed, or null if it isn't one. */
export function normaliseCaseNumber(text: string): string | null {
  return normaliseReference(text, caseNumbers);
}

/** The number in groups, as people read it out: "C 4821 0934". */
export function spokenCaseNumber(caseNo: string): string {
  return caseNo.replace(/^C(\d{4})(\d{4})$/, "C $1 $2");
}

/** The beginnings of the keys of a case's emails and text messages. */
export const caseOccasions = ["case-opened", "case-received", "case-answered"];
