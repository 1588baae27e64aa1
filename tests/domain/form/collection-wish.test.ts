import { expect, test } from "vitest";
import { collectionDays, collectionWishInWords } from "#app/domain/form/collection-wish";

test("ten working days are offered, from tomorrow on, without Saturdays and Sundays", () => {
  const friday = new Date("2026-11-20T08:00:00Z");
  expect(collectionDays(friday)).toEqual([
    ...["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"],
    ...["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"],
  ]);
});

test("tomorrow is South Africa's: an hour before midnight UTC it is a day later there", () => {
  expect(collectionDays(new Date("2026-11-22T23:00:00Z"))[0]).toBe("2026-11-24");
});

test.each([
  ["2026-11-23", "morning", "Monday 23 November, in the morning"],
  ["2026-11-23", "", "Monday 23 November"],
  ["", "afternoon", "in the afternoon"],
  ["", "", ""],
] as const)("a wish for %j %j is written as %j", (collectionDay, collectionTime, words) => {
  expect(collectionWishInWords({ collectionDay, collectionTime })).toBe(words);
});
