/**
 * Numbers that people read out on the phone: a prefix, random digits and a check digit. Only digits, because they are
 * clear in all our languages, and can be typed on any keypad.
 */
export type ReferenceKind = { prefix: string; randomDigits: number };

/** With a space between any two digits. Anything longer isn't one of our numbers, and isn't parsed. */
const LONGEST_TYPED = 60;
/** Enough for any of our numbers at once. */
const RANDOM_BYTES_AT_ONCE = 32;

export const quoteNumbers: ReferenceKind = { prefix: "Q", randomDigits: 7 };

/** The quote number that somebody typed, or null if it isn't one. */
export function normaliseQuoteNumber(text: string): string | null {
  return normaliseReference(text, quoteNumbers);
}

/** While nine of ten numbers are free, two in a row that aren't are rare already. */
const MOST_TRIES = 100;

/**
 * A new number of a kind that finds nothing yet.
 * @throws an error in words when so many in a row are in use: this kind needs another digit
 */
export async function unusedReference(
  kind: ReferenceKind,
  find: (reference: string) => Promise<object | null>,
): Promise<string> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const reference = newReference(kind);
    if (!(await find(reference))) return reference;
  }
  throw new Error(
    `Of ${MOST_TRIES} numbers ${kind.prefix} with ${kind.randomDigits} digits every one is in use. They need another digit.`,
  );
}

/** A new number of a kind, such as "Q48210934". */
export function newReference(kind: ReferenceKind): string {
  return referenceNumber(kind.prefix, randomDigits(kind.randomDigits));
}

/** The prefix, the digits and the check digit. */
export function referenceNumber(prefix: string, digits: string): string {
  return `${prefix}${digits}${dammDigit(digits)}`;
}

/**
 * A reference as people type it (any case, spaces, hyphens, without its prefix) in our stored form; null if its length
 * or its check digit is wrong.
 */
export function normaliseReference(text: string, kind: ReferenceKind): string | null {
  if (text.length > LONGEST_TYPED) return null;
  const typed = text.replace(/[\s\p{Pd}]+/gu, "").toUpperCase();
  const digits = typed.startsWith(kind.prefix) ? typed.slice(kind.prefix.length) : typed;
  if (!/^[0-9]+$/.test(digits) || digits.length !== kind.randomDigits + 1) return null;
  return dammDigit(digits) === "0" ? `${kind.prefix}${digits}` : null;
}

/** Random digits, each equally likely. Uses Web Crypto, so that no node import gets into the browser's bundle. */
export function randomDigits(count: number): string {
  let digits = "";
  while (digits.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_BYTES_AT_ONCE))) {
      // Using 250 to 255 would make 0 to 5 more likely than 6 to 9.
      if (byte < 250 && digits.length < count) digits += String(byte % 10);
    }
  }
  return digits;
}

/**
 * H. Michael Damm's check digit: it catches every single wrong digit and every swap of neighbours. For digits that
 * already end in their check digit it is "0". Source: Damm, "Total anti-symmetrische Quasigruppen", Marburg 2004, the
 * table of order 10.
 */
export function dammDigit(digits: string): string {
  let interim = 0;
  for (const digit of digits) interim = dammTable[interim]?.[Number(digit)] ?? 0;
  return String(interim);
}

const dammTable: readonly (readonly number[])[] = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
];
