import { describe, expect, test } from "vitest";
import { fallbackBoxes } from "#app/domain/pricing/fallback-boxes";
import { pricedQuote, refusedQuote } from "#app/domain/pricing/quote-response";
import { priceLocal } from "#app/domain/pricing/rate-engine";
import { volumetricKg } from "#app/domain/pricing/volumetric";
import { BoxSchema, QuoteResponseSchema } from "#app/domain/pricing/wire";
import { InternationalQuoteRequestSchema, LocalQuoteRequestSchema } from "#app/domain/pricing/wire-requests";
import { aCard, katlehong, khayelitsha, parcels } from "./builders";

const localRequest = { fromPostal: "1459", toPostal: "1868", quantity: 1, selectedBoxId: "flyer-bag", applyVat: true };
const place = { city: "Katlehong", region: "GP", zone: "metro", country: "South Africa", zoneLetter: null };
const meta = { quantity: 3, selectedBoxId: "flyer-bag", boxName: "Flyer bag", from: place, to: place };

describe("a quote request", () => {
  test("has one parcel, with VAT, unless it says otherwise", () => {
    const { quantity: _, applyVat: __, ...short } = localRequest;
    expect(LocalQuoteRequestSchema.parse(short)).toMatchObject({ quantity: 1, applyVat: true });
  });

  test("may have spaces in a postal code and a quantity that a form sent", () => {
    const request = LocalQuoteRequestSchema.parse({ ...localRequest, fromPostal: " 00 02", quantity: "12" });
    expect(request).toMatchObject({ fromPostal: "0002", quantity: 12 });
  });

  test.each([
    [{ quantity: 0 }, "Quantity must be at least 1."],
    [{ quantity: -3 }, "Quantity must be at least 1."],
    [{ quantity: 1.5 }, "Quantity must be a whole number."],
    [{ quantity: "two" }, "Quantity must be a number."],
    [{ quantity: "" }, "Quantity must be a number."],
    [{ quantity: null }, "Quantity must be a number."],
    [{ quantity: 1e9 }, "Quantity can be at most 100."],
    [{ selectedBoxId: " " }, "Please select a packaging type."],
    [{ selectedBoxId: undefined }, "Please select a packaging type."],
    [{ fromPostal: "145" }, "The FROM postal code must have 4 digits."],
    [{ toPostal: 1868 }, "The TO postal code must have 4 digits."],
    [{ applyVat: "no" }, "applyVat must be true or false."],
  ])("with %j is refused in plain words", (wrong, message) => {
    expect(messages(LocalQuoteRequestSchema.safeParse({ ...localRequest, ...wrong }))).toEqual([message]);
  });

  test.each([null, "quote", 7, []])("that is %j is refused in plain words", (body) => {
    expect(messages(LocalQuoteRequestSchema.safeParse(body))).toEqual(["A quote request must be an object."]);
  });

  test("abroad needs a country", () => {
    const request = { fromPostal: "1459", toCountry: "", selectedBoxId: "flyer-bag" };
    expect(messages(InternationalQuoteRequestSchema.safeParse(request))).toEqual([
      "Please choose a destination country.",
    ]);
  });
});

describe("a quote response", () => {
  test("says rand as numbers, and the same amounts as people read them", () => {
    const price = priceLocal({ from: katlehong, to: khayelitsha, ...parcels({ quantity: 3 }) }, aCard());
    const quote = price && pricedQuote(price, meta);
    expect(quote?.pricing.perUnit).toMatchObject({
      base: 60,
      linehaul: 45,
      transport: 105,
      fuel: 10.5,
      packaging: 4.1,
    });
    expect(quote?.pricing.totals).toEqual({
      transport: 315,
      fuel: 31.5,
      packaging: 12.3,
      subtotalExVat: 358.8,
      vat: 53.82,
      grandTotal: 412.62,
    });
    expect(quote?.pricing.surcharges).toEqual({ fuelRate: 0.1 });
    expect(quote?.formatted).toMatchObject({
      grandTotal: "R\u00a0412,62",
      transportRatePerUnit: "R\u00a0105,00",
      packagingCostPerUnit: "R\u00a04,10",
      pickupLocalPerUnit: "R\u00a00,00",
      fuel: "R\u00a031,50",
    });
  });

  test("of our own is one that the contract accepts unchanged, priced or refused", () => {
    const price = priceLocal({ from: katlehong, to: khayelitsha, ...parcels() }, aCard());
    const quote = price && pricedQuote(price, meta);
    expect(QuoteResponseSchema.parse(quote)).toEqual(quote);
    const refused = refusedQuote("We do not yet service the TO postal code.");
    expect(QuoteResponseSchema.parse(refused)).toEqual(refused);
  });

  test("without a price is not a quote", () => {
    expect(QuoteResponseSchema.safeParse({ ok: true, meta }).success).toBe(false);
    expect(messages(QuoteResponseSchema.safeParse({}))).toEqual(["A quote response must say ok: true or ok: false."]);
  });
});

describe("a box", () => {
  test("weighs its room: length by width by height over 5 000, two decimals", () => {
    expect(volumetricKg({ l: 31, w: 45, h: 45 })).toBe(12.56); // 12.555
    expect(volumetricKg({ l: 25, w: 15, h: 25 })).toBe(1.88); // 1.875
    expect(volumetricKg({ l: 23, w: 15, h: 15 })).toBe(1.04); // 1.035
  });

  test("has a fallback that keeps the contract, at the published costs", () => {
    expect(fallbackBoxes.map((box) => BoxSchema.parse(box).cost)).toEqual([4.1, 5.1, 3.94]);
  });
});

function messages(answer: { success: boolean; error?: { issues: { message: string }[] } | undefined }): string[] {
  return answer.error?.issues.map(({ message }) => message) ?? [];
}
