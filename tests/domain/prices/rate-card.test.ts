import { expect, test } from "vitest";
import { pairKey } from "#app/domain/prices/delivery-days";
import { type Rate, rateCardOn } from "#app/domain/prices/rate-card";

const fuel = aRate({ kind: "fuel", rateKey: "fuel", amountCents: null, basisPoints: 1_000 });
const vat = aRate({ kind: "vat", rateKey: "vat", amountCents: null, basisPoints: 1_500 });

test("a new rate applies from its day on, in whatever order the rows are", () => {
  const rates = [aRate({ validFrom: "2026-12-01", amountCents: 3_300 }), aRate({ amountCents: 3_000 }), fuel, vat];
  expect(rateCardOn("2026-11-30", rates)?.zoneCents.get("metro")).toBe(3_000);
  expect(rateCardOn("2026-12-01", rates)?.zoneCents.get("metro")).toBe(3_300);
});

test("tomorrow's fuel rate doesn't apply today", () => {
  const rates = [fuel, vat, { ...fuel, validFrom: "2026-12-01", basisPoints: 1_250 }];
  expect(rateCardOn("2026-11-30", rates)?.fuelBasisPoints).toBe(1_000);
  expect(rateCardOn("2026-12-01", rates)?.fuelBasisPoints).toBe(1_250);
});

test("without a fuel or a VAT rate there is no card: neither becomes free by mistake", () => {
  expect(rateCardOn("2026-11-30", [aRate(), vat])).toBeNull();
  expect(rateCardOn("2026-11-30", [aRate(), fuel])).toBeNull();
  expect(rateCardOn("2025-12-31", [aRate(), fuel, vat])).toBeNull();
});

test("a later row without an amount withdraws a price", () => {
  const rates = [aRate(), aRate({ validFrom: "2026-06-01", amountCents: null }), fuel, vat];
  expect(rateCardOn("2026-11-30", rates)?.zoneCents.has("metro")).toBe(false);
});

test("delivery days are the latest that have started; a later row that lacks either number withdraws them", () => {
  const days = aRate({ kind: "days", rateKey: "metro-metro", amountCents: null, leastDays: 1, mostDays: 2 });
  const later = { ...days, validFrom: "2026-06-01" };
  const daysWith = (row: Rate, day = "2026-11-30") => rateCardOn(day, [row, days, fuel, vat])?.daysByRoute;
  expect(daysWith({ ...later, mostDays: 4 })).toEqual(new Map([["metro-metro", { least: 1, most: 4 }]]));
  expect(daysWith({ ...later, mostDays: 4 }, "2026-05-31")).toEqual(new Map([["metro-metro", { least: 1, most: 2 }]]));
  expect(daysWith({ ...later, leastDays: null, mostDays: null })).toEqual(new Map());
  expect(daysWith({ ...later, leastDays: null })).toEqual(new Map());
  expect(daysWith({ ...later, mostDays: null })).toEqual(new Map());
});

test("linehaul has one key in both directions", () => {
  expect(pairKey("WC", "GP")).toBe("GP-WC");
  expect(pairKey("GP", "WC")).toBe("GP-WC");
});

function aRate(rate: Partial<Rate> = {}): Rate {
  return {
    kind: "zone",
    rateKey: "metro",
    validFrom: "2026-01-01",
    amountCents: 3_000,
    basisPoints: null,
    leastDays: null,
    mostDays: null,
    ...rate,
  };
}
