import { describe, expect, test } from "vitest";
import { callShown, demoInternational, demoLocal } from "#app/domain/prices/contract/demo-calls.server";
import type { Overheard, PricingService, SentAnswer } from "#app/domain/prices/contract/pricing-service";
import { refusedQuote } from "#app/domain/prices/contract/quote-answer";
import { aPrice, aPricing } from "../builders";

const inWords = (count: number) => ({ ok: count > 0, words: `${count} boxes` });

/** A service of which these answers are heard at each call. */
const overheard =
  (pricing: PricingService, ...answers: SentAnswer[]): Overheard =>
  (hear) => {
    for (const answer of answers) hear(answer);
    return pricing;
  };

describe("a call's result", () => {
  const good = { status: 200, text: " [3] \r\n" };
  const bad = { status: 502, text: "<h1>502</h1>" };
  const result = (call: () => Promise<number>, ...answers: SentAnswer[]) =>
    callShown(overheard(aPricing(), ...answers), call, inWords);

  test("is the answer in words, and as it was sent", async () => {
    expect(await result(async () => 3, good)).toEqual({ ok: true, words: "3 boxes", json: good.text });
    expect(await result(async () => 0, good)).toEqual({ ok: false, words: "0 boxes", json: good.text });
    expect(await result(async () => 3)).toEqual({ ok: true, words: "3 boxes", json: null });
  });

  test("is a bad status, whatever came with it; of two answers the last", async () => {
    const shown = { ok: false, words: "HTTP 502 – Bad Gateway", json: bad.text };
    expect(await result(async () => 3, good, bad)).toEqual(shown);
    expect(await result(() => Promise.reject(new Error("broken")), bad)).toEqual(shown);
    expect(await result(async () => 3, bad, good)).toMatchObject({ ok: true, json: good.text });
    expect((await result(async () => 3, { status: 199, text: "" })).words).toBe("HTTP 199");
    expect((await result(async () => 3, { status: 300, text: "" })).words).toBe("HTTP 300 – Multiple Choices");
  });

  test("is the failure's own words, if the call fails otherwise", async () => {
    const failed = (reason: unknown) => result(() => Promise.reject(reason), good);
    const broken = { ok: false, words: "the answer breaks the contract", json: good.text };
    expect(await failed(new Error("the answer breaks the contract"))).toEqual(broken);
    expect(await failed("the answer breaks the contract")).toEqual(broken);
  });
});

const sent: SentAnswer = { status: 200, text: '{"ok":true, "extra":1}' };

describe("the local form", () => {
  const asked: unknown[] = [];
  const pricing = aPricing({
    quoteLocal: async (request) => {
      asked.push(request);
      return aPrice(80_62);
    },
  });
  const defaults = { fromPostal: "1459", toPostal: "1868", quantity: "1", selectedBoxId: "" };
  const form = (query: string, service = pricing) => demoLocal(overheard(service, sent), new URLSearchParams(query));

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
        json: sent.text,
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

  test("shows a refusal", async () => {
    const error = "We do not have that box any more.";
    const refusing = aPricing({ quoteLocal: async () => refusedQuote(error) });
    const { call } = await form("call=local&selectedBoxId=crate", refusing);
    expect(call).toEqual({ ok: false, words: error, json: sent.text });
  });

  test("shows a failure", async () => {
    const { call } = await form("call=local&selectedBoxId=crate", aPricing());
    expect(call).toEqual({ ok: false, words: "unreached", json: sent.text });
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
  const form = (query: string, service = pricing) =>
    demoInternational(overheard(service, sent), new URLSearchParams(query));

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
        json: sent.text,
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
    expect(call).toEqual({ ok: false, words: "unreached", json: sent.text });
  });
});
