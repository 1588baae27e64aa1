import { asc, eq } from "drizzle-orm";
import { countries } from "#db/schema/pricing";
import type { Reader, Tx } from "#db/store.server";
import { folded } from "../values/folded-text";
import type { CountryRow } from "./price-tables.server";

/** Every international destination, sorted by name. */
export async function allCountries(store: Reader): Promise<CountryRow[]> {
  return store.select().from(countries).orderBy(asc(countries.name));
}

/** The country with this name or two-letter code; null if there is none. */
export async function countryNamed(store: Reader, typed: string): Promise<CountryRow | null> {
  const all = await allCountries(store);
  return all.find(({ iso2, name }) => folded(name) === folded(typed) || iso2 === typed.toUpperCase()) ?? null;
}

/** Starts or stops sending parcels to a country. Pages and prices follow at once. Saved quotes keep their price. */
export async function serveCountry(tx: Tx, iso2: string, served: boolean): Promise<void> {
  await tx.update(countries).set({ served }).where(eq(countries.iso2, iso2));
}
