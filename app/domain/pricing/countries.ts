import { folded } from "#app/domain/values/folded-text";
import type { Country } from "./wire";

/**
 * Countries whose name contains what was typed: first those that begin with it, then those in which a word begins with
 * it.
 */
export function searchCountries<Found extends Country>(all: readonly Found[], typed: string, limit: number): Found[] {
  const wanted = folded(typed);
  return all
    .map((country) => ({ country, rank: rankOf(folded(country.name), wanted) }))
    .filter(({ rank }) => rank !== NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank || compare(folded(one.country.name), folded(other.country.name)))
    .slice(0, limit)
    .map(({ country }) => country);
}

/**
 * The one country that a full name means. Either of two names is understood (`Eswatini (Swaziland)`), with or without
 * accents. Null when there is none, or when two countries share the name: `Congo`.
 */
export function findCountry<Found extends Country>(all: readonly Found[], name: string): Found | null {
  const wanted = folded(name);
  const exact = all.find((country) => folded(country.name) === wanted);
  if (exact) return exact;
  const [match, ...others] = all.filter((country) => namesOf(country).includes(wanted));
  return match && others.length === 0 ? match : null;
}

/** South Africa, which is not an international destination. */
export function isSouthAfrica(name: string): boolean {
  return ["south africa", "za", "rsa"].includes(folded(name));
}

const NO_MATCH = 3;

function rankOf(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.split(/[^a-z0-9]/).some((word) => word.startsWith(wanted)) || name.includes(` ${wanted}`)) return 1;
  return name.includes(wanted) ? 2 : NO_MATCH;
}

/** A country's names: the text before the brackets and the text inside them. */
function namesOf(country: Country): string[] {
  return country.name.split(/[()]/).map(folded).filter(Boolean);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
