import { describe, expect, test } from "vitest";
import {
  BoxListSchema,
  CountriesQuerySchema,
  CountryListSchema,
  CoverageQuerySchema,
  HealthSchema,
  ProblemSchema,
} from "#app/domain/prices/contract/wire-queries";

type Parsed = { success: boolean; data?: unknown; error?: { issues: { message: string }[] } };
/** What was read, or every complaint about it. */
const result = (parsed: Parsed) => (parsed.success ? parsed.data : parsed.error?.issues.map(({ message }) => message));

describe("a postal code in a query", () => {
  const CODE = ["pcode must be a postal code of 4 digits."];

  test.each([
    ["1431", { pcode: "1431" }],
    ["0002", { pcode: "0002" }],
    [" 14-31 ", { pcode: "1431" }],
    [`1431${" ".repeat(16)}`, { pcode: "1431" }],
    [`1431${" ".repeat(17)}`, CODE],
    ["14312", { pcode: "1431" }],
    ["143", [`${CODE} Send 143 as text with its first 0: "0143".`]],
    ["", CODE],
    ["a1431", CODE],
    ["1431a", CODE],
    [undefined, CODE],
  ])("%j gives %j", (pcode, expected) => {
    expect(result(CoverageQuerySchema.safeParse({ pcode }))).toEqual(expected);
  });
});

describe("a query for countries", () => {
  const LIMIT = ["limit must be a whole number from 1 to 300."];

  test.each([
    [{}, { q: "", limit: 20 }],
    [
      { q: "bra", limit: "1" },
      { q: "bra", limit: 1 },
    ],
    [{ limit: "300" }, { q: "", limit: 300 }],
    [{ limit: "301" }, LIMIT],
    [{ limit: "0" }, LIMIT],
    [{ limit: "-1" }, LIMIT],
    [{ limit: "1.5" }, LIMIT],
    [{ limit: "x" }, LIMIT],
    [{ limit: "x1" }, LIMIT],
    [{ limit: "1x" }, LIMIT],
    [{ limit: "" }, LIMIT],
    [{ limit: "0001" }, LIMIT],
    [{ limit: "1e309" }, LIMIT],
    [{ q: "x".repeat(100) }, { q: "x".repeat(100), limit: 20 }],
    [{ q: "x".repeat(101) }, ["q can be at most 100 characters."]],
  ])("%j gives %j", (query, expected) => {
    expect(result(CountriesQuerySchema.safeParse(query))).toEqual(expected);
  });
});

test("a list says what is wrong with it", () => {
  const brazil = { name: "Brazil", zoneLetter: "J", numericZone: 10 };
  const crate = { id: "crate", name: "Crate", dimensions: { l: 1, w: 2, h: 3 }, maxWeightKg: 5, cost: 9.5 };
  expect(BoxListSchema.parse([crate])).toEqual([crate]);
  expect(result(BoxListSchema.safeParse({}))).toEqual(["Boxes must be a list."]);
  expect(result(BoxListSchema.safeParse([7]))).toEqual(["A box must be an object."]);
  expect(CountryListSchema.parse({ items: [brazil] })).toEqual({ items: [brazil] });
  expect(result(CountryListSchema.safeParse({ items: {} }))).toEqual(["items must be a list."]);
  expect(result(CountryListSchema.safeParse({ items: [7] }))).toEqual(["A country must be an object."]);
});

test("health is yes or no", () => {
  expect(HealthSchema.parse({ ok: false })).toEqual({ ok: false });
  expect(result(HealthSchema.safeParse({ ok: "yes" }))).toEqual(["ok must be true or false."]);
});

test("a problem has its words, and may name a field", () => {
  const problem = { ok: false, error: "Wrong." };
  expect(ProblemSchema.parse(problem)).toEqual(problem);
  expect(ProblemSchema.parse({ ...problem, field: "q" })).toEqual({ ...problem, field: "q" });
  expect(ProblemSchema.safeParse({ ...problem, ok: true }).success).toBe(false);
  expect(ProblemSchema.safeParse({ ok: false }).success).toBe(false);
});
