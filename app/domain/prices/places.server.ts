import { readFileSync } from "node:fs";
import { codeInWords, type LandmarkRead, readLandmark } from "#app/domain/form/landmark";
import { landmarkApart } from "#app/domain/form/plus-code";
import { postalDigits } from "#app/domain/values/postal-code";
import { saDay } from "#app/domain/values/sa-time";
import { parseCsv } from "#db/csv";
import { seedFile } from "#db/seed-file.server";
import type { Store } from "#db/store.server";
import {
  cityAt,
  type KnownPlace,
  onlyPlaceIn,
  type Place,
  partsAt,
  placesLike,
  placesNamed,
  placesNear,
} from "./places";
import { priceTables } from "./price-tables.server";
import { type Contradiction, townAgainstCode } from "./town-against-code";

/** Our own list of places and postal codes, used wherever prices come from. */
export type Places = {
  /** The places that a name can mean, the most likely first: one for each price. None for a name that we don't know. */
  named(typed: string): Promise<Place[]>;
  like(typed: string, limit: number): Promise<Place[]>;
  /** The name of the place that a code belongs to, whether we serve it or not. Null for an unknown code. */
  townAt(code: string): Promise<string | null>;
  /** The only place that has a code; null for a city's code, and for one that several places share. */
  onlyPlaceAt(code: string): Promise<string | null>;
  /** What people write on an envelope: the city of a code, and the places that share the code. */
  partsAt(code: string): { city: string | null; suburbs: string[] };
  /** Places that we serve near a code that is refused, without those whose codes are refused too. */
  near(code: string, limit: number, refused?: readonly string[]): Promise<Place[]>;
  /** What is wrong between a code and the town beside it; null where nothing is, or where we don't know. */
  contradiction(address: { code: string; city: string; suburb: string }): Promise<Contradiction | null>;
  /** Whether two codes lie in one region. False if we don't know one of them. */
  areInOneRegion(code: string, other: string): Promise<boolean>;
  /** Reads the plus code, coordinates or map link in "How will the driver find it?", by the address around it. */
  readLandmark(typed: string, address: { postal: string; country: string }): Promise<LandmarkRead>;
  /** The plus code in a stored landmark in words: "5G5CJ5X3+G9, near Katlehong". Null if it has none. */
  readAs(landmark: string): Promise<string | null>;
};

/** @param clock says which day's areas apply */
export function openPlaces(store: Pick<Store, "read" | "priceMark">, clock: () => Date): Places {
  const tablesOn = priceTables(store);
  const current = () => tablesOn(saDay(clock()));
  const areas = () => current().areas();
  return {
    named: async (typed) => placesNamed(typed, await areas(), knownPlaces()),
    like: async (typed, limit) => placesLike(typed, await areas(), limit, knownPlaces()),
    townAt: async (code) => (await current().areaAt(code))?.town ?? null,
    async onlyPlaceAt(code) {
      const area = await current().areaAt(code);
      return area && onlyPlaceIn(area);
    },
    partsAt: (code) => partsAt(code, knownPlaces()),
    near: async (code, limit, refused) => placesNear(code, await areas(), limit, refused),
    contradiction: async (address) => townAgainstCode(address, await areas(), knownPlaces()),
    async areInOneRegion(code, other) {
      const [one, two] = [await current().areaAt(code), await current().areaAt(other)];
      return one !== null && one.region === two?.region;
    },
    async readLandmark(typed, { postal, country }) {
      if (typed === "") return { text: "", question: null };
      // While our list can't be read, nothing is compared with it.
      const all = await areas().catch(() => []);
      const area = all.length > 0 ? await current().areaAt(postalDigits(postal)) : null;
      return readLandmark(typed, { areas: all, area, postal, country });
    },
    async readAs(landmark) {
      const { plusCode } = landmarkApart(landmark);
      return plusCode && codeInWords(plusCode, await areas().catch(() => []));
    },
  };
}

/** What a name typed instead of a code means: places that are called so, or else names that begin with it. */
export type Meant = { called: Place[]; like: Place[] };

const MOST_CHOICES = 40;

/** Nothing for digits, for an unknown name, and while our list can't be read. */
export async function placesMeant(places: Places, typed: string): Promise<Meant> {
  if (!isName(typed)) return { called: [], like: [] };
  const called = await places.named(typed).catch(() => []);
  const like = called.length > 0 ? [] : await places.like(typed, MOST_CHOICES).catch(() => []);
  return like.length === 1 ? { called: like, like: [] } : { called, like };
}

/** Whether this is a name and not a code. */
export function isName(typed: string): boolean {
  return /\p{L}/u.test(typed) && !/\d/.test(typed);
}

/** What a field says that has a name which nobody knows. */
export function unknownPlace(typed: string): string {
  return `We don't know the place ${typed.trim()}. Type its postal code, or the name of a town near it.`;
}

let known: KnownPlace[] | undefined;

/** What people call places, and the code of each. Part of the release: changing it needs no database. */
function knownPlaces(): KnownPlace[] {
  known ??= parseCsv(readFileSync(seedFile("place-names"), "utf8")).map(
    ({ town = "", code = "", province = "", city, also }) => ({
      ...{ town, code, province },
      ...(city && { city }),
      also: also ? also.split("|") : [],
    }),
  );
  return known;
}

/**
 * What the place of a code is called: its city or, where our list knows none, what the prices call it.
 * @param told what the prices call it; null if they don't know it
 * @param typed with the code: decides between several cities that share it, and isn't in the answer itself
 */
export function placeName(
  code: string,
  told: string | null,
  typed: { suburb?: string | undefined; city?: string | undefined },
): string | null {
  return cityAt(code, [typed.suburb ?? "", typed.city ?? ""], knownPlaces()) ?? told;
}

type Ends = Record<`${"from" | "to"}${"Postal" | "City" | "Suburb"}`, string>;

/** Codes of an address that contradict their towns; none while our list can't be read. */
export async function contradictionsIn(
  places: Places,
  addresses: Ends,
  ends: readonly ("from" | "to")[] = ["from", "to"],
): Promise<{ field: string; wrong: Contradiction }[]> {
  const found = await Promise.all(
    ends.map(async (end) => {
      const [code, city, suburb] = [addresses[`${end}Postal`], addresses[`${end}City`], addresses[`${end}Suburb`]];
      const wrong = await places.contradiction({ code, city, suburb }).catch(() => null);
      return wrong ? [{ field: `${end}Postal`, wrong }] : [];
    }),
  );
  return found.flat();
}
