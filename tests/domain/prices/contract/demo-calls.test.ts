import { describe, expect, test } from "vitest";
import { callShown, demoInternational, demoLocal } from "#app/domain/prices/contract/demo-calls.server";
import type { PricingService } from "#app/domain/prices/contract/pricing-service";
import { refusedQuote } from "#app/domain/prices/contract/quote-answer";
import { quoteResponse } from "#app/domain/prices/contract/quote-response";
import { aPrice, aPricing } from "../builders";

const inWords = (count: number) => ({ ok: count > 0, words: `${count} boxes` });

/** A service that sends this; null: our own tables, which send nothing. */
const overheard = (pricing: PricingService, body: string | null = null) => ({ pricing, sent: () => body });

describe("a call's result", () => {
  test("is the answer in words, and as JSON", async () => {
    const own = overheard(aPricing());
    expect(await callShown(own, async () => 3, inWords)).toEqual({ ok: true, words: "3 boxes", json: "3" });
    const record = await callShown(
      own,
      async () => ({ items: [1] }),
      () => ({ ok: false, words: "None" }),
    );
    expect(record).toEqual({ ok: false, words: "None", json: '{\n  "items": [\n    1\n  ]\n}' });
  });

  test("has what a service sent as it came, whether we can use it or not", async () => {
    const service = overheard(aPricing(), '{"boxes" :3}');
    expect(await callShown(service, async () => 3, inWords)).toEqual({
      ok: true,
      words: "3 boxes",
      json: '{"boxes" :3}',
    });
    const failed = await callShown(service, () => Promise.reject(new Error("HTTP 404 – Not Found")), inWords);
    expect(failed).toEqual({ ok: false, words: "HTTP 404 – Not Found", json: '{"boxes" :3}' });
  });

  test("is the failure's own words, if the call fails", async () => {
    const failed = (reason: unknown) => callShown(overheard(aPricing()), () => Promise.reject(reason), inWords);
    const unreached = { ok: false, words: "HTTP 502 – Bad Gateway", json: null };
    expect(await failed(new Error("HTTP 502 – Bad Gateway"))).toEqual(unreached);
    expect(await failed("HTTP 502 – Bad Gateway")).toEqual(unreached);
  });
});

describe("the local form", () => {
  const asked: unknown[] = [];
  const pricing = aPricing({
    quoteLocal: async (request) => {
      asked.push(request);
      return aPrice(80_62);
    },
  });
  const defaults = { fromPostal: "1459", toPostal: "1868", quantity: "1", selectedBoxId: "" };
  const form = (query: string, service = pricing) => demoLocal(overheard(service), new URLSearchParams(query));

  test("has its defaults, or what was typed, and asks for nothing until it is sent", async () => {
    expect(await form("")).toEqual({ state: { values: defaults, errors: {} }, call: null });
    const typed = `fromPostal=&quantity=7&selectedBoxId=${"x".repeat(101)}&other=1&call=international`;
    expect(await form(typed)).toEqual({
      state: {
        values: { ...defaults, fromPostal: "", quantity: "7", selectedBoxId: "x".repeat(100) },
        errors: {},
      },
      call: null,
    });
    expect(asked).toEqual([]);
  });

  test("once sent shows the total, and the whole answer", async () => {
    expect(await form("call=local&fromPostal=1431&quantity=2&selectedBoxId=crate")).toEqual({
      state: { values: { ...defaults, fromPostal: "1431", quantity: "2", selectedBoxId: "crate" }, errors: {} },
      call: {
        ok: true,
        words: "Total Due: R\u00a080,62",
        json: JSON.stringify(quoteResponse(aPrice(80_62)), null, 2),
      },
    });
    expect(asked).toEqual([
      { fromPostal: "1431", toPostal: "1868", quantity: 2, selectedBoxId: "crate", applyVat: true },
    ]);
  });

  test("isn't asked with mistakes: each field has its own first complaint", async () => {
    const answer = await form("call=local&fromPostal=14&toPostal=x&quantity=0&selectedBoxId=", aPricing());
    expect(answer).toEqual({
      state: {
        values: { fromPostal: "14", toPostal: "x", quantity: "0", selectedBoxId: "" },
        errors: {
          fromPostal: ['The FROM postal code must have 4 digits. Send 14 as text with its first 0: "0014".'],
          toPostal: ["The TO postal code must have 4 digits."],
          quantity: ["Quantity must be at least 1."],
          selectedBoxId: ["Please select a packaging type."],
        },
      },
      call: null,
    });
  });

  test("of two complaints about one field shows the first", async () => {
    const { state } = await form("call=local&selectedBoxId=crate&quantity=0.5");
    expect(state.errors).toEqual({ quantity: ["Quantity must be at least 1."] });
  });

  test.each([
    ["We do not have that box any more.", "We do not have that box any more."],
    ["HTTP 502", "HTTP 502 – Bad Gateway"],
    ["HTTP 799", "HTTP 799"],
    ["HTTP 503 – Service Unavailable", "HTTP 503 – Service Unavailable"],
    ["It says HTTP 502", "It says HTTP 502"],
  ])("shows the refusal %j as %j", async (error, words) => {
    const { call } = await form(
      "call=local&selectedBoxId=crate",
      aPricing({ quoteLocal: async () => refusedQuote(error) }),
    );
    expect(call).toEqual({ ok: false, words, json: JSON.stringify({ ok: false, error }, null, 2) });
  });

  test("shows a failure", async () => {
    const { call } = await form("call=local&selectedBoxId=crate", aPricing());
    expect(call).toEqual({ ok: false, words: "unreached", json: null });
  });
});

describe("the international form", () => {
  const asked: unknown[] = [];
  const pricing = aPricing({
    quoteInternational: async (request) => {
      asked.push(request);
      return aPrice(1_234_00);
    },
  });
  const defaults = { pickupPostal: "1459", toCountry: "Brazil", intlQuantity: "1", intlBoxId: "" };
  const form = (query: string, service = pricing) => demoInternational(overheard(service), new URLSearchParams(query));

  test("has its defaults, and asks for nothing until it is sent", async () => {
    const unasked = { state: { values: defaults, errors: {} }, call: null };
    expect(await form("")).toEqual(unasked);
    expect(await form("call=local")).toEqual(unasked);
    expect(asked).toEqual([]);
  });

  test("once sent shows the total, and the whole answer", async () => {
    expect(await form("call=international&intlQuantity=3&intlBoxId=crate&toCountry=Fiji")).toEqual({
      state: { values: { ...defaults, toCountry: "Fiji", intlQuantity: "3", intlBoxId: "crate" }, errors: {} },
      call: {
        ok: true,
        words: "Total Due: R\u00a01\u00a0234,00",
        json: JSON.stringify(quoteResponse(aPrice(1_234_00)), null, 2),
      },
    });
    expect(asked).toEqual([
      { fromPostal: "1459", toCountry: "Fiji", quantity: 3, selectedBoxId: "crate", applyVat: true },
    ]);
  });

  test("isn't asked with mistakes: complaints are at the fields as this form names them", async () => {
    const answer = await form("call=international&pickupPostal=14&toCountry=&intlQuantity=101", aPricing());
    expect(answer).toEqual({
      state: {
        values: { pickupPostal: "14", toCountry: "", intlQuantity: "101", intlBoxId: "" },
        errors: {
          pickupPostal: ['The pickup postal code must have 4 digits. Send 14 as text with its first 0: "0014".'],
          toCountry: ["Please choose a destination country."],
          intlQuantity: ["Quantity can be at most 100."],
          intlBoxId: ["Please select a packaging type."],
        },
      },
      call: null,
    });
  });

  test("shows a failure", async () => {
    const { call } = await form("call=international&intlBoxId=crate", aPricing());
    expect(call).toEqual({ ok: false, words: "unreached", json: null });
  });
});
