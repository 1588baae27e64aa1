import { expect, test } from "vitest";
import { collectionWishInWords } from "#app/domain/form/collection-wish";

test.each([
  ["2026-11-23", "morning", "Monday 23 November, in the morning"],
  ["2026-11-23", "", "Monday 23 November"],
  ["", "afternoon", "in the afternoon"],
  ["", "", ""],
] as const)("a wish for %j %j is written as %j", (collectionDay, collectionTime, words) => {
  expect(collectionWishInWords({ collectionDay, collectionTime })).toBe(words);
});
