import { folded } from "#app/domain/values/folded-text";
import { narrowestArea, type PostalArea } from "./postal-areas";

/** A place by its everyday name, and a postal code that stands for it. */
export type Place = { town: string; code: string; province: string };

/** A name shared by several places, typed into a field for a postal code. */
export type WhichPostal = { field: string; typed: string; choices: { code: string; text: string }[] };

/** An area with more codes than this is a city or a region: its name doesn't say which part is meant. */
const ONE_PLACE_CODES = 10;
const SHORTEST_NAME = 3;
const MOST_CHOICES = 40;

/**
 * The places that a name can mean. One: that is the answer. Several: the customer chooses, the most likely first. None:
 * we don't know the name.
 */
export function placesNamed(typed: string, areas: readonly PostalArea[]): Place[] {
  const wanted = folded(typed);
  if (wanted.length < SHORTEST_NAME) return [];
  const exact = areas.filter(({ town }) => namesIn(town).includes(wanted));
  const city = exact.find(isWide);
  if (city) return [...partsOf(city, areas), ...placeOf(city, areas)].slice(0, MOST_CHOICES);
  if (exact.length > 0) return isAlike(exact) ? onePlace(exact, areas) : everyPlace(exact, areas);
  return everyPlace(
    areas.filter(({ town }) => wordsIn(town).some((word) => word.startsWith(wanted))),
    areas,
  );
}

/** Places whose name begins with what was typed, for suggestions. */
export function placesLike(typed: string, areas: readonly PostalArea[], limit: number): Place[] {
  const wanted = folded(typed);
  if (wanted.length < SHORTEST_NAME) return [];
  const like = areas.filter(({ town }) => wordsIn(town).some((word) => word.startsWith(wanted)));
  return everyPlace(like, areas).slice(0, limit);
}

/** An area's name if it is one place's; null for a city, and for several places that share a code. */
export function onlyPlaceIn(area: PostalArea): string | null {
  return !isWide(area) && isOnePlace(area.town) ? area.town : null;
}

/** False for `Orlando and Diepkloof`: those are two places, and only the customer knows which is meant. */
export function isOnePlace(town: string): boolean {
  return !/ and /.test(town);
}

/** A code that differs by more than this is in another part of the country. */
const NEARBY_CODES = 400;

/** Places nearby that we serve. Postal codes were numbered along mail routes, so close numbers are close places. */
export function placesNear(code: string, areas: readonly PostalArea[], limit: number): Place[] {
  const distance = (area: PostalArea) => Math.abs(Number(area.fromCode) - Number(code));
  const near = areas
    .filter((area) => area.served && !isWide(area) && distance(area) <= NEARBY_CODES)
    .toSorted((one, other) => distance(one) - distance(other));
  const towns = new Map(near.toReversed().map((area) => [area.town, area]));
  return near
    .filter((area) => towns.get(area.town) === area)
    .slice(0, limit)
    .flatMap((area) => placeOf(area, areas));
}

/** `Protea and Chiawelo` is known by either name, and by both. */
function namesIn(town: string): string[] {
  return [folded(town), ...folded(town).split(" and ")];
}

function wordsIn(town: string): string[] {
  return [folded(town), ...folded(town).split(/[^\p{L}]+/u)];
}

function isWide({ fromCode, toCode }: PostalArea): boolean {
  return Number(toCode) - Number(fromCode) >= ONE_PLACE_CODES;
}

/** Whether these areas have the same price and delivery days, so that it doesn't matter which one is meant. */
function isAlike([first, ...others]: readonly PostalArea[]): boolean {
  return others.every(({ region, zone, served }) => {
    return region === first?.region && zone === first.zone && served === first.served;
  });
}

/** Among areas of one place, the one with the most codes; of equals, the first. */
function onePlace(alike: readonly PostalArea[], areas: readonly PostalArea[]): Place[] {
  const codesOf = (area: PostalArea) => Number(area.toCode) - Number(area.fromCode);
  const widestFirst = alike.toSorted((one, other) => codesOf(other) - codesOf(one));
  return widestFirst.slice(0, 1).flatMap((main) => placeOf(main, areas));
}

function everyPlace(found: readonly PostalArea[], areas: readonly PostalArea[]): Place[] {
  return found.flatMap((area) => placeOf(area, areas)).slice(0, MOST_CHOICES);
}

function partsOf(city: PostalArea, areas: readonly PostalArea[]): Place[] {
  const parts = areas.filter((area) => {
    return area !== city && city.fromCode <= area.fromCode && area.toCode <= city.toCode && !isWide(area);
  });
  return everyPlace(
    parts.toSorted((one, other) => (one.town < other.town ? -1 : 1)),
    areas,
  );
}

/** An area with its first code that no narrower area describes better; none when narrower areas cover every code. */
function placeOf(area: PostalArea, areas: readonly PostalArea[]): Place[] {
  for (let code = Number(area.fromCode); code <= Number(area.toCode); code += 1) {
    const digits = String(code).padStart(4, "0");
    if (narrowestArea(digits, areas) === area) return [{ town: area.town, code: digits, province: area.province }];
  }
  return [];
}
