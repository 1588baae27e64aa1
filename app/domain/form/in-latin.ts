import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { isPrintable } from "../values/printed-text";
import { type Party, type PartyField, type PartyFieldName, partyFields, spokenName } from "./fields";

/**
 * Names and streets are kept as they are written. Of those that the letters of our PDFs can't show, the paper has what was
 * given in Latin letters too: docs/decisions/0112-names-in-every-script.md.
 */

/** Answers by the names of their fields. */
type Answers = Record<string, string | undefined>;

/**
 * Whether a form has a field, and a page shows it: those in Latin letters only where a field that they stand for has
 * letters that can't be printed.
 * @param party blank if the names of the answers don't begin with one, as in the address book
 */
export function isAsked(answers: Answers, party: Party | "", { inLatin }: PartyField): boolean {
  return !inLatin || inLatin.some((name) => !isPrintable(answers[party + name] ?? ""));
}

/** The fields in Latin letters that the paper needs and nobody has filled in, in the form's order. */
export function missingInLatin(answers: Answers, party: Party | ""): PartyFieldName[] {
  const fields = Object.entries(partyFields) as [PartyFieldName, PartyField][];
  return fields.flatMap(([name, field]) =>
    field.inLatin && !answers[party + name] && isAsked(answers, party, field) ? [name] : [],
  );
}

/** The same in words, for lists and programs, which can't be asked. */
export function missingInLatinWords(answers: Answers, party: Party): string[] {
  return missingInLatin(answers, party).map((name) =>
    plainText(catalogue().forms.inLatin.missing(spokenName(party + name))),
  );
}
