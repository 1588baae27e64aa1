import { describe, expect, test } from "vitest";
import { boxPrices, NO_PRICES } from "#app/domain/prices/box-prices";
import { type QuoteAnswer, refusedQuote } from "#app/domain/prices/contract/quote-answer";
import { aPrice, aPricing } from "./builders";

const route = { fromPostal: "1431", toPostal: "1804" };

/** A service that answers for these boxes; for others it can't be reached. */
function pricingOf(answers: Record<string, QuoteAnswer>) {
  return aPricing({
    async quoteLocal({ selectedBoxId }) {
      const answer = answers[selectedBoxId];
      if (!answer) throw new Error("unreached");
      return answer;
    },
  });
}
const pricesOf = (answers: Record<string, QuoteAnswer>, ...ids: string[]) =>
  boxPrices(
    pricingOf(answers),
    ids.map((id) => ({ id })),
    route,
  );

describe("a route's prices", () => {
  test("are asked for one parcel in each box, VAT included, within the country or abroad", async () => {
    const asked: unknown[] = [];
    const pricing = aPricing({
      quoteLocal: async (request) => aPrice(asked.push({ local: request })),
      quoteInternational: async (request) => aPrice(asked.push({ abroad: request })),
    });
    await boxPrices(pricing, [{ id: "bag" }, { id: "crate" }], route);
    await boxPrices(pricing, [{ id: "bag" }], { fromPostal: "1431", toCountry: "Brazil" });
    const parcel = { quantity: 1, applyVat: true };
    expect(asked).toEqual([
      { local: { ...parcel, ...route, selectedBoxId: "bag" } },
      { local: { ...parcel, ...route, selectedBoxId: "crate" } },
      { abroad: { ...parcel, fromPostal: "1431", toCountry: "Brazil", selectedBoxId: "bag" } },
    ]);
  });

  test("are the totals by box; a box that is refused, fails or would be free has none", async () => {
    const answers = { bag: aPrice(80_62), crate: aPrice(1), gift: aPrice(0), coffin: refusedQuote("No such box.") };
    expect(await pricesOf(answers, "coffin", "bag", "unreached", "gift", "crate")).toEqual({
      kind: "priced",
      cents: new Map([
        ["bag", 80_62],
        ["crate", 1],
      ]),
      days: null,
      called: { from: "Katlehong", to: "Katlehong" },
    });
  });

  test("come with the first delivery days that any box has", async () => {
    const answers = {
      unknown: aPrice(1_00),
      bag: aPrice(2_00, { least: 1, most: 2 }),
      crate: aPrice(3_00, { least: 3, most: 4 }),
    };
    expect(await pricesOf(answers, "unknown", "bag", "crate")).toMatchObject({ days: { least: 1, most: 2 } });
  });
});

describe("without any price", () => {
  test("the service's last reason is given, even if some boxes failed", async () => {
    const answers = { bag: refusedQuote("First reason."), crate: refusedQuote("Last reason.") };
    expect(await pricesOf(answers, "bag", "crate", "unreached")).toEqual({ kind: "none", why: "Last reason." });
  });

  test.each(["HTTP 502", "HTTP 429", "HTTP 503 – Service Unavailable"])(
    "%s says nothing about the route: the service can't be reached",
    async (error) => {
      expect(await pricesOf({ bag: refusedQuote(error) }, "bag")).toEqual({ kind: "unreached" });
      const answers = { bag: refusedQuote("No rate."), crate: refusedQuote(error) };
      expect(await pricesOf(answers, "bag", "crate")).toEqual({ kind: "none", why: "No rate." });
    },
  );

  test("the service can't be reached if it fails, if it prices everything at zero, and if nothing is on offer", async () => {
    expect(await pricesOf({}, "bag", "crate")).toEqual({ kind: "unreached" });
    expect(await pricesOf({ gift: aPrice(0) }, "gift")).toEqual({ kind: "unreached" });
    expect(await pricesOf({})).toEqual({ kind: "unreached" });
  });

  test("missing addresses give no reason", () => {
    expect(NO_PRICES).toEqual({ kind: "none", why: "" });
  });
});
