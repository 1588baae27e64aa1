import { postalDigits } from "#app/domain/values/postal-code";
import { paths } from "#app/paths";
import { type CoverageAnswer, checkInternationalCoverage, checkLocalCoverage } from "./coverage-check";
import type { Place } from "./places";
import { type Places, placesMeant } from "./places.server";
import type { PricingService } from "./pricing-service";

/** `local` and `international` check whether we go there; the other two also ask for the price. */
export type Check = "local" | "price" | "international" | "price-abroad";

/** Which check on "Send a parcel" an address asks for. The home page's form doesn't name one. */
export function checkOf(query: URLSearchParams): Check | null {
  const check = query.get("check");
  if (check === "local" || check === "price" || check === "international" || check === "price-abroad") return check;
  if (query.has("pickupPostal")) return "international";
  return query.has("fromPostal") ? "price" : null;
}

/** A name shared by several places. */
export type WhichPlace = { typed: string; choices: { text: string; href: string }[] };

/** What the page's forms hold, and the result of the check. */
export type CoverageDesk = {
  values: Record<string, string>;
  /** The choice that the customer has to make before anything is checked. */
  which: WhichPlace | null;
  answer: CoverageAnswer | null;
};

const fields = ["fromPostal", "toPostal", "selectedBoxId", "pickupPostal", "toCountry", "boxAbroad"];
const LONGEST_TYPED = 100;

/** Runs the check that an address asks for. A place name is accepted instead of a postal code. */
export async function coverageDesk(
  sources: { pricing: PricingService; places: Places },
  check: Check | null,
  query: URLSearchParams,
): Promise<CoverageDesk> {
  const values = Object.fromEntries(fields.map((name) => [name, (query.get(name) ?? "").slice(0, LONGEST_TYPED)]));
  if (!check) return { values, which: null, answer: null };
  const isLocal = check === "local" || check === "price";
  const codes: Record<string, string> = {};
  for (const name of isLocal ? ["fromPostal", "toPostal"] : ["pickupPostal"]) {
    const typed = values[name] ?? "";
    const meant = await placesMeant(sources.places, typed);
    if (meant.length > 1) return { values, which: whichPlace(query, name, typed, meant), answer: null };
    codes[name] = meant[0]?.code ?? postalDigits(typed);
    if (meant[0]) values[name] = meant[0].code;
  }
  const { fromPostal = "", toPostal = "", pickupPostal = "" } = codes;
  const answer = isLocal
    ? await checkLocalCoverage(sources, fromPostal, toPostal)
    : await checkInternationalCoverage(sources, pickupPostal, values.toCountry ?? "");
  return { values, which: null, answer };
}

function whichPlace(query: URLSearchParams, field: string, typed: string, places: Place[]): WhichPlace {
  const choices = places.map(({ town, code, province }) => {
    const chosen = new URLSearchParams(query);
    chosen.set(field, code);
    return { text: `${town} ${code}, ${province}`, href: `${paths.ship}?${chosen}` };
  });
  return { typed: typed.trim(), choices };
}
