import { fullCodeIn, PLUS_CODE_LETTERS, type Point } from "./plus-code";

type Location =
  | { kind: "code"; code: string }
  | { kind: "point"; point: Point }
  /** `after`: the words that follow, which may begin with a town. */
  | { kind: "short code"; code: string; after: string };

type Span = { start: number; end: number };

/** A place found in a text, and which part of the text it is. */
export type WrittenPlace = Span & { typed: string } & (
    | Location
    | { kind: "broken code" }
    | { kind: "link without a place" }
  );

/**
 * The first place in a text that somebody typed or pasted: a map's link, a `geo:` address, a plus code, or two decimal
 * numbers. Null if there is none; whatever else is written stays words for the driver. Every part of the patterns has a
 * limit, so the time grows with the text's length.
 */
export function placeIn(typed: string): WrittenPlace | null {
  const text = typed.replace(/[−–‐]/g, "-").replaceAll("\u00A0", " ");
  const link = linkIn(text);
  if (link?.place) return { ...link.place, ...span(typed, link) };
  const full = fullCodeIn(text);
  if (full) return { kind: "code", code: full.code, ...span(typed, full) };
  const written = decimalIn(text);
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

const LINK = /(?:geo:|https?:\/\/|www\.|maps?\.|goo\.gl\/|osm\.org\/|plus\.codes\/)[^\s<>]{3,}/i;
const MAP_LINK = /maps?[./?]|goo\.gl|g\.page|g\.co\/|osm\.org|openstreetmap|here\.com|her\.is|waze|plus\.codes/i;

/** The link of a map in a text, and its place; null if there is no such link. */
function linkIn(text: string): (Span & { place: Location | null }) | null {
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

function placeInPart(part: string): Location | null {
  const full = fullCodeIn(part);
  if (full) return { kind: "code", code: full.code };
  const short = shortCodeIn(part);
  if (short) return { kind: "short code", code: short.code, after: short.after.replaceAll("+", " ") };
  const words = part.replaceAll("+", " ").trim();
  const pair = IN_LINK.exec(words);
  // Android writes geo:0,0?q=… for a place that has a name alone.
  if (pair && (Number(pair[1]) !== 0 || Number(pair[2]) !== 0))
    return { kind: "point", point: { latitude: Number(pair[1]), longitude: Number(pair[2]) } };
  return null;
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

const NUMBER = String.raw`([-+]?\d{1,3}[.,]\d{2,15}) ?\xb0? ?`;
const PAIR = new RegExp(
  String.raw`(?<![\w.,])([NS]?) ?${NUMBER}([NS]?)[ ,;/|]{1,4}([EW]?) ?${NUMBER}(?:([EW])(?![a-z]))?(?![.,]?\d)`,
  "i",
);

/** Two decimals with a point or a comma. Two digits after it at least: `2.5, 3.5` is no place. */
function decimalIn(text: string): (Span & { point: Point }) | null {
  const pair = PAIR.exec(text);
  if (!pair) return null;
  const [, before, south = "", after, beforeOther, east = "", afterOther] = pair;
  const point = { latitude: signed(before || after, south), longitude: signed(beforeOther || afterOther, east) };
  return { start: pair.index, end: pair.index + pair[0].trimEnd().length, point };
}

function signed(letter = "", number: string): number {
  const value = Number(number.replace(",", "."));
  return /^[SW]$/i.test(letter) ? -Math.abs(value) : value;
}
