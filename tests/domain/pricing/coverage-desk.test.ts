import { beforeEach, describe, expect, test } from "vitest";
import { type Check, checkOf, coverageDesk } from "#app/domain/pricing/coverage-desk.server";
import { embeddedPricing } from "#app/domain/pricing/embedded.server";
import { openPlaces } from "#app/domain/pricing/places.server";
import { aStore } from "../../support/a-store";

const clock = () => new Date("2026-11-21T08:00:00Z");
let sources: Parameters<typeof coverageDesk>[0];
beforeEach(async () => {
  const store = await aStore();
  sources = { pricing: embeddedPricing(store, clock), places: openPlaces(store, clock) };
});
const desk = (check: Check | null, query: string) => coverageDesk(sources, check, new URLSearchParams(query));

const blank = { fromPostal: "", toPostal: "", selectedBoxId: "", pickupPostal: "", toCountry: "", boxAbroad: "" };
const covered = {
  ok: true,
  message: "Great! We can ship from Katlehong 1431 → Orlando and Diepkloof 1804.",
  lead: { fromPostal: "1431", toPostal: "1804", fromCity: "Katlehong", toCity: "Orlando and Diepkloof" },
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
      answer: null,
    });
  });
});

describe("within the country", () => {
  test.each<Check>(["local", "price"])("the check %s answers for both codes", async (check) => {
    expect(await desk(check, "fromPostal=14 31&toPostal=1804&selectedBoxId=crate&pickupPostal=x")).toEqual({
      values: { ...blank, fromPostal: "14 31", toPostal: "1804", selectedBoxId: "crate", pickupPostal: "x" },
      which: null,
      answer: covered,
    });
  });

  test("a place's name stands for its code", async () => {
    expect(await desk("local", "fromPostal=katlehong&toPostal=Orlando")).toEqual({
      values: { ...blank, fromPostal: "1431", toPostal: "1804" },
      which: null,
      answer: covered,
    });
  });

  test("a name of several places has to be made clear before anything is checked", async () => {
    const { which, ...rest } = await desk(
      "price",
      "check=price&fromPostal=Katlehong&toPostal=+mount &selectedBoxId=crate",
    );
    expect(rest).toEqual({
      values: { ...blank, fromPostal: "1431", toPostal: " mount ", selectedBoxId: "crate" },
      answer: null,
    });
    expect(which?.typed).toBe("mount");
    expect(which?.choices.slice(0, 2)).toEqual([
      {
        text: "Mount Ayliff 4735, Eastern Cape",
        href: "/ship?check=price&fromPostal=Katlehong&toPostal=4735&selectedBoxId=crate",
      },
      {
        text: "Mount Fletcher 4770, Eastern Cape",
        href: "/ship?check=price&fromPostal=Katlehong&toPostal=4770&selectedBoxId=crate",
      },
    ]);
  });

  test("an unknown name is refused as a code is, and stays", async () => {
    expect(await desk("local", "fromPostal=Nowhereville&toPostal=1804")).toEqual({
      values: { ...blank, fromPostal: "Nowhereville", toPostal: "1804" },
      which: null,
      answer: {
        ok: false,
        message: "Please enter valid 4-digit codes for both fields.",
        fields: ["fromPostal", "toPostal"],
      },
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
      text: "Mount Ayliff 4735, Eastern Cape",
      href: "/ship?pickupPostal=4735&toCountry=Brazil",
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
