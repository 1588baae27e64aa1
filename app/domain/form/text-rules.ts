import * as z from "zod";
import { type Catalogue, catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Sentence } from "#app/language/say";
import { limits } from "./fields";

/**
 * How many times longer than its stored form a typed text may be: NFC joins up to four characters into one, and spaces
 * are removed. Normalising takes time that grows with the square of the length, so a longer text is refused without
 * normalising it.
 */
const AS_TYPED = 4;

/** What errors call a field: a text, or a sentence that is asked for once the site's language is known. */
type FieldName = string | (() => Sentence);
type Fault = Exclude<keyof Catalogue["forms"]["wrong"], "tooLong">;

const nameOf = (label: FieldName) => (typeof label === "function" ? label() : label);
/** An error in the site's language, as zod asks for it when a field is wrong. */
const wrong = (label: FieldName, fault: Fault) => ({
  error: () => plainText(catalogue().forms.wrong[fault](nameOf(label))),
});
const tooLong = (label: FieldName, max: number) => ({
  error: () => plainText(catalogue().forms.wrong.tooLong(nameOf(label), max)),
});

/** A typed text that is short enough to normalise. */
function typedText(label: FieldName, max: number, missing?: { error: () => string }) {
  return z.string(missing).max(max * AS_TYPED, { ...tooLong(label, max), abort: true });
}

/** Tidies one line: single spaces between words, none around them, no control characters. */
export function tidyLine(typed: string): string {
  // A text of zero-width spaces looks blank, so it counts as blank.
  if (!/[^\p{C}\p{Z}]/u.test(typed)) return "";
  return typed
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .replace(LONE_SURROGATE, "\uFFFD");
}

/** Tidies several lines. Browsers send CR LF for a line end that they count as one character. */
function tidyText(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim()
    .replace(LONE_SURROGATE, "\uFFFD");
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A required line: longer than 1 character after trimming (specification section 5, "International step 1"). */
export function requiredLine(label: FieldName, max: number) {
  return typedText(label, max, wrong(label, "required"))
    .transform(tidyLine)
    .pipe(
      z
        .string()
        .min(1, { ...wrong(label, "required"), abort: true })
        .min(2, wrong(label, "tooShort"))
        .max(max, tooLong(label, max)),
    );
}

/** A line that may be left blank. */
export function optionalLine(label: FieldName, max: number) {
  return typedText(label, max)
    .optional()
    .transform((typed) => tidyLine(typed ?? ""))
    .pipe(z.string().max(max, tooLong(label, max)));
}

/** Several lines that may be left blank. */
export function optionalText(label: FieldName, max: number) {
  return typedText(label, max)
    .optional()
    .transform((typed) => tidyText(typed ?? ""))
    .pipe(z.string().max(max, tooLong(label, max)));
}

/**
 * An email of the simple form x@y.z, in ASCII so that every mail server accepts it. Characters that separate or comment
 * on addresses are refused: an email to `a,b@x.co` or `a<b@x.co>` would go to `b@x.co` and get round that mailbox's
 * limit.
 */
export function emailLine(label: FieldName) {
  return requiredLine(label, limits.email).pipe(z.string().regex(emailShape, wrong(label, "notAnEmail")));
}

/** An email that may be left out. */
export function optionalEmailLine(label: FieldName) {
  return optionalLine(label, limits.email).pipe(
    z.string().refine((typed) => typed === "" || emailShape.test(typed), wrong(label, "notAnEmail")),
  );
}

const emailShape = /^[\w!#$%&'*+/=?^`{|}~.-]+@[\w.-]+\.[\w-]+$/;

const phoneCharacters = /^[0-9+()./ -]*$/;

/** A phone number as people write it; at least 7 characters (specification section 9, "Minimums"). */
export function phoneLine(label: FieldName) {
  return requiredLine(label, limits.phone).pipe(
    z
      .string()
      .regex(phoneCharacters, { ...wrong(label, "notAPhone"), abort: true })
      .refine((typed) => typed.replace(/\D/g, "").length >= 7, wrong(label, "tooFewDigits")),
  );
}

/** An optional second phone number. */
export function optionalPhoneLine(label: FieldName) {
  return optionalLine(label, limits.phone).pipe(z.string().regex(phoneCharacters, wrong(label, "notAPhone")));
}

/** A postal code of any country; at least 3 characters if one is given. */
export function postalLine(label: FieldName) {
  return optionalLine(label, limits.postal).pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9 -]*$/, { ...wrong(label, "notAPostalCode"), abort: true })
      .refine((typed) => typed === "" || typed.length >= 3, wrong(label, "tooShortAPostalCode")),
  );
}

/** A South African postal code: four digits; spaces are ignored. */
export function homePostalLine(label: FieldName) {
  return requiredLine(label, limits.postal)
    .transform((typed) => typed.replaceAll(" ", ""))
    .pipe(z.string().regex(/^\d{4}$/, wrong(label, "notAHomePostalCode")));
}
