import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  amountFromCents,
  centsFromRand,
  formatRand,
  percentOf,
  randFromCents,
  roundHalfUp,
} from "#app/domain/values/money";
import { amounts } from "../../support/corpus/files";

const anyCents = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 });

describe("a price on a page", () => {
  test.each([
    [0, "R 0,00"],
    [5, "R 0,05"],
    [410, "R 4,10"],
    [99_999, "R 999,99"],
    [123_456, "R 1 234,56"],
    [123_456_789_00, "R 123 456 789,00"],
    [-123_456, "-R 1 234,56"],
  ])("%i cents are shown as %s, and never break over two lines", (cents, shown) => {
    expect(formatRand(cents)).toBe(shown.replaceAll(" ", "\u00a0"));
  });

  test("what we print can be typed in again", () => {
    fc.assert(
      fc.property(
        anyCents.filter((cents) => cents >= 0),
        (cents) => centsFromRand(formatRand(cents)) === cents,
      ),
    );
  });
});

describe("a payment amount", () => {
  test("always has two decimals and a point", () => {
    expect(amountFromCents(123_450)).toBe("1234.50");
    expect(amountFromCents(7)).toBe("0.07");
    expect(amountFromCents(-7)).toBe("-0.07");
  });
});

describe("rand on the wire", () => {
  test("are decimals, and become the same cents again", () => {
    expect(randFromCents(410)).toBe(4.1);
    fc.assert(fc.property(anyCents, (cents) => centsFromRand(randFromCents(cents)) === cents));
  });

  test("lose their binary rounding error, and a half cent goes up", () => {
    expect(centsFromRand(0.1 + 0.2)).toBe(30);
    expect(centsFromRand(1.005)).toBe(101);
  });
});

describe("a typed amount", () => {
  test.each([
    ["1 234,56", 123_456],
    ["R 1\u00a0234,56", 123_456],
    ["R1234.56", 123_456],
    ["r1234,5", 123_450],
    ["1234", 123_400],
    ["-R 5", -500],
    ["-R 0,00", 0],
  ])("%s is understood", (typed, cents) => {
    expect(centsFromRand(typed)).toBe(cents);
  });

  test.each(["", "R", "free", "12,345", "1,2,3", "12e3", "--5", "$5"])("%j is not an amount", (typed) => {
    expect(centsFromRand(typed)).toBeNull();
  });

  test.each(amounts)("%s: %j", (_, typed, cents) => {
    expect(centsFromRand(typed)).toBe(cents);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300])("%d is not an amount", (sent) => {
    expect(centsFromRand(sent)).toBeNull();
  });
});

describe("the rounding rule", () => {
  test("a half cent goes up, anything less goes down", () => {
    expect(percentOf(7_010, 1_500)).toBe(1_052); // 1 051.5
    expect(percentOf(7_009, 1_500)).toBe(1_051); // 1 051.35
    expect(roundHalfUp(-5, 10)).toBe(0);
    expect(roundHalfUp(-6, 10)).toBe(-1);
  });

  test("is never more than half a cent away from the exact amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_00 }), fc.integer({ min: 0, max: 10_000 }), (cents, points) => {
        const error = percentOf(cents, points) * 10_000 - cents * points;
        return error > -5_000 && error <= 5_000;
      }),
    );
  });
});
