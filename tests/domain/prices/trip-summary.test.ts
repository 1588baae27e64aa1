import { beforeEach, describe, expect, test } from "vitest";
import { refusedQuote } from "#app/domain/prices/contract/quote-answer";
import { tripSummary } from "#app/domain/prices/trip-summary.server";
import { storeForEachTest } from "../../support/a-store";
import { aBox, aPrice, aPricing } from "./builders";

const SUNDAY = new Date("2026-11-22T10:00:00Z");
const days = { least: 1, most: 2 };
const boxes = async () => [aBox({ id: "bag", name: "Bag" }), aBox()];
const local = { fromPostal: "1431", fromCity: "Katlehong", toPostal: "1804", toCity: "Orlando" };
const abroad = { fromPostal: "1431", fromCity: "Katlehong", toCountry: "Brazil" };

const store = storeForEachTest();
let asked: unknown[];
beforeEach(async () => {
  asked = [];
});

const priced = aPricing({
  boxes,
  quoteLocal: async ({ fromPostal, toPostal, selectedBoxId }) => {
    asked.push([fromPostal, toPostal, selectedBoxId]);
    return aPrice(80_62, days);
  },
  quoteInternational: async ({ fromPostal, toCountry, selectedBoxId }) => {
    asked.push([fromPostal, toCountry, selectedBoxId]);
    return aPrice(1_234_00, days);
  },
});
const summary = (values: Record<string, string>, boxId?: string, pricing = priced) =>
  tripSummary({ pricing, read: store.read }, values, boxId, SUNDAY);

describe("a route's summary", () => {
  test("has its ends, its days and the price in the chosen box", async () => {
    expect(await summary(local, "crate")).toEqual({
      from: "Katlehong 1431",
      to: "Soweto 1804",
      delivery: "Usually Tuesday 24 to Wednesday 25 November",
      price: "R\u00a080,62 in a Crate",
    });
    expect(asked).toEqual([["1431", "1804", "crate"]]);
  });

  test("abroad ends in the country, with or without a city", async () => {
    expect(await summary(abroad, "bag")).toEqual({
      from: "Katlehong 1431",
      to: "Brazil",
      delivery: "Usually Tuesday 24 to Wednesday 25 November",
      price: "R\u00a01\u00a0234,00 in a Bag",
    });
    expect(asked).toEqual([["1431", "Brazil", "bag"]]);
    expect(await summary({ ...abroad, toCity: "Recife", toPostal: "1804" })).toMatchObject({ to: "Recife Brazil" });
  });

  test("shows codes alone while the cities are unknown", async () => {
    const refuses = aPricing({ boxes, quoteLocal: async () => refusedQuote("No rate.") });
    const unknown = { fromPostal: "9100", toPostal: "9101" };
    expect(await summary(unknown, "crate", refuses)).toMatchObject({ from: "9100", to: "9101" });
  });

  test.each([undefined, "coffin"])("with the box %j has no price, but the days of the first box", async (boxId) => {
    expect(await summary(local, boxId)).toEqual({
      from: "Katlehong 1431",
      to: "Soweto 1804",
      delivery: "Usually Tuesday 24 to Wednesday 25 November",
      price: null,
    });
    expect(asked).toEqual([["1431", "1804", "bag"]]);
  });

  test("has no days if the service doesn't know them", async () => {
    const pricing = aPricing({ boxes, quoteLocal: async () => aPrice(80_62) });
    expect(await summary(local, "crate", pricing)).toMatchObject({ delivery: null, price: "R\u00a080,62 in a Crate" });
  });

  test.each([
    ["refuses", aPricing({ boxes, quoteLocal: async () => refusedQuote("No rate.") })],
    ["can't be reached", aPricing()],
  ])("is the route alone if the service %s", async (_, pricing) => {
    expect(await summary(local, "crate", pricing)).toEqual({
      from: "Katlehong 1431",
      to: "Soweto 1804",
      delivery: null,
      price: null,
    });
  });

  test("to South Africa is local", async () => {
    expect(await summary({ ...local, toCountry: "South Africa" }, "bag")).toMatchObject({ to: "Soweto 1804" });
    expect(asked).toEqual([["1431", "1804", "bag"]]);
  });
});

test.each([
  {},
  { fromPostal: "1431" },
  { fromPostal: "1431", toPostal: "18" },
  { fromPostal: "143", toPostal: "1804" },
  { toPostal: "1804" },
  { toCountry: "Brazil" },
  { fromPostal: "1431", toCountry: "South Africa" },
])("there is no summary while an end is missing: %j", async (values) => {
  expect(await summary(values as Record<string, string>, "bag")).toBeNull();
  expect(asked).toEqual([]);
});
