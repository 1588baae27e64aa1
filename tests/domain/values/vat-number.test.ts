import { expect, test } from "vitest";
import { vatNumberFrom } from "#app/domain/values/vat-number";

test.each([
  ["4123456789", "4123456789"],
  [" 4123-456 789 ", "4123456789"],
  ["4123\u2013456\u2212789", "4123456789"],
  ["41234567891", null],
  ["412345678", null],
  ["5123456789", null],
  ["x4123456789", null],
  ["412345678a", null],
  ["", null],
])("the VAT number %j is %j", (typed, number) => {
  expect(vatNumberFrom(typed)).toBe(number);
});
