import { saDay } from "#app/domain/values/sa-time";
import type { Store } from "#db/store.server";
import { onlyPlaceAt, type Place, placesLike, placesNamed, placesNear, townAt } from "./places";
import { priceTables } from "./price-tables.server";

/** Our own list of places and postal codes, used wherever prices come from. */
export type Places = {
  /** The places that a name can mean: one, several to choose from, or none that we know. */
  named(typed: string): Promise<Place[]>;
  like(typed: string, limit: number): Promise<Place[]>;
  townAt(code: string): Promise<string | null>;
  onlyPlaceAt(code: string): Promise<string | null>;
  near(code: string, limit: number): Promise<Place[]>;
};

/** @param clock says which day's areas apply */
export function openPlaces(store: Pick<Store, "read" | "priceMark">, clock: () => Date): Places {
  const tablesOn = priceTables(store);
  const areas = () => tablesOn(saDay(clock())).areas();
  return {
    named: async (typed) => placesNamed(typed, await areas()),
    like: async (typed, limit) => placesLike(typed, await areas(), limit),
    townAt: async (code) => townAt(code, await areas()),
    onlyPlaceAt: async (code) => onlyPlaceAt(code, await areas()),
    near: async (code, limit) => placesNear(code, await areas(), limit),
  };
}

/** The places that a name can mean. None for digits, for an unknown name, and while our list can't be read. */
export async function placesMeant(places: Places, typed: string): Promise<Place[]> {
  return /\d/.test(typed) ? [] : places.named(typed).catch(() => []);
}
