import { describe, expect, test } from "vitest";
import { limits } from "#app/domain/limits/limits";
import { type QuoteAnswer, refusedQuote } from "#app/domain/prices/contract/quote-answer";
import { shownPrices } from "#app/domain/prices/contract/shown-prices";
import { aPrice, aPricing } from "../builders";

const local = { fromPostal: "1431", toPostal: "1804", quantity: 1, selectedBoxId: "crate", applyVat: true };
const abroad = { fromPostal: "1431", toCountry: "Brazil", quantity: 1, selectedBoxId: "crate", applyVat: true };

/** A service whose answers cost a cent more each time; `state` is what the site knows of changes. */
function aService(answer: (asked: number) => Promise<QuoteAnswer> = async (asked) => aPrice(asked)) {
  const state = { mark: 1, now: 0, asked: 0 };
  const ask = () => {
    state.asked += 1;
    return answer(state.asked);
  };
  const pricing = aPricing({ quoteLocal: ask, quoteInternational: ask });
  const shown = shownPrices(pricing, { mark: () => state.mark, clock: () => state.now, longestMs: 30_000 });
  return { state, shown };
}

describe("a price that is only shown", () => {
  test("is asked for once on each route and for each box, by pages at the same moment too", async () => {
    const { shown, state } = aService();
    const first = await Promise.all([shown.quoteLocal(local), shown.quoteLocal({ ...local })]);
    expect(first).toEqual([aPrice(1), aPrice(1)]);
    expect(await shown.quoteLocal(local)).toEqual(aPrice(1));
    expect(await shown.quoteLocal({ ...local, selectedBoxId: "bag" })).toEqual(aPrice(2));
    expect(await shown.quoteInternational(abroad)).toEqual(aPrice(3));
    expect(await shown.quoteInternational(abroad)).toEqual(aPrice(3));
    expect(state.asked).toBe(3);
  });

  test("is asked for anew once prices have changed, and after half a minute", async () => {
    const { shown, state } = aService();
    await shown.quoteLocal(local);
    state.mark = 2;
    expect(await shown.quoteLocal(local)).toEqual(aPrice(2));
    state.now = 29_999;
    expect(await shown.quoteLocal(local)).toEqual(aPrice(2));
    state.now = 30_000;
    expect(await shown.quoteLocal(local)).toEqual(aPrice(3));
  });

  test("is remembered if the route has none, but not while the service is in trouble", async () => {
    const answers = [refusedQuote("HTTP 502"), new Error("unreached"), refusedQuote("No such route."), aPrice(1)];
    const { shown } = aService(async (asked) => {
      const answer = answers[asked - 1] ?? expect.fail("asked once more");
      if (answer instanceof Error) throw answer;
      return answer;
    });
    expect(await shown.quoteLocal(local)).toEqual(refusedQuote("HTTP 502"));
    await expect(shown.quoteLocal(local)).rejects.toThrow("unreached");
    for (const _ of [1, 2]) expect(await shown.quoteLocal(local)).toEqual(refusedQuote("No such route."));
  });

  test("is asked for with few others at once; beyond those that wait there is none", async () => {
    const { atOnce, waiting } = limits.shownPrices;
    const answer: (() => void)[] = [];
    const { shown, state } = aService(() => new Promise((resolve) => answer.push(() => resolve(aPrice(1)))));
    const ask = (box: number) => shown.quoteLocal({ ...local, selectedBoxId: `box-${box}` });
    const asked = Array.from({ length: atOnce + waiting }, (_, box) => ask(box));
    await expect.poll(() => state.asked, { interval: 1 }).toBe(atOnce);
    await expect(ask(atOnce + waiting)).rejects.toThrow("too many prices");
    const all = Promise.all(asked);
    for (let box = 0; box < asked.length; box += 1) {
      await expect.poll(() => answer.length, { interval: 1 }).toBeGreaterThan(box);
      answer[box]?.();
    }
    expect(await all).toHaveLength(atOnce + waiting);
  });

  test("is forgotten when 5,000 others were shown since", async () => {
    const { shown, state } = aService();
    for (let box = 0; box <= 5_000; box += 1) await shown.quoteLocal({ ...local, selectedBoxId: `box-${box}` });
    await shown.quoteLocal({ ...local, selectedBoxId: "box-1" });
    expect(state.asked).toBe(5_001);
    await shown.quoteLocal({ ...local, selectedBoxId: "box-0" });
    expect(state.asked).toBe(5_002);
  });
});
