import { describe, expect, test } from "vitest";
import { ANOTHER_COUNTRY, countryChoices, countryList, offlineCountries } from "#app/domain/prices/country-names";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { aStore } from "../../support/a-store";
import { aPricing } from "./builders";

const countriesNamed = (...names: string[]) => names.map((name) => ({ name, zoneLetter: "C", numericZone: 3 }));
const OFFLINE_NOTE = "Using offline country list (API unavailable).";

describe("while the service answers", () => {
  test("every country is listed, in alphabetical order, with accents where people look for them", async () => {
    const asked: unknown[] = [];
    const pricing = aPricing({
      countries: async (...question) => {
        asked.push(question);
        return countriesNamed("Zambia", "Åland Islands", "Brazil", "Austria");
      },
    });
    expect(await countryList({ pricing, ownPricing: aPricing() }, "Fiji")).toEqual({
      names: ["Åland Islands", "Austria", "Brazil", "Zambia"],
      note: null,
    });
    expect(asked).toEqual([["", 300]]);
  });

  test("a single country is a list", async () => {
    const pricing = aPricing({ countries: async () => countriesNamed("Brazil") });
    expect(await countryList({ pricing, ownPricing: aPricing() })).toEqual({ names: ["Brazil"], note: null });
  });
});

describe("while it doesn't", () => {
  const offline = [...offlineCountries];
  const own = aPricing({
    countries: async (typed) => countriesNamed("Fiji", "Brazil").filter(({ name }) => name.startsWith(typed)),
  });
  const listWith = (chosen?: string, ownPricing = own) => countryList({ pricing: aPricing(), ownPricing }, chosen);

  test("our own shorter list is shown, with a note", async () => {
    expect(await listWith()).toEqual({ names: offline, note: OFFLINE_NOTE });
    expect(offline).toHaveLength(50);
    const empty = aPricing({ countries: async () => [] });
    expect(await countryList({ pricing: empty, ownPricing: own })).toEqual({ names: offline, note: OFFLINE_NOTE });
  });

  test("a chosen country that we know is added in its place, and none is listed twice", async () => {
    const { names } = await listWith("Fiji");
    expect(names).toHaveLength(51);
    expect(names.slice(names.indexOf("Fiji") - 1).slice(0, 3)).toEqual(["Ethiopia", "Fiji", "France"]);
    expect((await listWith("Brazil")).names).toEqual(offline);
  });

  test("a text that isn't a country's whole name isn't added", async () => {
    for (const typed of ["Fij", "Wakanda", ""]) expect((await listWith(typed)).names).toEqual(offline);
  });

  test("the list stands even if our own tables can't be read", async () => {
    expect(await listWith("Fiji", aPricing())).toEqual({ names: offline, note: OFFLINE_NOTE });
  });

  test("its countries are those of our own tables", async () => {
    const pricing = embeddedPricing(await aStore(), () => new Date("2026-11-21T08:00:00Z"));
    const served = (await pricing.countries("", 300)).map(({ name }) => name);
    expect(served).toEqual(expect.arrayContaining(offline));
  });
});

describe("a form offers", () => {
  const list = { names: ["Brazil", "Fiji"], note: "A note." };

  test("only the chosen country, and a way to the others", () => {
    expect(countryChoices(list, "Fiji", null)).toEqual({ names: ["Fiji"], note: "A note.", another: ANOTHER_COUNTRY });
    expect(ANOTHER_COUNTRY).toBe("…");
  });

  test("all of them while none of them is chosen", () => {
    expect(countryChoices(list, "", null)).toEqual({ ...list, another: null });
    expect(countryChoices(list, "Wakanda", null)).toEqual({ ...list, another: null });
  });
});
