import { company } from "#app/company.server";

const MOST_COUNTRIES = 300;

/** Every country that we send to, by name, in the order of the alphabet. */
export async function countryNames(): Promise<string[]> {
  const { pricing } = await company();
  const countries = await pricing.countries("", MOST_COUNTRIES);
  return countries.map((country) => country.name).sort((a, b) => a.localeCompare(b, "en"));
}
