import { OpenLocationCode } from "open-location-code";

/** A point on the earth, in degrees (WGS 84). */
export type Point = { latitude: number; longitude: number };

const codes = new OpenLocationCode();

/** The letters and digits of plus codes; written in either case. */
export const PLUS_CODE_LETTERS = "23456789CFGHJMPQRVWX";
const FULL = new RegExp(`(?<!\\w)[${PLUS_CODE_LETTERS}]{8}\\+[${PLUS_CODE_LETTERS}]{2,7}(?!\\w)`, "i");

/** A plus code's squares are an eighth of a thousandth of a degree wide, about 14 metres. */
const SQUARES_IN_DEGREE = 8_000;

/** The full plus code of a point. The square's middle is encoded, because the package rounds some edges wrongly. */
export function plusCodeOf({ latitude, longitude }: Point): string {
  return codes.encode(middle(latitude), middle(longitude));
}

/** Rounded at a millionth of a square first: `28.15` is a little less than it says. */
function middle(degrees: number): number {
  const squares = Math.floor(Math.round(degrees * SQUARES_IN_DEGREE * 1e6) / 1e6);
  return (squares + 0.5) / SQUARES_IN_DEGREE;
}

/** The middle of a full plus code's square. */
export function pointOfCode(code: string): Point {
  const { latitudeCenter, longitudeCenter } = codes.decode(code);
  return { latitude: latitudeCenter, longitude: longitudeCenter };
}

/** The full code that a short one means near a place. */
export function wholeCode(short: string, near: Point): string {
  return codes.recoverNearest(short, near.latitude, near.longitude);
}

/** The first full plus code in a text, in capitals, and where it stands; null if there is none. */
export function fullCodeIn(text: string): { code: string; start: number; end: number } | null {
  const found = FULL.exec(text);
  if (!found || !codes.isFull(found[0])) return null;
  return { code: found[0].toUpperCase(), start: found.index, end: found.index + found[0].length };
}

/** A landmark with its plus code apart, as drivers read it. */
export type LandmarkApart = { plusCode: string | null; words: string };

export function landmarkApart(landmark: string): LandmarkApart {
  const found = fullCodeIn(landmark);
  if (!found) return { plusCode: null, words: landmark };
  const [before, after] = [landmark.slice(0, found.start), landmark.slice(found.end)];
  const words = [before.replace(/[\s,;:(]+$/, ""), after.replace(/^[\s,;:)]+/, "")].filter(Boolean).join(", ");
  return { plusCode: found.code, words };
}

/** Opens a phone's map; the other address is for phones that don't know `geo:`. */
export type MapAddresses = { geo: string; web: string };

/** At the middle of a plus code's square. */
export function mapAddresses(code: string): MapAddresses {
  const { latitude, longitude } = pointOfCode(code);
  const at = `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
  return { geo: `geo:${at}?q=${at}`, web: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(at)}` };
}

/** At what the map finds for an address. */
export function mapOfAddress(lines: readonly string[]): MapAddresses {
  const sought = encodeURIComponent(lines.join(", "));
  return { geo: `geo:0,0?q=${sought}`, web: `https://www.google.com/maps/search/?api=1&query=${sought}` };
}
