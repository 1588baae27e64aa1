import { beforeEach, describe, expect, test } from "vitest";
import { type Check, checkOf, coverageDesk } from "#app/domain/prices/coverage-desk.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { openPlaces } from "#app/domain/prices/places.server";
import { aStore } from "../../support/a-store";

const clock = () => new Date("2026-11-21T08:00:00Z");
let sources: Parameters<typeof coverageDesk>[0];
beforeEach(async () => {
  const store = await aStore();
  const pricing = embeddedPricing(store, clock);
  sources = { pricing, ownPricing: pricing, places: openPlaces(store, clock) };
});
const desk = (check: Check | null, query: string) => coverageDesk(sources, check, new URLSearchParams(query));

const blank = { fromPostal: "", toPostal: "", selectedBoxId: "", pickupPostal: "", toCountry: "", boxAbroad: "" };
const covered = {
  ok: true,
  message: "Great! We can ship from Katlehong 1431 → Soweto 1804.",
  lead: { fromPostal: "1431", toPostal: "1804", fromCity: "Katlehong", toCity: "Soweto" },
};

test.each([
  ["", null],
  ["check=", null],
  ["check=everything", null],
  ["check=local", "local"],
  ["check=price", "price"],
  ["check=international", "international"],
  ["check=price-abroad", "price-abroad"],
  ["fromPostal=", "price"],
  ["toPostal=1804", null],
  ["pickupPostal=1431&fromPostal=1431", "international"],
  ["check=local&pickupPostal=1431", "local"],
  ["check=everything&fromPostal=1431", "price"],
])("the address ?%s asks for the check %j", (query, check) => {
  expect(checkOf(new URLSearchParams(query))).toBe(check);
});

describe("without a check", () => {
  test("nothing is answered, and what was typed stays, up to 100 characters", async () => {
    const query = `fromPostal=1431&boxAbroad=${"x".repeat(101)}&other=1`;
    expect(await desk(null, query)).toEqual({
      values: { ...blank, fromPostal: "1431", boxAbroad: "x".repeat(100) },
      which: null,
      others: [],
      answer: null,
    });
  });
});

describe("within the country", () => {
  test.each<Check>(["local", "price"])("the check %s answers for both codes", async (check) => {
    expect(await desk(check, "fromPostal=14 31&toPostal=1804&selectedBoxId=crate&pickupPostal=x")).toEqual({
      values: { ...blank, fromPostal: "14 31", toPostal: "1804", selectedBoxId: "crate", pickupPostal: "x" },
      which: null,
      others: [],
      answer: covered,
    });
  });

  test("a place's name stands for its code", async () => {
    expect(await desk("local", "fromPostal=katlehong&toPostal=Orlando")).toEqual({
      values: { ...blank, fromPostal: "1431", toPostal: "1804" },
      which: null,
      others: [],
      answer: {
        ok: true,
        message: "Great! We can ship from Katlehong 1431 → Soweto 1804.",
        lead: { ...covered.lead, toSuburb: "Orlando" },
      },
    });
  });

  test.each([
    ["Soweto", "Soweto 1804", []],
    ["gugs", "Gugulethu 7750", []],
    ["Witbank", "eMalahleni 1034", []],
    ["Middelburg", "Middelburg 1055", ["Middelburg 5900, Eastern Cape"]],
    ["Ekurhuleni", "Ekurhuleni 1402", []],
  ])("the answer for %s shows town and code, and other places only where they have another price", async (...row) => {
    const [typed, shown, more] = row;
    const { answer, others } = await desk("local", `fromPostal=1431&toPostal=${typed}`);
    expect(answer?.message).toContain(`→ ${shown}.`);
    expect(others.map(({ place: { town, code, province } }) => `${town} ${code}, ${province}`)).toEqual(more);
  });

  test("the beginning of several names has to be made clear before anything is checked", async () => {
    const { which, ...rest } = await desk(
      "price",
      "check=price&fromPostal=Katlehong&toPostal=+mount &selectedBoxId=crate",
    );
    expect(rest).toEqual({
      values: { ...blank, fromPostal: "1431", toPostal: " mount ", selectedBoxId: "crate" },
      others: [],
      answer: null,
    });
    expect(which?.typed).toBe("mount");
    expect(which?.choices.map(({ text }) => text)).toContain("Mount Fletcher 4770, Eastern Cape");
    expect(which?.choices[0]).toEqual({
      text: "Mount Frere 5090, Eastern Cape",
      href: "/ship?check=price&fromPostal=Katlehong&toPostal=5090&selectedBoxId=crate",
    });
  });

  test("an unknown name is told at its own field, and stays", async () => {
    const unknown = "We don't know the place Nowhereville. Type its postal code, or the name of a town near it.";
    expect(await desk("local", "fromPostal=Nowhereville&toPostal=1804")).toEqual({
      values: { ...blank, fromPostal: "Nowhereville", toPostal: "1804" },
      which: null,
      others: [],
      answer: { ok: false, message: unknown, errors: { fromPostal: unknown } },
    });
  });
});

describe("abroad", () => {
  test.each<Check>(["international", "price-abroad"])(
    "the check %s answers for the pickup and country",
    async (check) => {
      expect(await desk(check, "pickupPostal=Katlehong&toCountry=brazil&fromPostal=mount")).toEqual({
        values: { ...blank, fromPostal: "mount", pickupPostal: "1431", toCountry: "brazil" },
        which: null,
        others: [],
        answer: {
          ok: true,
          message: "Pickup covered in Katlehong (1431). Destination: Brazil.",
          lead: { fromPostal: "1431", fromCity: "Katlehong", toCountry: "Brazil" },
        },
      });
    },
  );

  test("a pickup whose name several places share has to be made clear", async () => {
    const { which, answer } = await desk("international", "pickupPostal=mount&toCountry=Brazil");
    expect(answer).toBeNull();
    expect(which?.choices[0]).toEqual({
      text: "Mount Frere 5090, Eastern Cape",
      href: "/ship?pickupPostal=5090&toCountry=Brazil",
    });
  });

  test("an empty form is refused", async () => {
    expect((await desk("international", "pickupPostal=")).answer).toEqual({
      ok: false,
      message: "Enter pickup postal code and choose a destination country.",
      fields: ["pickupPostal", "toCountry"],
    });
  });
});
