import { describe, expect, test } from "vitest";
import { refusedQuote } from "#app/domain/prices/contract/quote-answer";
import { quoteResponse } from "#app/domain/prices/contract/quote-response";
import { unnamedVat, vatNamesLeftOut, withoutVat } from "#app/domain/prices/contract/without-vat";
import { aBox, aPrice, aPricing } from "../builders";

describe("a company that isn't a VAT vendor", () => {
  test("never adds VAT, whatever is asked for", async () => {
    const asked: unknown[] = [];
    const pricing = withoutVat(
      aPricing({
        quoteLocal: async (request) => aPrice(asked.push(request)),
        quoteInternational: async (request) => aPrice(asked.push(request)),
      }),
    );
    const parcel = { fromPostal: "1431", quantity: 2, selectedBoxId: "crate", applyVat: true };
    expect(await pricing.quoteLocal({ ...parcel, toPostal: "1804" })).toEqual(aPrice(1));
    expect(await pricing.quoteInternational({ ...parcel, toCountry: "Brazil" })).toEqual(aPrice(2));
    expect(asked).toEqual([
      { ...parcel, toPostal: "1804", applyVat: false },
      { ...parcel, toCountry: "Brazil", applyVat: false },
    ]);
  });

  test("answers everything else as before", async () => {
    const pricing = withoutVat(aPricing({ boxes: async () => [aBox()], health: async () => ({ ok: true }) }));
    expect(pricing.base).toBe("https://prices.example");
    expect(await pricing.boxes()).toEqual([aBox()]);
    expect(await pricing.health()).toEqual({ ok: true });
  });
});

describe("its interface doesn't name VAT", () => {
  test("in a price", () => {
    expect(unnamedVat(quoteResponse(aPrice(80_62)))).toEqual({
      ok: true,
      formatted: {
        grandTotal: "R\u00a080,62",
        basePerUnit: "R\u00a060,00",
        linehaulPerUnit: "R\u00a00,00",
        pickupLocalPerUnit: "R\u00a00,00",
        intlBasePerUnit: "R\u00a00,00",
        transportRatePerUnit: "R\u00a060,00",
        fuelPerUnit: "R\u00a06,00",
        packagingCostPerUnit: "R\u00a04,10",
        transport: "R\u00a060,00",
        fuel: "R\u00a06,00",
        packaging: "R\u00a04,10",
      },
      pricing: {
        perUnit: { base: 60, linehaul: 0, pickupLocal: 0, intlBase: 0, transport: 60, fuel: 6, packaging: 4.1 },
        totals: { transport: 60, fuel: 6, packaging: 4.1, grandTotal: 80.62 },
        surcharges: { fuelRate: 0.1 },
      },
      meta: aPrice(80_62).meta,
    });
  });

  test("in a refusal, which stays as it is", () => {
    expect(unnamedVat(refusedQuote("No rate."))).toEqual({ ok: false, error: "No rate." });
  });

  test("in a description: fields and required names are left out at any depth", () => {
    const described = {
      required: ["grandTotal", "vat", "subtotalExVat"],
      properties: { applyVat: { type: "boolean" }, vat: {}, grandTotal: { type: "number", minimum: 0 } },
      parameters: [{ name: "q", VAT: true, schema: { default: null } }],
      description: "Text about VAT stays",
    };
    expect(vatNamesLeftOut(described)).toEqual({
      required: ["grandTotal"],
      properties: { grandTotal: { type: "number", minimum: 0 } },
      parameters: [{ name: "q", schema: { default: null } }],
      description: "Text about VAT stays",
    });
  });

  test.each([null, 7, true, "vat", undefined])("%j alone stays as it is", (described) => {
    expect(vatNamesLeftOut(described)).toBe(described);
  });
});
