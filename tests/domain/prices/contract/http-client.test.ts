import { afterEach, describe, expect, test } from "vitest";
import { patience, pricingOverHttp } from "#app/domain/prices/contract/http-client.server";
import type { SentAnswer } from "#app/domain/prices/contract/pricing-service";
import { HOURS } from "#app/durations";
import {
  answerWith,
  aQuote,
  failingPricing,
  failures,
  goodAnswers,
  healthy,
  type PricingElsewhere,
  pricingElsewhere,
} from "../../../support/a-pricing-service";

const elapsedMs = () => performance.now();
/** A connection may take as long as the whole request, so no time is left for a second try. */
const short = { connectMs: 700, readMs: 700, quoteMs: 400 };
const patient = { connectMs: HOURS, readMs: HOURS, quoteMs: HOURS };
const opened: PricingElsewhere[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) await service.stop();
});

async function clientOf(behave: Parameters<typeof pricingElsewhere>[0]) {
  const service = await pricingElsewhere(behave);
  opened.push(service);
  return { service, pricing: pricingOverHttp(service.url, elapsedMs, undefined, patient) };
}

const local = { fromPostal: "1431", toPostal: "1804", quantity: 1, selectedBoxId: "crate", applyVat: true };
const abroad = { fromPostal: "1431", toCountry: "Brazil", quantity: 1, selectedBoxId: "crate", applyVat: true };

describe("a healthy service", () => {
  test("gets requests in the contract's format", async () => {
    const { pricing, service } = await clientOf(healthy);
    await pricing.boxes();
    await pricing.coverage("1431");
    await pricing.countries("bra", 15);
    await pricing.quoteLocal(local);
    await pricing.quoteInternational(abroad);
    expect(await pricing.health()).toEqual({ ok: true });
    expect(service.asked).toEqual([
      "GET /v1/boxes",
      "GET /v1/coverage?pcode=1431",
      "GET /v1/countries?limit=300",
      "POST /v1/quote/local",
      "POST /v1/quote/international",
      "GET /health",
    ]);
  });

  test("is overheard without what was remembered; what failed is known to both", async () => {
    let status = 200;
    const { pricing, service } = await clientOf((_request, response) => answerWith(response, status, []));
    const heard: SentAnswer[] = [];
    const overheard = pricing.overheard((answer) => heard.push(answer));
    for (const source of [pricing, overheard]) expect(await source.boxes()).toEqual([]);
    expect([service.asked.length, heard]).toMatchObject([2, [{ status, text: "[]" }]]);
    status = 500;
    for (let failure = 0; failure < 4; failure += 1) await overheard.quoteLocal(local);
    await expect(pricing.quoteLocal(local)).rejects.toThrow("not asked for a while");
    expect(heard).toHaveLength(5);
  });

  test("is asked for JSON, and gets JSON where it gets anything", async () => {
    const headers: (string | undefined)[][] = [];
    const { pricing } = await clientOf((request, response) => {
      headers.push([request.method, request.headers.accept, request.headers["content-type"]]);
      healthy(request, response);
    });
    await pricing.boxes();
    await pricing.quoteLocal(local);
    expect(headers).toEqual([
      ["GET", "application/json", undefined],
      ["POST", "application/json", "application/json"],
    ]);
  });

  test.each([
    [512 * 1024, true],
    [512 * 1024 + 1, false],
  ])("of an answer of %i bytes is read: %s", async (bytes, isRead) => {
    const box = JSON.stringify(goodAnswers["/v1/boxes"]);
    const { pricing } = await clientOf((_request, response) => response.end(box.padEnd(bytes)));
    const asked = pricing.boxes();
    if (isRead) expect(await asked).toHaveLength(1);
    else await expect(asked).rejects.toThrow();
  });

  test("may use the other spelling for its boxes", async () => {
    const { pricing } = await clientOf((_request, response) =>
      answerWith(response, 200, [
        { id: 7, name: "Crate", length: 10, width: 20, height: 30, weightLimit: 5, cost: 9.5 },
        { id: "b", name: "Bag", dimensions: { length: 1, width: 2, height: 3 }, maxWeightKg: 2, cost: 0 },
      ]),
    );
    expect(await pricing.boxes()).toEqual([
      { id: "7", name: "Crate", dimensions: { l: 10, w: 20, h: 30 }, maxWeightKg: 5, costCents: 950 },
      { id: "b", name: "Bag", dimensions: { l: 1, w: 2, h: 3 }, maxWeightKg: 2, costCents: 0 },
    ]);
  });

  test("has its prices rounded to whole cents, so that people see what they are charged", async () => {
    const { pricing } = await clientOf(healthy);
    const quote = await pricing.quoteLocal(local);
    expect(quote).toMatchObject({ ok: true, cents: { totals: { grandTotal: 115_00, fuel: 10_50 } } });
    expect(quote).not.toHaveProperty("formatted");
  });

  test("may list fewer countries at a time than we ask for", async () => {
    const { pricing } = await clientOf((request, response) =>
      request.url?.endsWith("=300")
        ? answerWith(response, 400, { error: "limit too high" })
        : answerWith(response, 200, goodAnswers["/v1/countries"]),
    );
    expect(await pricing.countries("", 300)).toHaveLength(1);
  });
});

describe("a refusal", () => {
  test.each([400, 402, 404, 410, 418, 422, 451])("with status %i means that a place is not served", async (status) => {
    for (const body of ['{"ok":false,"error":"no"}', "Not served", "<h1>Not Found</h1>", ""]) {
      const { pricing } = await clientOf((_request, response) => void response.writeHead(status).end(body));
      expect(await pricing.coverage("1431"), body).toBeNull();
    }
  });

  test("in a good answer means that a place is not served; another answer breaks the contract", async () => {
    const placeIn = async (answer: unknown) => {
      const { pricing } = await clientOf((_request, response) => answerWith(response, 200, answer));
      return pricing.coverage("1431").catch((error: Error) => error.message);
    };
    expect(await placeIn({ ok: false, error: "no" })).toBeNull();
    const place = { city: "Katlehong", pcode: "1431" };
    expect(await placeIn({ ok: true, ...place })).toEqual(place);
    expect(await placeIn({ ok: true })).toBe("the answer breaks the contract: The city must be text.");
    for (const answer of [null, "ok", 7, []])
      expect(await placeIn(answer)).toBe("the answer breaks the contract: Coverage must be an object.");
  });

  test("is what an answer about another place is not, nor is that believed", async () => {
    const { pricing } = await clientOf((_request, response) => answerWith(response, 200, { city: "X", pcode: "0001" }));
    await expect(pricing.coverage("1431")).rejects.toThrow("another postal code");
  });

  test.each([302, 401, 403, 407, 408, 429, 500])("with status %i says nothing about the place", async (status) => {
    const { pricing } = await clientOf((_request, response) =>
      answerWith(response, status, { ok: false, error: "no" }),
    );
    await expect(pricing.coverage("1431")).rejects.toThrow(`HTTP ${status} – `);
  });

  test("a quote's refusal is passed on in its own words, whatever its status", async () => {
    const { pricing } = await clientOf((_request, response) =>
      answerWith(response, 422, { ok: false, error: "No such box." }),
    );
    expect(await pricing.quoteLocal(local)).toEqual({ ok: false, error: "No such box." });
  });

  test("an answer that isn't JSON is HTTP and its status; other JSON gives the status in words", async () => {
    const { pricing } = await clientOf((_request, response) => void response.writeHead(502).end("<h1>"));
    expect(await pricing.quoteLocal(local)).toEqual({ ok: false, error: "HTTP 502" });
    const other = await clientOf((_request, response) => answerWith(response, 503, { message: "busy" }));
    expect(await other.pricing.quoteLocal(local)).toEqual({ ok: false, error: "HTTP 503 – Service Unavailable" });
    await expect(other.pricing.health()).rejects.toThrow("HTTP 503 – Service Unavailable");
  });
});

describe("a wrong price is refused", () => {
  const priced = (changes: Parameters<typeof aQuote>[0]) =>
    clientOf((_request, response) => answerWith(response, 200, aQuote(changes)));

  test.each([
    ["that is negative", { totals: { grandTotal: -115 } }],
    ["that is text", { totals: { grandTotal: "115" } }],
    ["for another quantity", { meta: { quantity: 2 } }],
    ["for another box", { meta: { selectedBoxId: "other" } }],
  ])("%s", async (_title, changes) => {
    const { pricing } = await priced(changes);
    await expect(pricing.quoteLocal(local)).rejects.toThrow();
  });
});

describe.each(Object.keys(failures))("a failing service: %s", (failure) => {
  test("gives no list, no place and no price, within the time limit", async () => {
    const service = await failingPricing(failure);
    opened.push(service);
    // A new client for each question, so that one answer doesn't open the circuit for the next.
    const pricing = () => pricingOverHttp(service.url, elapsedMs, undefined, short);
    await expect(pricing().boxes()).rejects.toThrow();
    await expect(pricing().countries("", 20)).rejects.toThrow();
    await expect(pricing().coverage("1431")).rejects.toThrow();
    for (const quote of [() => pricing().quoteLocal(local), () => pricing().quoteInternational(abroad)]) {
      const answer = await quote().catch((error: Error) => error);
      expect(answer instanceof Error || !answer.ok).toBe(true);
    }
    // A request that uses all the time isn't repeated.
    if (["hangs", "drips"].includes(failure)) expect(service.asked).toHaveLength(5);
  });
});

describe("patience", () => {
  test("a page that needs a list and then a price has both, or neither, within eight seconds", () => {
    expect(patience.readMs + patience.quoteMs).toBeLessThan(8_000);
    expect(patience.connectMs).toBeLessThan(Math.min(patience.readMs, patience.quoteMs));
  });

  test("a failed read is repeated once, a quote is not", async () => {
    const { pricing, service } = await clientOf((_request, response) => answerWith(response, 500, {}));
    await expect(pricing.coverage("1431")).rejects.toThrow("HTTP 500");
    expect(service.asked).toHaveLength(2);
    await pricing.quoteLocal(local);
    expect(service.asked).toHaveLength(3);
  });

  test("a short interruption is not noticed", async () => {
    let calls = 0;
    const { pricing } = await clientOf((request, response) => {
      calls += 1;
      if (calls === 1) request.socket.destroy();
      else healthy(request, response);
    });
    expect(await pricing.boxes()).toHaveLength(1);
  });

  test("cached lists are used while the service is down, prices never", async () => {
    let isWell = true;
    const { pricing } = await clientOf((request, response) =>
      isWell ? healthy(request, response) : void request.socket.destroy(),
    );
    await pricing.boxes();
    await pricing.countries("", 20);
    await pricing.quoteLocal(local);
    isWell = false;
    expect(await pricing.boxes()).toHaveLength(1);
    expect(await pricing.countries("bra", 20)).toHaveLength(1);
    await expect(pricing.quoteLocal(local)).rejects.toThrow();
  });

  test("after repeated failures no more requests are sent", async () => {
    const { pricing, service } = await clientOf((request) => void request.socket.destroy());
    for (let attempt = 0; attempt < 10; attempt += 1) await pricing.quoteLocal(local).catch(() => undefined);
    expect(service.asked).toHaveLength(4);
    await expect(pricing.quoteLocal(local)).rejects.toThrow("not asked for a while");
  });
});
