import { postalDigits } from "../values/postal-code";
import { type Addresses, HOME_COUNTRY } from "./addresses";
import { limits } from "./fields";

const LONGEST_TOLD = 60;

/** The fields that a coverage check fills in. They are newer than the saved answers, so they replace them. */
export function fromCoverage(query: URLSearchParams, saved?: Addresses): Record<string, string> {
  const known: Record<string, string> = {};
  for (const party of ["from", "to"] as const) {
    const postal = postalDigits(query.get(`${party}Postal`) ?? "");
    if (postal === "" || postal === saved?.[`${party}Postal`]) continue;
    known[`${party}Postal`] = postal;
    known[`${party}City`] = (query.get(`${party}City`) ?? "").slice(0, limits.city);
    const suburb = query.get(`${party}Suburb`);
    if (suburb) known[`${party}Suburb`] = suburb.slice(0, limits.suburb);
  }
  const toCountry = query.get("toCountry")?.slice(0, limits.country);
  if (toCountry) return { ...known, toCountry };
  return saved && known.toPostal ? { ...known, toCountry: HOME_COUNTRY } : known;
}

/**
 * What a quick price knows that the first step has no field for: the box, and the codes that the customer was told
 * about.
 */
export function carriedOn(query: URLSearchParams): Record<string, string> {
  const [box, told] = [query.get("selectedBoxId"), query.get("told")];
  return { ...(box && { box: box.slice(0, limits.boxId) }), ...(told && { told: told.slice(0, LONGEST_TOLD) }) };
}
