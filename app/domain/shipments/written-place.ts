import { fullCodeIn, PLUS_CODE_LETTERS, type Point } from "./plus-code";

type Place =
  | { kind: "code"; code: string }
  | { kind: "point"; point: Point }
  /** `after`: the words that follow, which may begin with a town. */
  | { kind: "short code"; code: string; after: string };

type Span = { start: number; end: number };

/** A place found in a text, and which part of the text it is. */
export type WrittenPlace = Span & { typed: string } & (
    | Place
    | { kind: "broken code" }
    | { kind: "link without a place" }
  );

/**
 * The first place in a text that somebody typed or pasted: a link, a `geo:` address, a plus code, or coordinates in
 * degrees, minutes and seconds or as decimals. Null if there is none. Every part of the patterns has a limit, so the
 * time grows with the text's length.
 */
export function placeIn(typed: string): WrittenPlace | null {
  const text = asLatin(typed);
  const link = linkIn(text);
  if (link?.place) return { ...link.place, ...span(typed, link) };
  const full = fullCodeIn(text);
  if (full) return { kind: "code", code: full.code, ...span(typed, full) };
  const written = sexagesimalIn(text) ?? decimalIn(text);
  if (written) return { kind: "point", point: written.point, ...span(typed, written) };
  const short = shortCodeIn(text);
  if (short) return { ...short, ...span(typed, short) };
  const broken = brokenCodeIn(text);
  if (broken) return { kind: "broken code", ...span(typed, broken) };
  return link ? { kind: "link without a place", ...span(typed, link) } : null;
}

function span(typed: string, { start, end }: Span) {
  return { start, end, typed: typed.slice(start, end) };
}

const SAME_AS: Record<string, string> = {
  "−": "-",
  "–": "-",
  "‐": "-",
  º: "°",
  "˚": "°",
  "′": "'",
  "’": "'",
  "‘": "'",
  "´": "'",
  ʹ: "'",
  "″": '"',
  "”": '"',
  "“": '"',
  ʺ: '"',
  "٫": ".",
  "،": ",",
  "\u00A0": " ",
};

/** The same text, character for character, with the digits, letters and signs of other alphabets as ASCII has them. */
function asLatin(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (sign) => {
    if (/\p{Nd}/u.test(sign)) return digitOf(sign);
    const isWide = sign >= "\uFF01" && sign <= "\uFF5E";
    return SAME_AS[sign] ?? (isWide ? sign.normalize("NFKC") : sign);
  });
}

/** In every alphabet the digits 0 to 9 follow each other, and no other digit stands before a 0. */
function digitOf(sign: string): string {
  const code = sign.charCodeAt(0);
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero -= 1;
  return String(code - zero);
}

const LINK = /(?:geo:|https?:\/\/|www\.|maps?\.|goo\.gl\/|osm\.org\/|plus\.codes\/)[^\s<>]{3,}/i;
const MAP_LINK = /maps?[./?]|goo\.gl|g\.page|g\.co\/|osm\.org|openstreetmap|here\.com|her\.is|waze|plus\.codes/i;

/** The link of a map in a text, and its place; null if there is no such link. */
function linkIn(text: string): (Span & { place: Place | null }) | null {
  const found = LINK.exec(text);
  if (!found) return null;
  const link = found[0].replace(found[0].includes("(") ? /[.,;\]]+$/ : /[.,;)\]]+$/, "");
  const at = { start: found.index, end: found.index + link.length };
  for (const part of partsOf(decoded(link))) {
    const place = placeInPart(part);
    if (place) return { ...at, place };
  }
  return /^geo:/i.test(link) || MAP_LINK.test(link) ? { ...at, place: null } : null;
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

/** The parts of a link that can hold its place: first those of a pin, then the map's middle. */
function* partsOf(link: string): Generator<string> {
  const pins = [...link.matchAll(/!3d(-?\d{1,3}\.\d{1,20})!4d(-?\d{1,3}\.\d{1,20})/g)];
  for (const [, latitude, longitude] of pins.slice(-1)) yield `${latitude},${longitude}`;
  yield pairOf(link, "mlat", "mlon");
  for (const name of ["q", "query", "ll", "coordinate", "daddr", "destination"]) yield parameter(link, name);
  const [path = ""] = link.split(/[?#]/);
  for (const part of path.replace(/^geo:/i, "/").split("/").slice(1)) if (!part.startsWith("@")) yield part;
  const [, middle = ""] = /@([^/]{1,80})/.exec(link) ?? [];
  yield middle;
  for (const name of ["map", "center", "sll"]) yield parameter(link, name).replace(/^\d{1,2}(?:\.\d{1,9})?\//, "");
}

function parameter(link: string, name: string): string {
  const at = link.search(new RegExp(`[?&#]${name}=`));
  return at === -1 ? "" : (link.slice(at + name.length + 2).split(/[&#]/)[0] ?? "");
}

function pairOf(link: string, first: string, second: string): string {
  return [parameter(link, first), parameter(link, second)].filter(Boolean).join(",");
}

const IN_LINK = /^(?:loc:)?([-+]?\d{1,3}(?:\.\d{1,20})?)[,/] {0,2}([-+]?\d{1,3}(?:\.\d{1,20})?)(?![\d.])/;

function placeInPart(part: string): Place | null {
  const full = fullCodeIn(part);
  if (full) return { kind: "code", code: full.code };
  const short = shortCodeIn(part);
  if (short) return { kind: "short code", code: short.code, after: short.after.replaceAll("+", " ") };
  const words = part.replaceAll("+", " ").trim();
  const pair = IN_LINK.exec(words);
  // Android writes geo:0,0?q=… for a place that has a name alone.
  if (pair && (Number(pair[1]) !== 0 || Number(pair[2]) !== 0))
    return { kind: "point", point: { latitude: Number(pair[1]), longitude: Number(pair[2]) } };
  const written = sexagesimalIn(words);
  return written && { kind: "point", point: written.point };
}

const SHORT = new RegExp(`(?<![\\w+])(?:[${PLUS_CODE_LETTERS}]{2}){2,3}\\+[${PLUS_CODE_LETTERS}]{2,3}(?!\\w)`, "i");

function shortCodeIn(text: string): (Span & { kind: "short code"; code: string; after: string }) | null {
  const found = SHORT.exec(text);
  if (!found) return null;
  const end = found.index + found[0].length;
  return { kind: "short code", code: found[0].toUpperCase(), start: found.index, end, after: text.slice(end) };
}

/** Something that was meant to be a plus code: letters and digits around a plus, of about the right length. */
function brokenCodeIn(text: string): Span | null {
  const found = /(?<![\w+@.])(?=[a-z+]{0,12}\d)(?:[a-z0-9]{3,10}\+[a-z0-9]{1,8}|[a-z0-9]{8}\+)(?![\w@])/i.exec(text);
  if (!found || !/[a-z]/i.test(found[0]) || found[0].length < 6) return null;
  return { start: found.index, end: found.index + found[0].length };
}

type Found = Span & { point: Point };

const DEGREES = String.raw`(\d{1,3}(?:[.,]\d{1,9})?) ?\xb0 ?(?:(\d{1,2}(?:[.,]\d{1,9})?) ?' ?)?(?:(\d{1,2}(?:[.,]\d{1,9})?) ?(?:"|'') ?)?`;
const SIGNED_AFTER = new RegExp(`(-?)${DEGREES}([NSEWO])[ ,;/]{0,3}(-?)${DEGREES}([NSEWO])(?![a-z])`, "i");
const SIGNED_BEFORE = new RegExp(`(?<![a-z])([NSEWO]) ?${DEGREES}[ ,;/]{0,3}([NSEWO]) ?${DEGREES}`, "i");

/** Degrees, minutes and seconds with the points of the compass, before or after. */
function sexagesimalIn(text: string): Found | null {
  const after = SIGNED_AFTER.exec(text);
  if (after) {
    const [, , d1, m1, s1, one = "", , d2, m2, s2, other = ""] = after;
    return found(after, signed(one, degrees(d1, m1, s1)), signed(other, degrees(d2, m2, s2)), isEast(one));
  }
  const before = SIGNED_BEFORE.exec(text);
  if (!before) return null;
  const [, one = "", d1, m1, s1, other = "", d2, m2, s2] = before;
  return found(before, signed(one, degrees(d1, m1, s1)), signed(other, degrees(d2, m2, s2)), isEast(one));
}

function degrees(whole = "0", minutes = "0", seconds = "0"): number {
  return number(whole) + number(minutes) / 60 + number(seconds) / 3600;
}

const DECIMAL = String.raw`([NSEWO]?) ?([-+]?\d{1,3}[.,]\d{2,15}) ?\xb0? ?`;
const LONGITUDE = `(?:lon|lng)[a-z]{0,6} ?[:=]? ?`;
const PAIR = new RegExp(
  String.raw`(?<![\w.,])(?:lat[a-z]{0,5} ?[:=]? ?)?${DECIMAL}([NSEWO]?)[ ,;/|]{1,4}(?:${LONGITUDE})?${DECIMAL}(?:([NSEWO])(?![a-z]))?(?![.,]?\d)`,
  "i",
);

/** Two decimals with a point or a comma. Two digits after it at least: `2.5, 3.5` is no place. */
function decimalIn(text: string): Found | null {
  const pair = PAIR.exec(text);
  if (!pair) return null;
  const [, before = "", first = "", between = "", beforeOther = "", second = "", behind = ""] = pair;
  // In `S 26.35 E 28.15` the letter between belongs to the second number.
  const one = before || between;
  const other = beforeOther || behind || (before ? between : "");
  return found(pair, signed(one, number(first)), signed(other, number(second)), isEast(one));
}

function found(match: RegExpExecArray, first: number, second: number, isSwapped: boolean): Found {
  const end = match.index + match[0].trimEnd().length;
  const [latitude, longitude] = isSwapped ? [second, first] : [first, second];
  return { start: match.index, end, point: { latitude, longitude } };
}

/** Whether a letter belongs to a longitude: east or west. In Afrikaans east is `O`. */
const isEast = (letter: string) => /^[EWO]$/i.test(letter);

function signed(letter: string, value: number): number {
  return /^[SW]$/i.test(letter) ? -Math.abs(value) : value;
}

const number = (typed: string) => Number(typed.replace(",", "."));
