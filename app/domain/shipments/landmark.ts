import { HOME_COUNTRY } from "./addresses";
import { limits } from "./fields";
import { isInCountry, isInSouthAfrica, kmBetween } from "./outlines";
import { type Point, plusCodeOf, pointOfCode, wholeCode } from "./plus-code";
import { placeIn, type WrittenPlace } from "./written-place";

/** An area of postal codes, and the middle of its place if we know it. */
export type AreaAround = { town: string; zone: string; latitude: number | null; longitude: number | null };

/** What surrounds an address: our areas, the one of its postal code, that code, and its country. */
export type Surroundings = { areas: readonly AreaAround[]; area: AreaAround | null; postal: string; country: string };

/** A question about a place, asked once. `id` is posted to go on without an answer; `instead` is a better guess. */
export type LandmarkQuestion = { id: string; words: string; instead: { code: string; text: string } | null };

/** An answer to "How will the driver find it?" as it is stored, and what has to be asked about it. */
export type LandmarkRead = { text: string; question: LandmarkQuestion | null };

/** In a city a postal code covers less. */
const FAR_KM = { metro: 25, elsewhere: 100 };
/** Farther from every place that we know, "near" would say nothing. */
const NEAR_KM = 60;

const COPY_THE_POINT =
  "We can't open this link. In your map, press on the gate until a pin appears. Then copy the plus code or the two numbers that it shows.";

/**
 * Reads a plus code, coordinates or a map's link in an answer to "How will the driver find it?", and replaces it by its
 * full plus code. The words around it stay. A text without a place, or longer than any with a link, stays as it is.
 * @param chosen a plus code that the customer chose instead of what they had typed
 */
export function readLandmark(typed: string, around: Surroundings, chosen?: string): LandmarkRead {
  const unread: LandmarkRead = { text: typed, question: null };
  if (typed.length > limits.landmarkAsTyped) return unread;
  const place = placeIn(typed);
  if (!place) return unread;
  const replaced = (code: string) => typed.slice(0, place.start) + code + typed.slice(place.end);
  if (chosen) return { text: replaced(chosen), question: null };
  const ask = (words: string): LandmarkQuestion => ({ id: place.typed.replace(/\s/g, ""), words, instead: null });
  switch (place.kind) {
    case "link without a place":
      return { text: typed, question: ask(COPY_THE_POINT) };
    case "broken code":
      return { text: typed, question: ask(`${place.typed} isn't a whole plus code. One looks like 5G5CJ5X3+G9.`) };
    case "short code": {
      const near = referenceFor(place, around);
      if (!near) return { text: typed, question: ask(unknownShort(place.code)) };
      return checked(wholeCode(place.code, near), replaced, around);
    }
    case "code":
      return checked(place.code, replaced, around);
    case "point":
      return isOnEarth(place.point)
        ? checked(plusCodeOf(place.point), replaced, around, place)
        : {
            text: typed,
            question: { ...ask(`${place.typed} isn't a point on a map.`), instead: better(place, around) },
          };
  }
}

/** What a full plus code was read as: "5G5CJ5X3+G9, near Katlehong". */
export function codeInWords(code: string, areas: readonly AreaAround[]): string {
  const near = nearest(pointOfCode(code), areas);
  return near ? `${code}, near ${near.town}` : code;
}

function unknownShort(code: string): string {
  return `We don't know where ${code} is. Write the town after it, or the whole plus code.`;
}

type PointAsTyped = Extract<WrittenPlace, { kind: "point" }>;

function checked(code: string, replaced: (code: string) => string, around: Surroundings, typed?: PointAsTyped) {
  const words = doubtAbout(code, around);
  const instead = words && typed ? better(typed, around) : null;
  return { text: replaced(code), question: words ? { id: code, words, instead } : null };
}

/** Why a point may be wrong: in another country, or far from the postal code's place. Null if nothing speaks against it. */
function doubtAbout(code: string, { areas, area, postal, country }: Surroundings): string | null {
  const point = pointOfCode(code);
  if (country !== HOME_COUNTRY)
    return isInCountry(country, point) === false ? `The place ${code} is outside ${country}.` : null;
  if (!isInSouthAfrica(point)) return `The place ${code} is outside South Africa.`;
  const place = area && pointOf(area);
  if (!area || !place) return null;
  const km = kmBetween(place, point);
  if (km <= (area.zone === "metro" ? FAR_KM.metro : FAR_KM.elsewhere)) return null;
  const found = codeInWords(code, areas);
  return `The place ${found}${found === code ? "" : ","} is ${Math.round(km)} km from ${area.town} (${postal}).`;
}

/** The point that was probably meant: the other way round, south instead of north, or both. */
function better({ point }: PointAsTyped, around: Surroundings): LandmarkQuestion["instead"] {
  const { latitude, longitude } = point;
  const meant = [
    { latitude: longitude, longitude: latitude },
    { latitude: -latitude, longitude },
    { latitude: -longitude, longitude: latitude },
  ].find((each) => isOnEarth(each) && doubtAbout(plusCodeOf(each), around) === null);
  if (!meant) return null;
  const code = plusCodeOf(meant);
  return { code, text: codeInWords(code, around.country === HOME_COUNTRY ? around.areas : []) };
}

/** The place near which a short code is: the town after it, or the postal code's. */
function referenceFor({ after }: { after: string }, { areas, area, country }: Surroundings): Point | null {
  if (country !== HOME_COUNTRY) return null;
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
