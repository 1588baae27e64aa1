import type { PricingService } from "./contract/pricing-service";
import { MOST_COUNTRIES } from "./contract/wire-queries";

const OFFLINE_NOTE = "Using offline country list (API unavailable).";

/** Country names in alphabetical order, and a note to show with the list, if any. */
export type CountryList = { names: string[]; note: string | null };

/** The option that asks for the full list, shown when the list holds one country. No country has this name. */
export const ANOTHER_COUNTRY = "…";

/** The countries that a form offers. `another` is set when only the chosen country is listed: it asks for the rest. */
export type CountryChoices = CountryList & { another: string | null };

/** Where countries come from: the pricing service, or our own tables. */
type Sources = { pricing: PricingService; ownPricing: PricingService };

/**
 * Every country that we serve. While the pricing service is down, a shorter list of our own and a note.
 * @param chosen is added to the shorter list if we know the country, so that no choice is lost
 */
export async function countryList({ pricing, ownPricing }: Sources, chosen = ""): Promise<CountryList> {
  try {
    const countries = await pricing.countries("", MOST_COUNTRIES);
    if (countries.length > 0) return { names: inOrder(countries.map(({ name }) => name)), note: null };
  } catch {
    // The client has already reported the failure, and our own list never fails.
  }
  const own = chosen ? await ownPricing.countries(chosen, 1).catch(() => []) : [];
  const known = own.map(({ name }) => name).filter((name) => name === chosen);
  return { names: inOrder([...new Set([...offlineCountries, ...known])]), note: OFFLINE_NOTE };
}

function inOrder(names: readonly string[]): string[] {
  return names.toSorted((a, b) => a.localeCompare(b, "en"));
}

/**
 * Lists only the chosen country: sending all the others again would double the page's size.
 * @param home is listed first, as the way back to a parcel within the country; null where there is none
 */
export function countryChoices({ names, note }: CountryList, chosen: string, home: string | null): CountryChoices {
  const isChosen = names.includes(chosen);
  const offered = isChosen ? [chosen] : names;
  return { names: home ? [home, ...offered] : offered, note, another: isChosen ? ANOTHER_COUNTRY : null };
}

/** Shown when the country list can't be loaded (specification section 3). */
export const offlineCountries: readonly string[] = `
Angola, Australia, Belgium, Botswana, Brazil, Cameroon, Canada, China, Congo (DRC),
Côte d'Ivoire (Ivory Coast), Egypt, Eswatini (Swaziland), Ethiopia, France, Germany, Ghana, Greece, India,
Ireland, Italy, Japan, Kenya, Lesotho, Madagascar, Malawi, Mauritius, Morocco, Mozambique, Namibia,
Netherlands, New Zealand, Nigeria, Norway, Pakistan, Portugal, Rwanda, Saudi Arabia, Senegal, Singapore,
Spain, Sweden, Switzerland, Tanzania, Türkiye, Uganda, United Arab Emirates, United Kingdom, United States,
Zambia, Zimbabwe`
  .trim()
  .split(/,\s/);
