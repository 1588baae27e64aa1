import { expect, test } from "vitest";
import { refusedQuote } from "#app/domain/prices/contract/quote-answer";
import { otherPrices, quickPrice } from "#app/domain/prices/quick-price.server";
import { storeForEachTest } from "../../support/a-store";
import { aBox, aPrice, aPricing } from "./builders";

const SUNDAY = new Date("2026-11-22T10:00:00Z");
const offered = [aBox({ id: "bag", name: "Bag" }), aBox()];
const local = { fromPostal: "1431", toPostal: "1804", fromCity: "Katlehong", toCity: "Orlando" };
const days = { least: 1, most: 2 };

const store = storeForEachTest();
const priceOf = (pricing: ReturnType<typeof aPricing>, boxId: string, lead: Record<string, string> = local) =>
  quickPrice({ pricing, read: store.read }, lead, { offered, boxId }, SUNDAY);

const pricing = aPricing({
  quoteLocal: async ({ selectedBoxId }) => aPrice(selectedBoxId === "bag" ? 80_62 : 1_234_00, days),
});

test("a route has the chosen box's price, every box's price, and its delivery days", async () => {
  expect(await priceOf(pricing, "crate")).toEqual({
    chosen: { boxId: "crate", boxName: "Crate", price: "R\u00a01\u00a0234,00" },
    cheapest: { boxId: "bag", boxName: "Bag", price: "R\u00a080,62" },
    all: { bag: "R\u00a080,62", crate: "R\u00a01\u00a0234,00" },
    delivery: "Usually Tuesday 24 to Wednesday 25 November",
    isUnreached: false,
  });
});

test("a box that isn't on offer is replaced by the first one", async () => {
  expect((await priceOf(pricing, "coffin")).chosen).toEqual({ boxId: "bag", boxName: "Bag", price: "R\u00a080,62" });
});

test("a chosen box without a price on this route leaves the other prices", async () => {
  const without = aPricing({
    quoteLocal: async ({ selectedBoxId }) => (selectedBoxId === "bag" ? aPrice(80_62) : refusedQuote("No rate.")),
  });
  expect(await priceOf(without, "crate")).toEqual({
    chosen: null,
    cheapest: null,
    all: { bag: "R\u00a080,62" },
    delivery: null,
    isUnreached: false,
  });
});

test("a country makes it a price abroad; missing codes are asked as blanks", async () => {
  const asked: unknown[] = [];
  const both = aPricing({
    quoteLocal: async ({ fromPostal, toPostal }) => aPrice(asked.push({ fromPostal, toPostal })),
    quoteInternational: async ({ fromPostal, toCountry }) => aPrice(asked.push({ fromPostal, toCountry })),
  });
  await priceOf(both, "bag", { fromPostal: "1431", toPostal: "1804", toCountry: "Brazil" });
  await priceOf(both, "bag", {});
  const [abroad, , blank] = asked;
  expect(abroad).toEqual({ fromPostal: "1431", toCountry: "Brazil" });
  expect(blank).toEqual({ fromPostal: "", toPostal: "" });
});

test("no price is told from no service", async () => {
  const nothing = { chosen: null, cheapest: null, all: {}, delivery: null };
  const refusing = aPricing({ quoteLocal: async () => refusedQuote("No rate.") });
  expect(await priceOf(refusing, "bag")).toEqual({ ...nothing, isUnreached: false });
  expect(await priceOf(aPricing(), "bag")).toEqual({ ...nothing, isUnreached: true });
});

const place = (code: string) => ({ town: `Town ${code}`, code, province: "GP" });
const priceByCode = aPricing({
  quoteLocal: async ({ fromPostal, toPostal }) => {
    const far = Number(fromPostal) + Number(toPostal);
    return far > 11_000 ? refusedQuote("No rate.") : aPrice(far * 100);
  },
});

test("other places of the name are shown with their price, where it is another one: three at most, each price once", async () => {
  const shown = await priceOf(priceByCode, "bag");
  const others = ["1804", "2000", "1900", "1900", "9999", "9000", "3000", "4000"].map((code) => ({
    field: "toPostal",
    place: place(code),
  }));
  const priced = await otherPrices(priceByCode, local, others, shown, offered);
  expect(priced.map(({ code, price, field }) => [code, price, field])).toEqual([
    ["2000", "R\u00a03\u00a0431,00", "toPostal"],
    ["1900", "R\u00a03\u00a0331,00", "toPostal"],
    ["9000", "R\u00a010\u00a0431,00", "toPostal"],
  ]);
  const from = await otherPrices(priceByCode, local, [{ field: "fromPostal", place: place("2000") }], shown, offered);
  expect(from).toEqual([{ ...place("2000"), field: "fromPostal", price: "R\u00a03\u00a0804,00" }]);
});

test("without a price that was asked for they are shown without one, and without a box none is", async () => {
  const others = ["1", "2", "3", "4"].map((code) => ({ field: "toPostal", place: place(code) }));
  const unpriced = await otherPrices(priceByCode, local, others, null, offered);
  expect(unpriced).toEqual(others.slice(0, 3).map(({ field, place }) => ({ ...place, field, price: null })));
  const shown = await priceOf(priceByCode, "bag");
  expect(await otherPrices(priceByCode, local, others, shown, [])).toEqual([]);
});
