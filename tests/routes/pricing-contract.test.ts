import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boxInCents, boxOnTheWire } from "#app/domain/prices/contract/boxes";
import { pricingOverHttp } from "#app/domain/prices/contract/http-client.server";
import type { PricingService } from "#app/domain/prices/contract/pricing-service";
import { answerInCents, quoteResponse } from "#app/domain/prices/contract/quote-response";
import { CoverageSchema, QuoteResponseSchema } from "#app/domain/prices/contract/wire";
import { BoxListSchema, CountryListSchema } from "#app/domain/prices/contract/wire-queries";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { openStore, type Store } from "#db/store.server";
import { openSite, type Site } from "../support/open-site";
import { storePlace } from "../support/store-place";

/** The contract, checked for each implementation: our tables, `/v1` with plain requests, and our client with `/v1`. */

const folder = mkdtempSync(path.join(tmpdir(), "contract-"));
let site: Site;
let store: Store;
const sources: Record<string, PricingService | undefined> = {};

beforeAll(async () => {
  store = await openStore(await storePlace(path.join(folder, "courier.db")));
  site = await openSite();
  sources["the embedded engine"] = embeddedPricing(store, () => new Date());
  sources["/v1 over a socket"] = byHand(site.url);
  sources["our client against /v1"] = pricingOverHttp(site.url, () => performance.now());
});
afterAll(async () => {
  await site.stop();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const local = (asked = {}) => ({
  fromPostal: "1431",
  toPostal: "7784",
  quantity: 2,
  selectedBoxId: "flyer-bag",
  applyVat: true,
  ...asked,
});
const abroad = (asked = {}) => ({
  fromPostal: "1459",
  toCountry: "Brazil",
  quantity: 1,
  selectedBoxId: "stock-2",
  applyVat: true,
  ...asked,
});

describe.each(["the embedded engine", "/v1 over a socket", "our client against /v1"])("%s", (name) => {
  const pricing = () => {
    const source = sources[name];
    if (!source) throw new Error(`${name} was not opened`);
    return source;
  };

  test("lists the boxes", async () => {
    const boxes = (await pricing().boxes()).map(boxOnTheWire);
    expect(BoxListSchema.parse(boxes)).toEqual(boxes);
    expect(boxes.map(({ name }) => name)).toEqual(expect.arrayContaining(["Flyer bag", "Stock 2", "Stock 3"]));
  });

  test("returns a code's place, and null where we don't go", async () => {
    const coverage = await pricing().coverage("1431");
    expect(CoverageSchema.parse(coverage)).toEqual({ city: "Katlehong", pcode: "1431" });
    expect(await pricing().coverage("9100")).toBeNull();
  });

  test("finds countries, at most as many as are asked for; all if there is no search", async () => {
    expect((await pricing().countries("bra", 15))[0]).toEqual({ name: "Brazil", zoneLetter: "J", numericZone: 10 });
    expect(await pricing().countries("", 20)).toHaveLength(20);
    expect((await pricing().countries("", 300)).length).toBeGreaterThan(200);
    expect(await pricing().countries("xyzzy", 15)).toEqual([]);
  });

  test("prices a local parcel", async () => {
    const quote = await pricing().quoteLocal(local());
    expect(QuoteResponseSchema.parse(quoteResponse(quote))).toEqual(quoteResponse(quote));
    expect(quoteResponse(quote)).toMatchObject({
      ok: true,
      formatted: { grandTotal: "R\u00a0275,08" },
      pricing: { perUnit: { base: 60, linehaul: 45 }, totals: { grandTotal: 275.08 }, surcharges: { fuelRate: 0.1 } },
      meta: { quantity: 2, selectedBoxId: "flyer-bag", from: { city: "Katlehong", zone: "metro" } },
    });
  });

  test("prices a parcel abroad, and one without VAT", async () => {
    const quote = await pricing().quoteInternational(abroad());
    expect(QuoteResponseSchema.parse(quoteResponse(quote))).toEqual(quoteResponse(quote));
    expect(quote).toMatchObject({ ok: true, meta: { to: { country: "Brazil", zone: "10" } } });
    const untaxed = await pricing().quoteInternational(abroad({ applyVat: false }));
    expect(untaxed).toMatchObject({ ok: true, cents: { totals: { vat: 0 } } });
  });

  test.each([
    ["a code that we don't serve", local({ toPostal: "9100" }), "We do not yet service the TO postal code."],
    ["two such codes", local({ fromPostal: "9101", toPostal: "9100" }), "Neither postal code is currently serviced."],
    ["a box that we don't have", local({ selectedBoxId: "coffin" }), /do not have that box/],
    ["no parcel at all", local({ quantity: 0 }), "Quantity must be at least 1."],
  ])("refuses %s in words", async (_title, asked, error) => {
    expect(await pricing().quoteLocal(asked)).toMatchObject({
      ok: false,
      error: typeof error === "string" ? error : expect.stringMatching(error),
    });
  });

  test("refuses a country that we don't ship to, and one that isn't abroad", async () => {
    for (const toCountry of ["Afghanistan", "Atlantis", "South Africa"]) {
      expect(await pricing().quoteInternational(abroad({ toCountry }))).toMatchObject({ ok: false });
    }
  });

  test("is healthy", async () => {
    expect(await pricing().health()).toMatchObject({ ok: true });
  });
});

/** The contract as a plug-in's author would use it, without our client. */
function byHand(url: string): PricingService {
  const get = async (address: string) => (await fetch(url + address)).json();
  const post = async (address: string, asked: unknown) => {
    const answer = await fetch(url + address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(asked),
    });
    const { field, ...quote } = await answer.json();
    const sent = QuoteResponseSchema.parse(quote);
    return sent.ok ? answerInCents(sent) : sent;
  };
  return {
    base: url,
    boxes: async () => BoxListSchema.parse(await get("/v1/boxes")).map(boxInCents),
    async coverage(pcode) {
      const answer = await fetch(`${url}/v1/coverage?pcode=${pcode}`);
      return answer.ok ? CoverageSchema.parse(await answer.json()) : null;
    },
    async countries(q, limit) {
      const query = new URLSearchParams(q ? { q, limit: String(limit) } : { limit: String(limit) });
      return CountryListSchema.parse(await get(`/v1/countries?${query}`)).items;
    },
    quoteLocal: (asked) => post("/v1/quote/local", asked),
    quoteInternational: (asked) => post("/v1/quote/international", asked),
    health: () => get("/health"),
  };
}
