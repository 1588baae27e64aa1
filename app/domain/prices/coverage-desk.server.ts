import { postalDigits } from "#app/domain/values/postal-code";
import { paths } from "#app/paths";
import {
  type CoverageAnswer,
  type CoverageSources,
  checkInternationalCoverage,
  checkLocalCoverage,
  type NamedPlaces,
} from "./coverage-check";
import type { Place } from "./places";
import { isName, placesMeant, unknownPlace } from "./places.server";

/** `local` and `international` check whether we go there; the other two also ask for the price. */
export type Check = "local" | "price" | "international" | "price-abroad";

/** Which check on "Send a parcel" an address asks for. The home page's form doesn't name one. */
export function checkOf(query: URLSearchParams): Check | null {
  const check = query.get("check");
  if (check === "local" || check === "price" || check === "international" || check === "price-abroad") return check;
  if (query.has("pickupPostal")) return "international";
  return query.has("fromPostal") ? "price" : null;
}

/** The beginning of several places' names. */
export type WhichPlace = { typed: string; choices: { text: string; href: string }[] };

/** What the page's forms hold, and the result of the check. */
export type CoverageDesk = {
  values: Record<string, string>;
  /** The choice that the customer has to make before anything is checked. */
  which: WhichPlace | null;
  answer: CoverageAnswer | null;
  /** Places that are called as one that was typed, and have other prices. */
  others: { field: string; place: Place }[];
};

const fields = ["fromPostal", "toPostal", "selectedBoxId", "pickupPostal", "toCountry", "boxAbroad"];
const LONGEST_TYPED = 100;

/** Runs the check that an address asks for. A place name is accepted instead of a postal code. */
export async function coverageDesk(
  sources: CoverageSources,
  check: Check | null,
  query: URLSearchParams,
): Promise<CoverageDesk> {
  const values = Object.fromEntries(fields.map((name) => [name, (query.get(name) ?? "").slice(0, LONGEST_TYPED)]));
  if (!check) return { values, which: null, answer: null, others: [] };
  const isLocal = check === "local" || check === "price";
  const codes: Record<string, string> = {};
  const named: NamedPlaces = {};
  const others: CoverageDesk["others"] = [];
  const errors: Record<string, string> = {};
  for (const field of isLocal ? ["fromPostal", "toPostal"] : ["pickupPostal"]) {
    const typed = values[field] ?? "";
    const { called, like } = await placesMeant(sources.places, typed);
    if (like.length > 0) return { values, which: whichPlace(query, field, typed, like), answer: null, others: [] };
    const [place, ...more] = called;
    if (place) values[field] = place.code;
    else if (isName(typed)) errors[field] = unknownPlace(typed);
    codes[field] = place?.code ?? postalDigits(typed);
    named[field] = place;
    others.push(...more.map((place) => ({ field, place })));
  }
  const [message] = Object.values(errors);
  if (message) return { values, which: null, answer: { ok: false, message, errors }, others: [] };
  const { fromPostal = "", toPostal = "", pickupPostal = "" } = codes;
  const answer = isLocal
    ? await checkLocalCoverage(sources, fromPostal, toPostal, named)
    : await checkInternationalCoverage(sources, pickupPostal, values.toCountry ?? "", named);
  return { values, which: null, answer, others };
}

function whichPlace(query: URLSearchParams, field: string, typed: string, places: Place[]): WhichPlace {
  const choices = places.map(({ town, code, province }) => {
    const chosen = new URLSearchParams(query);
    chosen.set(field, code);
    return { text: `${town} ${code}, ${province}`, href: `${paths.ship}?${chosen}` };
  });
  return { typed: typed.trim(), choices };
}
