import { beforeEach, describe, expect, test, vi } from "vitest";
import { changeArea } from "#app/domain/prices/area-changes.server";
import type { PricingService } from "#app/domain/prices/contract/pricing-service";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { placeOfCode } from "#app/domain/prices/place-of-code.server";
import { openPlaces, type Places, placesMeant } from "#app/domain/prices/places.server";
import { inWords } from "#app/domain/prices/town-against-code";
import { storeForEachTest } from "../../support/a-store";
import { aPricing } from "./builders";

/** Ten to twelve at night in South Africa. */
const beforeMidnight = new Date("2026-11-21T21:50:00Z");
const midnight = new Date("2026-11-21T22:00:00Z");
const katlehong = { town: "Katlehong", code: "1431", province: "Gauteng" };

const store = storeForEachTest();
let now: Date;
let places: Places;
let pricing: PricingService;
const clock = () => now;
beforeEach(async () => {
  now = beforeMidnight;
  places = openPlaces(store, clock);
  pricing = embeddedPricing(store, clock);
});
const broken: Places = {
  named: () => Promise.reject(new Error("away")),
  like: () => Promise.reject(new Error("away")),
  townAt: () => Promise.reject(new Error("away")),
  onlyPlaceAt: () => Promise.reject(new Error("away")),
  partsAt: () => ({ city: null, suburbs: [] }),
  near: () => Promise.reject(new Error("away")),
  contradiction: () => Promise.reject(new Error("away")),
  readLandmark: () => Promise.reject(new Error("away")),
  areInOneRegion: () => Promise.reject(new Error("away")),
  readAs: () => Promise.reject(new Error("away")),
};

describe("our list of places", () => {
  test("finds a place by its name, and suggests names for what is being typed", async () => {
    expect(await places.named("katlehong")).toEqual([katlehong]);
    expect(await places.named("Nowhereville")).toEqual([]);
    expect(await places.like("katl", 1)).toEqual([{ ...katlehong, code: "1421" }]);
    expect(await places.like("katl", 5)).toEqual([{ ...katlehong, code: "1421" }, katlehong]);
  });

  test("has the town of a code, served or not, and none for a code that nobody has", async () => {
    expect(await places.townAt("1431")).toBe("Katlehong");
    expect(await places.townAt("7400")).toBe("Robben Island");
    expect(await places.townAt("9100")).toBeNull();
    expect(await places.townAt("x")).toBeNull();
  });

  test("knows which codes are one place: not a city's, not a shared one, not an unknown one", async () => {
    const codes = ["1431", "1402", "1804", "9100"];
    expect(await Promise.all(codes.map(places.onlyPlaceAt))).toEqual(["Katlehong", null, null, null]);
  });

  test("has other places nearby, as many as asked for", async () => {
    expect(await places.near("1431", 2)).toEqual([
      { town: "Thokoza", code: "1426", province: "Gauteng" },
      { town: "Heidelberg", code: "1438", province: "Gauteng" },
    ]);
    expect(await places.near("1431", 0)).toEqual([]);
  });

  test("says whether two codes lie in one region, and not of a code that nobody has", async () => {
    const pairs = [
      ["1431", "1401"],
      ["1431", "8001"],
      ["9100", "9100"],
      ["1431", "9100"],
      ["9100", "1431"],
    ] as const;
    const are = await Promise.all(pairs.map(([one, other]) => places.areInOneRegion(one, other)));
    expect(are).toEqual([true, false, false, false, false]);
  });

  test("follows a change from its day on", async () => {
    const change = {
      codes: { fromCode: "1431", toCode: "1432" },
      validFrom: "2026-11-22",
      facts: { town: "New Town" },
      isNew: false,
    };
    await store.tx((tx) => changeArea(tx, change, now));
    expect(await places.townAt("1431")).toBe("Katlehong");
    now = midnight;
    expect(await places.townAt("1431")).toBe("New Town");
    expect(await places.onlyPlaceAt("1431")).toBe("New Town");
    expect(await places.named("new town")).toEqual([{ ...katlehong, town: "New Town" }]);
  });
});

describe("a place in the landmark", () => {
  const CODE = "5G5CJ5X3+G9";
  const inKatlehong = { postal: "1431", country: "South Africa" };
  const select = () => {
    throw new Error("away");
  };
  const away = { read: { select }, priceMark: () => "1" } as unknown as typeof store;

  test("is read by the towns around it, and nothing is asked where nothing was typed", async () => {
    expect(await places.readLandmark("", inKatlehong)).toEqual({ text: "", question: null });
    expect(await places.readLandmark("J5X3+G9", inKatlehong)).toEqual({ text: CODE, question: null });
    const { question } = await places.readLandmark(CODE, { ...inKatlehong, postal: "40 01" });
    expect(question?.words).toMatch(/near Katlehong, is 47\d km from .*Durban.* \(40 01\)\.$/);
  });

  test("is told with the town near it, and not told of where there is none", async () => {
    expect(await places.readAs(`blue gate, ${CODE}`)).toBe(`${CODE}, near Katlehong`);
    expect(await places.readAs("blue gate")).toBeNull();
  });

  test("is read without our list while that can't be read", async () => {
    const alone = openPlaces(away, clock);
    expect(await alone.readLandmark(CODE, inKatlehong)).toEqual({ text: CODE, question: null });
    expect(await alone.readAs(CODE)).toBe(CODE);
  });
});

describe("what was typed instead of a code", () => {
  const none = { called: [], like: [] };
  test("means the places of that name", async () => {
    expect(await placesMeant(places, "Katlehong")).toEqual({ called: [katlehong], like: [] });
    expect(await placesMeant(places, "Nowhereville")).toEqual(none);
  });

  test("means the only place whose name begins with it, and of several none", async () => {
    expect((await placesMeant(places, "katleh")).called).toEqual([]);
    expect((await placesMeant(places, "katleh")).like.map(({ code }) => code)).toEqual(["1421", "1431"]);
    expect((await placesMeant(places, "thokoz")).called.map(({ code }) => code)).toEqual(["1426"]);
  });

  test("means no place if it has a digit, or while our list can't be read", async () => {
    expect(await placesMeant(places, "Katlehong 1431")).toEqual(none);
    expect(await placesMeant(broken, "Katlehong")).toEqual(none);
  });
});

describe("an address's suburb and city", () => {
  const of = async (code: string, from: Partial<{ pricing: PricingService; places: Places }> = {}, named?: string) => {
    const { suburb, city } = await placeOfCode({ pricing, places, ...from }, code, named);
    return { suburb, city };
  };

  test("are those of the code, if it stands for one place", async () => {
    expect(await of("1431")).toEqual({ suburb: "Katlehong", city: "Katlehong" });
    const service = aPricing({ coverage: async (pcode) => ({ city: "Germiston", pcode }) });
    expect(await of("1431", { pricing: service })).toEqual({ suburb: "Katlehong", city: "Germiston" });
  });

  test("are what people call them: Soweto for 1804, with its suburbs to choose from", async () => {
    expect(await of("1804")).toEqual({ suburb: null, city: "Soweto" });
    expect((await placeOfCode({ pricing, places }, "1804")).suburbs).toContain("Orlando East");
    expect(await of("1804", {}, " orlando east")).toEqual({ suburb: "Orlando East", city: "Soweto" });
    expect(await of("1862")).toEqual({ suburb: "Diepkloof", city: "Soweto" });
    expect(await of("5455")).toEqual({ suburb: null, city: "Cala" });
  });

  test("are left to the customer where the code says less", async () => {
    expect(await of("1402")).toEqual({ suburb: null, city: "Ekurhuleni" });
    expect(await of("7785")).toEqual({ suburb: null, city: null });
    expect(await of("9100")).toEqual({ suburb: null, city: null });
    const nameless = aPricing({ coverage: async (pcode) => ({ city: "", pcode }) });
    expect(await of("1520", { pricing: nameless })).toEqual({ suburb: "Daveyton", city: null });
  });

  test("come from our own list where the service has none", async () => {
    expect(await of("7400")).toEqual({ suburb: "Robben Island", city: "Robben Island" });
    expect(await of("1431", { pricing: aPricing() })).toEqual({ suburb: "Katlehong", city: "Katlehong" });
  });

  test("come from the service while our own list can't be read", async () => {
    expect(await of("1431", { places: broken })).toEqual({ suburb: null, city: "Katlehong" });
    expect(await of("1431", { places: broken, pricing: aPricing() })).toEqual({ suburb: null, city: null });
  });
});

describe("a code and the town beside it", () => {
  const ask = async (city: string, code: string, suburb = "") => {
    const wrong = await places.contradiction({ code, city, suburb });
    return wrong && inWords(wrong);
  };

  test("are compared with all our names, which are folded once and not for each form", async () => {
    await ask("Soweto", "7784");
    const folds = vi.spyOn(String.prototype, "normalize");
    await ask("Khayelitsha", "1804", "Orlando");
    expect(folds.mock.calls.length).toBeLessThan(10);
    folds.mockRestore();
  });

  test.each([
    ["Soweto", "7784", "7784 is Khayelitsha. Did you mean Soweto, 1804?"],
    ["soweto ", "1431", "1431 is Katlehong. Did you mean Soweto, 1804?"],
    ["Soweto", "1884", "1884 is De Deur. Did you mean Soweto, 1804?"],
    ["Gugs", "1809", "1809 is Soweto. Did you mean Gugulethu, 7750?"],
    ["Port Elizabeth", "8001", "8001 is Cape Town. Did you mean Gqeberha, 6001?"],
    ["Cape Town", "2001", "2001 is Johannesburg. Did you mean Cape Town, 8001?"],
  ])("%s %s is asked about", async (city, code, question) => {
    expect(await ask(city, code)).toBe(question);
  });

  test.each([
    ["Soweto", "1804", ""],
    ["Soweto", "1809", ""],
    ["Soweto", "1808", ""],
    ["Orlando East", "1804", ""],
    ["Johannesburg", "1804", "Orlando"],
    ["Johannesburg", "1401", "Sunnyrock"],
    ["Germiston", "1431", ""],
    ["Cape Town", "7784", ""],
    ["Durban", "3610", ""],
    ["Tshwane", "0152", ""],
    ["Middelburg", "5900", ""],
    ["Middelburg", "1050", ""],
    ["Limpopo", "0700", ""],
    ["Komani", "5325", ""],
    ["Nowhereville", "7784", ""],
    ["Cape Town", "1804", "Diepkloof"],
    ["Jozi", "1809", ""],
    ["Soweto", "7400", ""],
    ["Soweto", "9100", ""],
  ])("%s %s isn't (suburb %j)", async (city, code, suburb) => {
    expect(await ask(city, code, suburb)).toBeNull();
  });
});
