import { folded } from "../values/folded-text";
import {
  areasNamed,
  calledAt,
  calledOrIn,
  isAlike,
  isWide,
  type KnownPlace,
  type Place,
  partsAt,
  placesNamed,
} from "./places";
import { narrowestArea, type PostalArea } from "./postal-areas";

/** A code that lies elsewhere than the town beside it. */
export type Contradiction = {
  code: string;
  /** Where the code is. */
  town: string;
  /** What the town beside it may have meant. */
  meant: Place;
};

/** A metro has at least so many codes, and people write its name on parcels for the towns around it. */
const METRO_CODES = 150;
/** As far as such a town's codes are from the metro's. */
const AROUND_CODES = 600;

/**
 * Whether a code belongs to the town that was typed with it: null if it does, or if we don't know the town or the code.
 * A city fits the codes of all its parts, and a suburb may fit instead of the city.
 */
export function townAgainstCode(
  { code, city, suburb }: { code: string; city: string; suburb: string },
  areas: readonly PostalArea[],
  known: readonly KnownPlace[],
): Contradiction | null {
  const area = narrowestArea(code, areas);
  // A place that we don't serve is told otherwise.
  if (!area?.served) return null;
  if ([city, suburb].some((name) => name && fits(folded(name), code, area, areas, known))) return null;
  const [meant] = [city, suburb].flatMap((name) => placesNamed(name, areas, known));
  return meant ? { code, town: partsAt(code, known).city ?? area.town, meant } : null;
}

/** The question in words: "7784 is Khayelitsha. Did you mean Soweto, 1804?" */
export function inWords({ code, town, meant }: Contradiction): string {
  return `${code} is ${town}. Did you mean ${meant.town}, ${meant.code}?`;
}

/** The same as a statement, beside the field: "7784 is Khayelitsha. Soweto is 1804." */
export function besideField({ code, town, meant }: Contradiction): string {
  return `${code} is ${town}. ${meant.town} is ${meant.code}.`;
}

function fits(
  name: string,
  code: string,
  area: PostalArea,
  areas: readonly PostalArea[],
  known: readonly KnownPlace[],
): boolean {
  const called = calledOrIn(known, name);
  const isAlso = ({ also }: KnownPlace) => also.some((one) => folded(one) === name);
  const names = new Set([name, ...called.filter(isAlso).map(({ town }) => folded(town))]);
  if (called.some((place) => (isWide(area) ? place.code === code : holds(area, place.code)))) return true;
  const namesakes = [...names].flatMap((one) => areasNamed(areas, one));
  if (namesakes.some((other) => holds(other, code) && (called.length === 0 || isAlike(other, area)))) return true;
  if (namesakes.some((other) => isMetro(other) && isAlike(other, area) && distance(other, code) <= AROUND_CODES))
    return true;
  // Katlehong's 1431 is written with Germiston as often as not: a neighbour at the same price is nobody's mistake.
  const regions = areas.filter((other) => isWide(other) && holds(other, code));
  const isUnnamed = isWide(area) && calledAt(known, code).length === 0;
  return [...called.map((place) => place.code), ...namesakes.map(({ fromCode }) => fromCode)].some((other) => {
    const there = narrowestArea(other, areas);
    return there && regions.some((region) => holds(region, other)) && (isUnnamed || isAlike(there, area));
  });
}

const holds = ({ fromCode, toCode }: PostalArea, code: string) => fromCode <= code && code <= toCode;

const isMetro = ({ fromCode, toCode }: PostalArea) => Number(toCode) - Number(fromCode) >= METRO_CODES;

function distance({ fromCode, toCode }: PostalArea, code: string): number {
  return Math.max(Number(fromCode) - Number(code), Number(code) - Number(toCode), 0);
}
