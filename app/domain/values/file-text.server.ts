import { type DoneOr, refused } from "./refused";

/** A file's text, from its beginning each time; or why it has none that can be read. */
export type FileText = DoneOr<{ pieces: () => Generator<string> }>;

/** How a file's letters are written. */
type Writing = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const WORKBOOK = "This is a workbook. Save it as CSV, in the spreadsheet where you made it, and send that file.";
const ZIP = "This is a zip file. Unpack it first, and send the list that is in it.";
const PAGE =
  "This is a web page, whatever its name says. Open it in a spreadsheet, save it as CSV, and send that file.";
const NO_TEXT = "This is not a list, or a part of it is missing. Save your list as CSV again, and send that file.";
const LOST_LETTERS = "Some letters of this file can't be read for certain. Save it as “CSV UTF-8”, and send that file.";

/**
 * Reads the bytes of a list, whatever program wrote it: UTF-8 or UTF-16 with or without their mark, or Windows-1252, as
 * Excel's plain CSV is. All of it is checked first: where a sign would be lost or become another one, it is refused.
 * @param bytes the file in pieces, from the beginning each time that it is called
 */
export function openText(bytes: () => Iterable<Uint8Array>): FileText {
  const first = beginningOf(bytes());
  const other = otherThanText(first);
  if (other) return refused(other);
  let why = NO_TEXT;
  for (const writing of writingsOf(first)) {
    const wrong = wrongIn(bytes(), writing);
    if (wrong === null) return { ok: true, pieces: () => decoded(bytes(), writing) };
    why = wrong;
  }
  return refused(why);
}

/** The same of a file that is held as a whole. */
export function readText(bytes: Uint8Array): DoneOr<{ text: string }> {
  const read = openText(() => [bytes]);
  return read.ok ? { ok: true, text: [...read.pieces()].join("") } : read;
}

/** Enough to tell what a file is. */
const BEGINNING = 1024;

function beginningOf(pieces: Iterable<Uint8Array>): Buffer {
  let begun = Buffer.alloc(0);
  for (const piece of pieces) {
    begun = Buffer.concat([begun, piece.subarray(0, BEGINNING)]);
    if (begun.length >= BEGINNING) break;
  }
  return begun;
}

/** What a file is if it is no text: by its first bytes, because its name says anything. */
function otherThanText(first: Buffer): string | null {
  const start = first.toString("latin1");
  if (start.startsWith("PK\x03\x04")) return /\.(csv|tsv|txt)$/i.test(firstNameInZip(first)) ? ZIP : WORKBOOK;
  if (start.startsWith("\xd0\xcf\x11\xe0") || start.includes("office:spreadsheet")) return WORKBOOK;
  // Programs name a table of HTML .xls.
  if (/^[\s\0\xef\xbb\xbf\xff\xfe]*<\0?[!?a-z]/i.test(start)) return PAGE;
  return OTHER_STARTS.some((other) => start.startsWith(other)) ? NO_TEXT : null;
}

/** Of PDF, RTF, pictures and gzip. */
const OTHER_STARTS = ["%PDF", "{\\rtf", "\x89PNG", "GIF8", "\xff\xd8\xff", "\x1f\x8b"];

function firstNameInZip(first: Buffer): string {
  const [lengthAt, nameAt] = [26, 30];
  if (first.length < nameAt) return "";
  return first.toString("latin1", nameAt, nameAt + first.readUInt16LE(lengthAt));
}

/** By its mark; without one, UTF-16 is known by the zeros of its plain letters, and UTF-8 by being valid. */
function writingsOf(first: Buffer): Writing[] {
  const mark = first.toString("latin1", 0, 3);
  if (mark === "\xef\xbb\xbf") return ["utf-8"];
  if (mark.startsWith("\xff\xfe")) return ["utf-16le"];
  if (mark.startsWith("\xfe\xff")) return ["utf-16be"];
  const zerosAt = (rest: 0 | 1) => first.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (even === odd) return ["utf-8", "windows-1252"];
  return [odd > even ? "utf-16le" : "utf-16be"];
}

/** Why a text can't be read so; null if all of it can. */
function wrongIn(bytes: Iterable<Uint8Array>, writing: Writing): string | null {
  try {
    for (const piece of decoded(bytes, writing)) {
      if (piece.includes("\0")) return NO_TEXT;
      if (writing === "windows-1252" && UNLIKELY.test(piece)) return LOST_LETTERS;
    }
    return null;
  } catch (error) {
    if (error instanceof TypeError) return writing.startsWith("utf-16") ? NO_TEXT : LOST_LETTERS;
    throw error;
  }
}

/** A mark at the beginning isn't part of the text. @throws TypeError at bytes that mean nothing so */
function* decoded(bytes: Iterable<Uint8Array>, writing: Writing): Generator<string> {
  if (writing === "windows-1252") {
    for (const piece of bytes) yield fromWindows1252(piece);
    return;
  }
  const decoder = new TextDecoder(writing, { fatal: true });
  for (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** 0x80 to 0x9F; the five that mean nothing are blank. Some releases of Node have them wrong. */
const FROM_0X80 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
/** The five, and letters of UTF-8, which begin with one of these bytes: the file is cut, or two were put together. */
const NOT_WINDOWS_1252 = /[\x81\x8d\x8f\x90\x9d]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}/;

function fromWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  if (NOT_WINDOWS_1252.test(latin1)) throw new TypeError("not Windows-1252");
  return latin1.replace(/[\x80-\x9f]/g, (byte) => FROM_0X80[byte.charCodeAt(0) - 0x80] ?? "");
}

/**
 * What no name has: an opening quote or a sign of money right behind a letter, a capital with an accent between small
 * letters. Other old writings, such as the Macintosh's and MS-DOS's, look so when they are read as Windows-1252.
 */
const UNLIKELY = /\p{L}(?:[‚ƒ„†‡ˆ‰‹•˜¢¤¦¨¬¯¸“]|‘(?!\p{L})|[™©®¡£¥§ª«±µ¶¹»¼½¾¿×÷]\p{L})|\p{Ll}[ŠŽŒŸ\xc0-\xde]\p{Ll}/u;
