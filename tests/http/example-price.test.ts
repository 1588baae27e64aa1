import { expect, test, vi } from "vitest";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { examplePrice } from "#app/http/pages/example-price.server";
import { aStore } from "../support/a-store";

test("the example is today's price of the smallest box between two townships, with or without VAT", async () => {
  const pricing = embeddedPricing(await aStore(), () => new Date());
  const [box] = await pricing.boxes();
  const quote = await pricing.quoteLocal({
    ...{ fromPostal: "1431", toPostal: "1804", quantity: 1, selectedBoxId: box?.id ?? "", applyVat: true },
  });
  if (!quote.ok) throw new Error("no price");
  const example = await examplePrice(pricing);
  expect(example).toMatchObject({ from: "Katlehong", to: "Soweto", boxName: box?.name, days: expect.any(String) });
  const amounts = [example?.transport, example?.packaging, example?.fuel, example?.vat, example?.grandTotal];
  for (const amount of amounts) expect(amount).toMatch(/^R\s[\d ]+,\d\d$/);
  const { totals } = quote.cents;
  const untaxed = { ...quote, cents: { ...quote.cents, totals: { ...totals, vat: 0 } } };
  expect((await examplePrice({ ...pricing, quoteLocal: async () => untaxed }))?.vat).toBeNull();
});

test("pages go out without the example when there is no price, the service fails, or it takes too long", async () => {
  const pricing = embeddedPricing(await aStore(), () => new Date());
  const none = { ok: false, error: "not served" } as never;
  expect(await examplePrice({ ...pricing, boxes: async () => [] })).toBeNull();
  expect(await examplePrice({ ...pricing, quoteLocal: async () => none })).toBeNull();
  expect(await examplePrice({ ...pricing, boxes: () => Promise.reject(new Error("down")) })).toBeNull();
  vi.useFakeTimers();
  const late = examplePrice({ ...pricing, boxes: () => new Promise(() => undefined) });
  vi.advanceTimersByTime(700);
  vi.useRealTimers();
  expect(await late).toBeNull();
});
