import { plainSigns } from "./typed-text";

/**
 * Numbers that people read out on the phone: a prefix, random digits and a check digit. Only digits, because they are
 * clear in all our languages, and can be typed on any keypad.
 */
export type ReferenceKind = { prefix: string; randomDigits: number };

/** The kinds of our numbers. Why a waybill's is longer: docs/decisions/0005-waybill-numbers.md. */
export const ourNumbers = {
  waybill: { prefix: "TH", randomDigits: 9 },
  quote: { prefix: "Q", randomDigits: 7 },
  case: { prefix: "C", randomDigits: 7 },
  application: { prefix: "D", randomDigits: 7 },
} as const satisfies Record<string, ReferenceKind>;

export type NumberKind = keyof typeof ourNumbers;

/** A number of ours that stands in a text. */
export type FoundNumber = {
  kind: NumberKind;
  /** As we store it: "TH4821093753". */
  no: string;
  /** The piece of the parcel, if it is written after a waybill's number: "/ 2". */
  piece: number | null;
  /** Whether its prefix is there. Digits alone may be another number, or a phone. */
  isNamed: boolean;
};

/** A long message. Nothing is looked for in what comes after it. */
const LONGEST_TYPED = 2_000;
/** Enough for any of our numbers at once. */
const RANDOM_BYTES_AT_ONCE = 32;

const allKinds = Object.keys(ourNumbers) as NumberKind[];

/**
 * The numbers of ours in a text, as people write, say, copy and scan them: in groups, with letters O and I for 0 and 1,
 * with a piece, in a sentence or an address of ours. Digits alone count only where no number has its prefix.
 * @returns with `rest`, what stands around them
 */
export function readNumbers(
  text: string,
  kinds: readonly NumberKind[] = allKinds,
): { found: FoundNumber[]; rest: string } {
  let rest = plainSigns(text.slice(0, LONGEST_TYPED))
    // A barcode scanner may say first what kind of code it read (ISO/IEC 15424); an address has signs as %20.
    .replace(/\][A-Za-z]\d|%[0-9A-Fa-f]{2}/g, " ");
  const found = new Map<string, FoundNumber>();
  const take = (shape: RegExp, named: NumberKind[], isNamed: boolean) => {
    rest = rest.replace(shape, (all, typed: string, piece: string | undefined) => {
      const digits = typed
        .replace(/[Oo]/g, "0")
        .replace(/[IiLl]/g, "1")
        .replace(/\D/g, "");
      if (dammDigit(digits) !== "0") return all;
      for (const kind of named) {
        const no = ourNumbers[kind].prefix + digits;
        if (!found.has(no)) found.set(no, { kind, no, piece: piece ? Number(piece) : null, isNamed });
      }
      return " ";
    });
  };
  for (const kind of kinds) take(namedShape[kind], [kind], true);
  const lengths = found.size === 0 ? new Set(kinds.map(lengthOf)) : [];
  for (const length of lengths)
    take(
      bareShape(length),
      kinds.filter((kind) => lengthOf(kind) === length),
      false,
    );
  return { found: [...found.values()], rest: rest.trim() };
}

/** The first number of a kind in a text, as we store it; null without one. */
export function numberIn(text: string, kind: NumberKind): string | null {
  return readNumbers(text, [kind]).found[0]?.no ?? null;
}

const lengthOf = (kind: NumberKind) => ourNumbers[kind].randomDigits + 1;
const GAP = "[ ._-]{0,3}";
const digitsLike = (length: number, digit: string) => `${digit}(?:${GAP}${digit}){${length - 1}}`;
const WORD_BEFORE = "(?<![\\p{L}\\p{N}+])";
const WORD_AFTER = "(?![\\p{L}\\p{N}])";
/** After a waybill's digits its piece may follow: `/ 2`, `-2`, `piece 2`; or ` 2` and ` 2 of 3` at the end. */
const PIECE = "(?:(?: ?(?:[/-]|piece|pc) ?| (?=\\d{1,3}(?: of \\d+)?$))(\\d{1,3})(?! ?\\d))?";
const shapeOf = (prefix: string, length: number) =>
  new RegExp(
    `${WORD_BEFORE}${prefix}(${digitsLike(length, "[0-9OIL]")})${WORD_AFTER}${length === lengthOf("waybill") ? PIECE : "()"}`,
    "giu",
  );
const bareShape = (length: number) => shapeOf("(?=[OIL]*\\d)", length);
const namedShape = Object.fromEntries(
  allKinds.map((kind) => [kind, shapeOf(`${[...ourNumbers[kind].prefix].join(" ?")}[ .:#_-]{0,3}`, lengthOf(kind))]),
) as Record<NumberKind, RegExp>;

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
