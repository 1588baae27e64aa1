import * as z from "zod";
import { type Catalogue, catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Sentence } from "#app/language/say";
import { isEmail, isValidEmail } from "../values/email";
import { homePostalCode, isPostalCode, withItsZeros } from "../values/postal-code";
import { asPrinted } from "../values/printed-text";
import { asLine, cleaned, plainSigns } from "../values/typed-text";
import { limits } from "./fields";

/** What errors call a field: a text, or a sentence that is asked for once the site's language is known. */
type FieldName = string | (() => Sentence);
type Fault = Exclude<keyof Catalogue["forms"]["wrong"], "tooLong" | "lostItsZeros">;

const nameOf = (label: FieldName) => (typeof label === "function" ? label() : label);
/** An error in the site's language, as zod asks for it when a field is wrong. */
const wrong = (label: FieldName, fault: Fault) => ({
  error: () => plainText(catalogue().forms.wrong[fault](nameOf(label))),
});
const tooLong = (label: FieldName, max: number) => ({
  error: () => plainText(catalogue().forms.wrong.tooLong(nameOf(label), max)),
});

/**
 * A required line: longer than 1 character after trimming, and otherwise "… is required" (specification section 5,
 * "International step 1").
 * @param least characters; 1 where a rule of its own says more about one character
 */
export function requiredLine(label: FieldName, max: number, read = asLine, least = 2) {
  return z
    .string(wrong(label, "required"))
    .transform(read)
    .pipe(
      z
        .string()
        .min(least, { ...wrong(label, "required"), abort: true })
        .max(max, tooLong(label, max)),
    );
}

/** A line that may be left blank. */
export function optionalLine(label: FieldName, max: number, read = asLine) {
  return z
    .string()
    .optional()
    .transform((typed) => read(typed ?? ""))
    .pipe(z.string().max(max, tooLong(label, max)));
}

/** A line in Latin letters for the paper, kept as it is printed there. What can't be printed is dropped, never refused. */
export function optionalLatinLine(label: FieldName, max: number) {
  return optionalLine(label, max, (typed) => asPrinted(asLine(typed)));
}

/** Several lines that may be left blank. */
export function optionalText(label: FieldName, max: number) {
  return z
    .string()
    .optional()
    .transform((typed) => cleaned(typed ?? "").trim())
    .pipe(z.string().max(max, tooLong(label, max)));
}

/** An email that is newly given. */
export function emailLine(label: FieldName) {
  return requiredLine(label, limits.email, plainSigns, 1).pipe(
    z.string().refine(isValidEmail, wrong(label, "notAnEmail")),
  );
}

/** An email that somebody has given before, by which they sign in: it may be one that isn't taken any more. */
export function storedEmailLine(label: FieldName) {
  return requiredLine(label, limits.email, plainSigns, 1).pipe(z.string().refine(isEmail, wrong(label, "notAnEmail")));
}

/** An email that may be left out. */
export function optionalEmailLine(label: FieldName) {
  return optionalLine(label, limits.email, plainSigns).pipe(
    z.string().refine((typed) => typed === "" || isValidEmail(typed), wrong(label, "notAnEmail")),
  );
}

/** `8,21E+08`: how a spreadsheet writes a long number in a narrow column. */
const rounded = /^\+?\d+(?:[.,]\d+)?e\+?\d+$/i;

/** Two phones with a word between them. */
const LONGEST_PHONE_TEXT = 60;
/** A second number after the first, or its last digits: `011 555 1234/5`, `082 123 4567 or 083 …`. */
const twoPhones = /\d[\d ()-]{5,}\d\s*(?:[/,;&|]|\b(?:or|and|of|en)\b)\s*\+?\(?\d|(?:\d[ ()-]*){18}/i;
const phoneCharacters = /^[0-9+()./ -]*$/;
const withExtension = /\d\s*(?:x|ext\.?|extension|uitb\.?|#)\s*\d{1,6}$/i;

/** Where else on the form a second number has a place, and the extension of a number. */
type Elsewhere = { second?: "Cell"; extension?: "special instructions" };

/** One phone in a field. What is asked before its length says more than that it is too long. */
const onePhone = (label: FieldName, { second, extension }: Elsewhere) =>
  z
    .string()
    .refine((typed) => !twoPhones.test(typed), {
      ...wrong(label, second ? "twoPhonesBesideCell" : "twoPhones"),
      abort: true,
    })
    .refine((typed) => !withExtension.test(typed), {
      ...wrong(label, extension ? "anExtensionToDriver" : "anExtension"),
      abort: true,
    })
    .refine((typed) => !rounded.test(typed), { ...wrong(label, "roundedNumber"), abort: true })
    .regex(phoneCharacters, { ...wrong(label, "notAPhone"), abort: true })
    .max(limits.phone, { ...tooLong(label, limits.phone), abort: true });

/** A phone number as people write it; at least 7 characters (specification section 9, "Minimums"). */
export function phoneLine(label: FieldName, elsewhere: Elsewhere = {}) {
  return requiredLine(label, LONGEST_PHONE_TEXT, plainSigns, 1).pipe(
    onePhone(label, elsewhere).refine((typed) => typed.replace(/\D/g, "").length >= 7, wrong(label, "tooFewDigits")),
  );
}

/** An optional second phone number. */
export function optionalPhoneLine(label: FieldName, elsewhere: Elsewhere = {}) {
  return optionalLine(label, LONGEST_PHONE_TEXT, plainSigns).pipe(onePhone(label, elsewhere));
}

/** A postal code of any country; at least 3 characters if one is given. */
export function postalLine(label: FieldName) {
  return optionalLine(label, limits.postal, plainSigns).pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9 -]*$/, { ...wrong(label, "notAPostalCode"), abort: true })
      .refine((typed) => typed === "" || typed.length >= 3, wrong(label, "tooShortAPostalCode")),
  );
}

function notAHomeCode(field: string | Sentence, typed: string): string {
  const { lostItsZeros, notAHomePostalCode } = catalogue().forms.wrong;
  const code = withItsZeros(typed);
  return plainText(code ? lostItsZeros(field, code) : notAHomePostalCode(field));
}

/** A South African postal code: four digits; spaces are ignored. */
export function homePostalLine(label: FieldName) {
  return requiredLine(label, limits.postal, homePostalCode, 1).pipe(
    z.string().refine(isPostalCode, { error: ({ input }) => notAHomeCode(nameOf(label), String(input)) }),
  );
}
