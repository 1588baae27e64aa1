import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Sentence } from "#app/language/say";
import { HOME_COUNTRY } from "./addresses";
import { limits } from "./fields";
import { type Point, plusCodeOf, pointOfCode, wholeCode } from "./plus-code";
import { placeIn } from "./written-place";

/** An area of postal codes, and the middle of its place if we know it. */
export type AreaAround = { town: string; zone: string; latitude: number | null; longitude: number | null };

/** What surrounds an address: our areas, the one of its postal code, that code, and its country. */
export type Surroundings = { areas: readonly AreaAround[]; area: AreaAround | null; postal: string; country: string };

/** A question about a place, asked once: `id` is posted to go on without an answer. */
export type LandmarkQuestion = { id: string; words: string };

/** An answer to "How will the driver find it?" as it is stored, and what has to be asked about it. */
export type LandmarkRead = { text: string; question: LandmarkQuestion | null };

/** In a city a postal code covers less. */
const FAR_KM = { metro: 25, elsewhere: 100 };
/** Farther from every place that we know, "near" would say nothing. */
const NEAR_KM = 60;

/** A rectangle around the country. What lies in a neighbour's corner of it is far from our postal codes' places. */
const SOUTH_AFRICA = { south: -35, west: 16, north: -22, east: 33 };

/**
 * Reads a plus code, two numbers or a map's link in an answer to "How will the driver find it?", and replaces it by its
 * full plus code. The words around it stay. An address abroad, a text without a place, or one longer than any with a
 * link, stays as it is.
 */
export function readLandmark(typed: string, around: Surroundings): LandmarkRead {
  const unread: LandmarkRead = { text: typed, question: null };
  if (around.country !== HOME_COUNTRY || typed.length > limits.landmarkAsTyped) return unread;
  const place = placeIn(typed);
  if (!place) return unread;
  const words = catalogue().landmark;
  const ask = (question: Sentence): LandmarkRead => ({
    text: typed,
    question: { id: place.typed.replace(/\s/g, ""), words: plainText(question) },
  });
  const replacedBy = (code: string): LandmarkRead => {
    const doubt = doubtAbout(code, around);
    const text = typed.slice(0, place.start) + code + typed.slice(place.end);
    return { text, question: doubt && { id: code, words: plainText(doubt) } };
  };
  switch (place.kind) {
    case "link without a place":
      return ask(words.copyThePoint);
    case "broken code":
      return ask(words.brokenCode(place.typed));
    case "short code": {
      const near = referenceFor(place, around);
      return near ? replacedBy(wholeCode(place.code, near)) : ask(words.unknownCode(place.code));
    }
    case "code":
      return replacedBy(place.code);
    case "point":
      return isOnEarth(place.point) ? replacedBy(plusCodeOf(place.point)) : ask(words.noPoint(place.typed));
  }
}

/** What a full plus code was read as: "5G5CJ5X3+G9, near Katlehong". */
export function codeInWords(code: string, areas: readonly AreaAround[]): string {
  const near = nearest(pointOfCode(code), areas);
  return near ? plainText(catalogue().landmark.near(code, near.town)) : code;
}

/** Why a point may be wrong: outside the country, or far from the postal code's place. Null if nothing speaks against it. */
function doubtAbout(code: string, { areas, area, postal }: Surroundings): Sentence | null {
  const point = pointOfCode(code);
  const { outside, far, farNear } = catalogue().landmark;
  if (!isInSouthAfrica(point)) return outside(code);
  const place = area && pointOf(area);
  if (!area || !place) return null;
  const km = kmBetween(place, point);
  if (km <= (area.zone === "metro" ? FAR_KM.metro : FAR_KM.elsewhere)) return null;
  const near = nearest(point, areas);
  return near
    ? farNear(code, near.town, Math.round(km), area.town, postal)
    : far(code, Math.round(km), area.town, postal);
}

/** The place near which a short code is: the town after it, or the postal code's. */
function referenceFor({ after }: { after: string }, { areas, area }: Surroundings): Point | null {
  const own = area && pointOf(area);
  const words = after.toLowerCase().replace(/^[\s,]+/, "");
  const named = areas.flatMap((each) => {
    const point = words.startsWith(each.town.toLowerCase()) ? pointOf(each) : null;
    return point ? [{ point, km: own ? kmBetween(own, point) : 0, letters: each.town.length }] : [];
  });
  const [town] = named.toSorted((one, other) => other.letters - one.letters || one.km - other.km);
  return town?.point ?? own;
}

function nearest(point: Point, areas: readonly AreaAround[]): AreaAround | null {
  let best: { area: AreaAround; km: number } | null = null;
  for (const area of areas) {
    const place = pointOf(area);
    const km = place ? kmBetween(point, place) : NEAR_KM;
    if (km < (best?.km ?? NEAR_KM)) best = { area, km };
  }
  return best?.area ?? null;
}

function pointOf({ latitude, longitude }: AreaAround): Point | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function isOnEarth({ latitude, longitude }: Point): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

function isInSouthAfrica({ latitude, longitude }: Point): boolean {
  const { south, west, north, east } = SOUTH_AFRICA;
  return south <= latitude && latitude <= north && west <= longitude && longitude <= east;
}

const KM_IN_DEGREE = 111.2;

/** The distance in kilometres, near enough for places in one country. */
function kmBetween(one: Point, other: Point): number {
  const narrowing = Math.cos((one.latitude * Math.PI) / 180);
  const east = (other.longitude - one.longitude) * narrowing;
  return Math.hypot(other.latitude - one.latitude, east) * KM_IN_DEGREE;
}
