import { saDay } from "#app/domain/values/sa-time";
import type { Store } from "#db/store.server";
import { onlyPlaceIn, type Place, placesLike, placesNamed, placesNear } from "./places";
import { priceTables } from "./price-tables.server";

/** Our own list of places and postal codes, used wherever prices come from. */
export type Places = {
  /** The places that a name can mean: one, several to choose from, or none that we know. */
  named(typed: string): Promise<Place[]>;
  like(typed: string, limit: number): Promise<Place[]>;
  /** The name of the place that a code belongs to, whether we serve it or not. Null for an unknown code. */
  townAt(code: string): Promise<string | null>;
  /** The only place that has a code; null for a city's code, and for one that several places share. */
  onlyPlaceAt(code: string): Promise<string | null>;
  near(code: string, limit: number): Promise<Place[]>;
};

/** @param clock says which day's areas apply */
export function openPlaces(store: Pick<Store, "read" | "priceMark">, clock: () => Date): Places {
  const tablesOn = priceTables(store);
  const current = () => tablesOn(saDay(clock()));
  const areas = () => current().areas();
  return {
    named: async (typed) => placesNamed(typed, await areas()),
    like: async (typed, limit) => placesLike(typed, await areas(), limit),
    townAt: async (code) => (await current().areaAt(code))?.town ?? null,
    async onlyPlaceAt(code) {
      const area = await current().areaAt(code);
      return area && onlyPlaceIn(area);
    },
    near: async (code, limit) => placesNear(code, await areas(), limit),
  };
}

/** The places that a name can mean. None for digits, for an unknown name, and while our list can't be read. */
export async function placesMeant(places: Places, typed: string): Promise<Place[]> {
  return /\d/.test(typed) ? [] : places.named(typed).catch(() => []);
}
