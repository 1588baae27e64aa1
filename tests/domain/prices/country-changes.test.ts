import { expect, test } from "vitest";
import { allCountries, countryNamed, serveCountry } from "#app/domain/prices/country-changes.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { storeForEachTest } from "../../support/a-store";
import { pricesAreRead } from "../../support/prices-are-read";

const store = storeForEachTest();
const brazil = { iso2: "BR", name: "Brazil", numericZone: 10, zoneLetter: "J", served: true };
const ivoryCoast = { iso2: "CI", name: "Côte d'Ivoire (Ivory Coast)", numericZone: 3, zoneLetter: "C", served: true };

test("staff see every country, served or not, by name", async () => {
  const all = await allCountries(store.read);
  expect(all[0]?.name).toBe("Afghanistan");
  expect(all.length).toBeGreaterThan(200);
  const names = all.map(({ name }) => name);
  expect(names.indexOf("Antarctica")).toBe(names.indexOf("Anguilla") + 1);
});

test.each([
  ["Brazil", brazil],
  ["brazil ", brazil],
  ["br", brazil],
  ["BR", brazil],
  ["COTE D’IVOIRE (ivory coast)", ivoryCoast],
  ["Braz", null],
  ["", null],
  ["XX", null],
])("%j names the country %j", async (typed, country) => {
  expect(await countryNamed(store.read, typed)).toEqual(country);
});

test("a country is served or not from the next price on, and no other one changes", async () => {
  const pricing = embeddedPricing(store, () => new Date("2026-11-21T08:00:00Z"));
  const served = async () => (await pricing.countries("", 300)).map(({ name }) => name);
  const before = await served();
  await store.tx((tx) => serveCountry(tx, "BR", false));
  await pricesAreRead();
  expect(await countryNamed(store.read, "BR")).toEqual({ ...brazil, served: false });
  expect(await served()).toEqual(before.filter((name) => name !== "Brazil"));
  await store.tx((tx) => serveCountry(tx, "BR", true));
  await pricesAreRead();
  expect(await served()).toEqual(before);
});
