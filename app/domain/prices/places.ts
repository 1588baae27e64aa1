import { folded } from "#app/domain/values/folded-text";
import { narrowestArea, type PostalArea } from "./postal-areas";

/** A place by its everyday name, and a postal code that stands for it. */
export type Place = {
  town: string;
  code: string;
  province: string;
  /** The city that it is a part of, as people write it on an envelope. */
  city?: string;
};

/** A place as people call it, one of `db/seed/place-names.csv`: its other names too, old and short ones. */
export type KnownPlace = Place & { also: readonly string[] };

/** A name shared by several places, typed into a field for a postal code. */
export type WhichPostal = { field: string; typed: string; choices: { code: string; text: string }[] };

const storedNames = new Map<string, string>();

/** A stored name as names are compared. Kept, because what is typed is compared with well over a thousand. */
function foldedName(stored: string): string {
  const known = storedNames.get(stored);
  if (known !== undefined) return known;
  const name = folded(stored);
  storedNames.set(stored, name);
  return name;
}

/** Areas by their folded names: `Protea and Chiawelo` by either, and by both. */
export const areasNamed = indexedBy<PostalArea>(({ town }) => [foldedName(town), ...foldedName(town).split(" and ")]);

/** Places by the folded names that they are called. */
const calledSo = indexedBy<KnownPlace>(({ town, also }) => [town, ...also].map(foldedName));

/** The same, and by the city that they are a part of. */
export const calledOrIn = indexedBy<KnownPlace>(({ town, city = town, also }) => [town, city, ...also].map(foldedName));

/** Places by their postal code. */
export const calledAt = indexedBy<KnownPlace>(({ code }) => [code]);

/** An area with more codes than this is a city or a region: its name doesn't say which part is meant. */
const ONE_PLACE_CODES = 10;
const SHORTEST_NAME = 3;

/**
 * The places that a name can mean, one for each price: the most likely first. What people call so comes first; an area
 * that only has the name of its largest place doesn't add its other places. Empty for an unknown name.
 */
export function placesNamed(typed: string, areas: readonly PostalArea[], known: readonly KnownPlace[] = []): Place[] {
  const wanted = folded(typed);
  const called = calledSo(known, wanted);
  if (called.length > 0) return onePerPrice(called.map(withoutNames), areas);
  if (wanted.length < SHORTEST_NAME) return [];
  const exact = areasNamed(areas, wanted);
  const city = exact.find(isWide);
  const meant = city ? [city, ...partsOf(city, areas)] : exact.toSorted((one, other) => codesOf(other) - codesOf(one));
  return onePerPrice(
    meant.flatMap((area) => placeOf(area, areas)),
    areas,
  );
}

/** Places whose name begins with what was typed, for suggestions and for an unfinished name. */
export function placesLike(
  typed: string,
  areas: readonly PostalArea[],
  limit: number,
  known: readonly KnownPlace[] = [],
): Place[] {
  const wanted = folded(typed);
  if (wanted.length < SHORTEST_NAME) return [];
  const begins = (name: string) => wordsIn(name).some((word) => word.startsWith(wanted));
  const like = [
    ...known.filter(({ town, also }) => [town, ...also].some(begins)).map(withoutNames),
    ...areas.filter(({ town }) => begins(town)).flatMap((area) => placeOf(area, areas)),
  ];
  const isFirst = (place: Place, index: number) =>
    like.findIndex(({ town, code }) => town === place.town && code === place.code) === index;
  return like.filter(isFirst).slice(0, limit);
}

/** What people write on an envelope for a code: the city, if all its places are in one, and their names. */
export function partsAt(code: string, known: readonly KnownPlace[]): { city: string | null; suburbs: string[] } {
  return {
    city: cityAt(code, [], known),
    suburbs: calledAt(known, code)
      .filter((place) => place.city)
      .map(({ town }) => town),
  };
}

/**
 * The city of a code. Where its places are in several, the one of the first name that is known there.
 * @param typed the suburb and the city, as they were typed for the code
 */
export function cityAt(code: string, typed: readonly string[], known: readonly KnownPlace[]): string | null {
  const here = calledAt(known, code);
  const only = onlyCityOf(here);
  if (only !== null) return only;
  for (const name of typed.map(folded)) {
    const city = onlyCityOf(
      here.filter(({ town, city = town, also }) => [town, city, ...also].map(foldedName).includes(name)),
    );
    if (city !== null) return city;
  }
  return null;
}

/** Null for none, and for several. */
function onlyCityOf(places: readonly KnownPlace[]): string | null {
  const [city, ...others] = new Set(places.map(({ city, town }) => city ?? town));
  return city !== undefined && others.length === 0 ? city : null;
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

/**
 * Places nearby that we serve. Postal codes were numbered along mail routes, so close numbers are close places.
 * @param refused codes that a pricing service doesn't serve, though our own list may say that we do
 */
export function placesNear(
  code: string,
  areas: readonly PostalArea[],
  limit: number,
  refused: readonly string[] = [],
): Place[] {
  const distance = (area: PostalArea) => Math.abs(Number(area.fromCode) - Number(code));
  const near = areas
    .filter((area) => area.served && !isWide(area) && distance(area) <= NEARBY_CODES)
    .toSorted((one, other) => distance(one) - distance(other));
  const towns = new Map(near.toReversed().map((area) => [area.town, area]));
  return near
    .filter((area) => towns.get(area.town) === area)
    .flatMap((area) => placeOf(area, areas))
    .filter((place) => place.code !== code && !refused.includes(place.code))
    .slice(0, limit);
}

function wordsIn(town: string): string[] {
  return [foldedName(town), ...foldedName(town).split(/[^\p{L}]+/u)];
}

export function isWide(area: PostalArea): boolean {
  return codesOf(area) >= ONE_PLACE_CODES;
}

/** Whether two areas have the same price and delivery days, so that it doesn't matter which one is meant. */
export function isAlike(one: PostalArea, other: PostalArea): boolean {
  return one.region === other.region && one.zone === other.zone && one.served === other.served;
}

const codesOf = ({ fromCode, toCode }: PostalArea) => Number(toCode) - Number(fromCode);

/** The first place of each price. */
function onePerPrice(places: readonly Place[], areas: readonly PostalArea[]): Place[] {
  const priced: { place: Place; area: PostalArea }[] = [];
  for (const place of places) {
    const area = narrowestArea(place.code, areas);
    if (area && !priced.some((other) => isAlike(other.area, area))) priced.push({ place, area });
  }
  return priced.map(({ place }) => place);
}

function withoutNames({ also, ...place }: KnownPlace): Place {
  return place;
}

function partsOf(city: PostalArea, areas: readonly PostalArea[]): PostalArea[] {
  const isPart = (area: PostalArea) =>
    area !== city && city.fromCode <= area.fromCode && area.toCode <= city.toCode && !isWide(area);
  return areas.filter(isPart).toSorted((one, other) => (one.town < other.town ? -1 : 1));
}

/** An area with its first code that no narrower area describes better; none when narrower areas cover every code. */
function placeOf(area: PostalArea, areas: readonly PostalArea[]): Place[] {
  for (let code = Number(area.fromCode); code <= Number(area.toCode); code += 1) {
    const digits = String(code).padStart(4, "0");
    if (narrowestArea(digits, areas) === area) return [{ town: area.town, code: digits, province: area.province }];
  }
  return [];
}

/**
 * Finds a list's items by their keys, in the list's order. The index is made at the first question and kept as long as
 * the list: the price tables keep theirs until staff change one.
 */
function indexedBy<Item>(
  keysOf: (item: Item) => readonly string[],
): (list: readonly Item[], key: string) => readonly Item[] {
  const indexes = new WeakMap<readonly Item[], Map<string, Item[]>>();
  return (list, key) => {
    const index = indexes.get(list) ?? indexOf(list, keysOf);
    indexes.set(list, index);
    return index.get(key) ?? [];
  };
}

function indexOf<Item>(list: readonly Item[], keysOf: (item: Item) => readonly string[]): Map<string, Item[]> {
  const index = new Map<string, Item[]>();
  for (const item of list) {
    for (const key of new Set(keysOf(item))) {
      const same = index.get(key);
      if (same) same.push(item);
      else index.set(key, [item]);
    }
  }
  return index;
}
