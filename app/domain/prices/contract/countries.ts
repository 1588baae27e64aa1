import { folded } from "#app/domain/values/folded-text";

/** Of a country only its name matters here. */
type Named = { name: string };

/** What people call countries, and the name in our list. */
export const everydayNames: Readonly<Record<string, string>> = {
  usa: "United States",
  us: "United States",
  "u.s.a.": "United States",
  america: "United States",
  "united states of america": "United States",
  uk: "United Kingdom",
  "u.k.": "United Kingdom",
  england: "United Kingdom",
  scotland: "United Kingdom",
  wales: "United Kingdom",
  "northern ireland": "United Kingdom",
  britain: "United Kingdom",
  "great britain": "United Kingdom",
  uae: "United Arab Emirates",
  emirates: "United Arab Emirates",
  dubai: "United Arab Emirates",
  "abu dhabi": "United Arab Emirates",
  holland: "Netherlands",
  turkey: "Türkiye",
  burma: "Myanmar",
  "east timor": "Timor-Leste",
  "czech republic": "Czechia",
  macedonia: "North Macedonia",
  korea: "South Korea",
  drc: "Congo (DRC)",
  zaire: "Congo (DRC)",
  "congo kinshasa": "Congo (DRC)",
  "congo brazzaville": "Congo (Brazzaville)",
  zim: "Zimbabwe",
  zanzibar: "Tanzania",
  bali: "Indonesia",
  "viet nam": "Vietnam",
};

/**
 * Countries whose name contains what was typed: first those that begin with it, then those in which a word begins with
 * it. An everyday name finds its country alone: `UK` isn't the beginning of Ukraine.
 */
export function searchCountries<Found extends Named>(all: readonly Found[], typed: string, limit: number): Found[] {
  const wanted = folded(typed);
  const called = all.find(({ name }) => name === everydayNames[wanted]);
  if (called) return [called].slice(0, limit);
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
export function findCountry<Found extends Named>(all: readonly Found[], name: string): Found | null {
  const wanted = folded(name);
  const exact = all.find(({ name }) => folded(name) === wanted || name === everydayNames[wanted]);
  if (exact) return exact;
  const [match, ...others] = namesakes(all, name);
  return match && others.length === 0 ? match : null;
}

/** Those that share a name: two for `Congo`. */
export function namesakes<Found extends Named>(all: readonly Found[], name: string): Found[] {
  return all.filter((country) => namesOf(country).includes(folded(name)));
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
function namesOf(country: Named): string[] {
  return country.name.split(/[()]/).map(folded).filter(Boolean);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
