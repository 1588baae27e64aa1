import { z } from "zod";
import { limits } from "./fields";

/**
 * How many times as long as what is kept a text may be as it was typed: NFC makes one character of up to four, and
 * spaces go. To normalise takes time that grows with the square of the length, so whatever is longer is refused unread.
 */
const AS_TYPED = 4;

const tooLong = (label: string, max: number) => `${label} must be at most ${max} characters`;

/** A text that is short enough to be read. */
function typedText(label: string, max: number, missing?: string) {
  return z.string(missing).max(max * AS_TYPED, { error: tooLong(label, max), abort: true });
}

/** One line as people mean it: one space between words, none around them, no control characters. */
function tidyLine(typed: string): string {
  // Nothing but spaces of no width looks blank, and is.
  if (!/[^\p{C}\p{Z}]/u.test(typed)) return "";
  return typed
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .replace(LONE_SURROGATE, "\uFFFD");
}

/** Several lines: browsers send CR LF for what they count as one character. */
function tidyText(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim()
    .replace(LONE_SURROGATE, "\uFFFD");
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A line that must be there: longer than 1 character after trimming (spec section 5, "International step 1"). */
export function requiredLine(label: string, max: number) {
  return typedText(label, max, `${label} is required`)
    .transform(tidyLine)
    .pipe(
      z
        .string()
        .min(1, { error: `${label} is required`, abort: true })
        .min(2, `${label} must be longer than 1 character`)
        .max(max, tooLong(label, max)),
    );
}

/** A line that may be left blank. */
export function optionalLine(label: string, max: number) {
  return typedText(label, max)
    .optional()
    .transform((typed) => tidyLine(typed ?? ""))
    .pipe(z.string().max(max, tooLong(label, max)));
}

/** Several lines that may be left blank. */
export function optionalText(label: string, max: number) {
  return typedText(label, max)
    .optional()
    .transform((typed) => tidyText(typed ?? ""))
    .pipe(z.string().max(max, tooLong(label, max)));
}

/**
 * An email address of the simple form x@y.z, in ASCII so that every mail server takes it. Without the characters that
 * separate or comment on addresses: an email to `a,b@x.co` or to `a<b@x.co>` goes to `b@x.co`, past the limit of that mailbox.
 */
export function emailLine(label: string) {
  return requiredLine(label, limits.email).pipe(
    z.string().regex(/^[\w!#$%&'*+/=?^`{|}~.-]+@[\w.-]+\.[\w-]+$/, `${label} must look like name@example.co.za`),
  );
}

const phoneCharacters = /^[0-9+()./ -]*$/;

/** A phone number as people write it; at least 7 characters (spec section 9, "Minimums"). */
export function phoneLine(label: string) {
  return requiredLine(label, limits.phone).pipe(
    z
      .string()
      .regex(phoneCharacters, { error: `${label} may only have digits, spaces and + ( ) -`, abort: true })
      .refine((typed) => typed.replace(/\D/g, "").length >= 7, `${label} must have at least 7 digits`),
  );
}

/** A second phone number, if there is one. */
export function optionalPhoneLine(label: string) {
  return optionalLine(label, limits.phone).pipe(
    z.string().regex(phoneCharacters, `${label} may only have digits, spaces and + ( ) -`),
  );
}

/** A postal code of any country; at least 3 characters where one is given. */
export function postalLine(label: string) {
  return optionalLine(label, limits.postal).pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9 -]*$/, { error: `${label} may only have letters and digits`, abort: true })
      .refine((typed) => typed === "" || typed.length >= 3, `${label} must have at least 3 characters`),
  );
}

/** A South African postal code: four digits, spaces forgiven. */
export function homePostalLine(label: string) {
  return requiredLine(label, limits.postal)
    .transform((typed) => typed.replaceAll(" ", ""))
    .pipe(z.string().regex(/^\d{4}$/, `${label} code must have 4 digits`));
}
