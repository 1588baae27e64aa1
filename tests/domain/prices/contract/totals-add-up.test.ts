import { expect, test } from "vitest";
import { totalsAddUp } from "#app/domain/prices/contract/totals-add-up";

const one = { quantity: 1, applyVat: true };
const perUnit = { transport: 80_00, fuel: 10_50, packaging: 9_50 };
const totals = {
  transport: 80_00,
  fuel: 10_50,
  packaging: 9_50,
  subtotalExVat: 100_00,
  vat: 15_00,
  grandTotal: 115_00,
};

test("a price whose lines, VAT and quantity add up is accepted, including a cent of rounding for each parcel", () => {
  expect(totalsAddUp({ perUnit, totals }, one)).toBe(true);
  const three = {
    transport: 240_01,
    fuel: 31_49,
    packaging: 28_50,
    subtotalExVat: 300_00,
    vat: 45_00,
    grandTotal: 345_00,
  };
  expect(totalsAddUp({ perUnit, totals: three }, { ...one, quantity: 3 })).toBe(true);
});

test.each([
  ["a total that is less than its parts", { grandTotal: 5_00 }],
  ["no VAT", { vat: 0, grandTotal: 100_00 }],
  ["VAT twice", { vat: 30_00, grandTotal: 130_00 }],
  ["VAT that isn't in the total", { grandTotal: 100_00 }],
  ["a subtotal that isn't its lines", { subtotalExVat: 90_00, vat: 13_50, grandTotal: 103_50 }],
  ["a line that isn't its parcel's", { transport: 40_00, subtotalExVat: 60_00, vat: 9_00, grandTotal: 69_00 }],
  ["a negative line", { fuel: -10_50, subtotalExVat: 79_00, vat: 11_85, grandTotal: 90_85 }],
])("%s isn't", (_, changes) => {
  expect(totalsAddUp({ perUnit, totals: { ...totals, ...changes } }, one)).toBe(false);
});

test("a line below zero isn't accepted, even within the cent of rounding", () => {
  const free = { transport: 0, fuel: 0, packaging: 0 };
  const minus = { transport: 0, fuel: -1, packaging: 1, subtotalExVat: 0, vat: 0, grandTotal: 0 };
  expect(totalsAddUp({ perUnit: free, totals: { ...minus, fuel: 0 } }, one)).toBe(true);
  expect(totalsAddUp({ perUnit: free, totals: minus }, one)).toBe(false);
});

test("a cent more than the rounding isn't accepted: in a line, the subtotal or the VAT of one parcel", () => {
  const off = (changes: Partial<typeof totals>) => totalsAddUp({ perUnit, totals: { ...totals, ...changes } }, one);
  expect(off({ transport: 80_01 })).toBe(true);
  expect(off({ transport: 80_02, subtotalExVat: 100_01, vat: 15_00, grandTotal: 115_01 })).toBe(false);
  expect(off({ subtotalExVat: 100_01, grandTotal: 115_01 })).toBe(true);
  expect(off({ subtotalExVat: 100_02, grandTotal: 115_02 })).toBe(false);
  expect(off({ vat: 15_01, grandTotal: 115_01 })).toBe(true);
  expect(off({ vat: 15_02, grandTotal: 115_02 })).toBe(false);
});

test("the most that is accepted is R 100 000", () => {
  const sum = (grandTotal: number) => {
    const each = { transport: grandTotal, fuel: 0, packaging: 0 };
    const all = { ...each, subtotalExVat: grandTotal, vat: 0, grandTotal };
    return totalsAddUp({ perUnit: each, totals: all }, { quantity: 1, applyVat: false });
  };
  expect([sum(100_000_00), sum(100_000_01)]).toEqual([true, false]);
});

test("if none is asked for, a price without VAT is accepted, and one with a cent of it isn't", () => {
  const without = { ...totals, vat: 0, grandTotal: 100_00 };
  expect(totalsAddUp({ perUnit, totals: without }, { ...one, applyVat: false })).toBe(true);
  const withOneCent = { ...without, vat: 1, grandTotal: 100_01 };
  expect(totalsAddUp({ perUnit, totals: withOneCent }, { ...one, applyVat: false })).toBe(false);
  expect(totalsAddUp({ perUnit, totals }, { ...one, applyVat: false })).toBe(false);
});

test("a price for another quantity, or an impossible one, is refused", () => {
  expect(totalsAddUp({ perUnit, totals }, { ...one, quantity: 2 })).toBe(false);
  const inRand = (cents: number) => cents * 100_000;
  const huge = Object.fromEntries(
    Object.entries(totals).map(([name, cents]) => [name, inRand(cents)]),
  ) as typeof totals;
  const each = { transport: huge.transport, fuel: huge.fuel, packaging: huge.packaging };
  expect(totalsAddUp({ perUnit: each, totals: huge }, one)).toBe(false);
});
