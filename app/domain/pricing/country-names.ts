import { offlineCountries } from "./offline-countries";
import type { PricingService } from "./pricing-service";
import { MOST_COUNTRIES } from "./wire-queries";

const OFFLINE_NOTE = "Using offline country list (API unavailable).";

/** Countries to choose from, in the order of the alphabet, and what to say about the list, if anything. */
export type CountryList = { names: string[]; note: string | null };

/** Chosen where the list holds one country, to have them all. No country is called so. */
export const ANOTHER_COUNTRY = "…";

/** Countries as a form offers them. `another`: the list holds the chosen one alone, and this choice asks for the rest. */
export type CountryChoices = CountryList & { another: string | null };

/** Where countries come from: the pricing service, and our own tables. */
type Sources = { pricing: PricingService; ownPricing: PricingService };

/**
 * Every country that we send to; a shorter list of our own, and a note, while the pricing service is away.
 * @param chosen stays in the shorter list too if we know it, so that nobody's choice is lost
 */
export async function countryList({ pricing, ownPricing }: Sources, chosen = ""): Promise<CountryList> {
  try {
    const countries = await pricing.countries("", MOST_COUNTRIES);
    if (countries.length > 0) return { names: inOrder(countries), note: null };
  } catch {
    // The client has reported it already; the customer gets the list that never fails.
  }
  const own = chosen ? await ownPricing.countries(chosen, 1).catch(() => []) : [];
  const known = own.filter(({ name }) => name === chosen);
  const others = offlineCountries.filter(({ name }) => name !== known[0]?.name);
  return { names: inOrder([...others, ...known]), note: OFFLINE_NOTE };
}

function inOrder(countries: readonly { name: string }[]): string[] {
  return countries.map(({ name }) => name).sort((a, b) => a.localeCompare(b, "en"));
}

/** A customer who has chosen a country isn't sent all the others again: they weigh as much as the rest of the page. */
export function countryChoices({ names, note }: CountryList, chosen = ""): CountryChoices {
  return names.includes(chosen) ? { names: [chosen], note, another: ANOTHER_COUNTRY } : { names, note, another: null };
}
