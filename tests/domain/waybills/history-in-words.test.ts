import { expect, test } from "vitest";
import { eventInWords } from "#app/domain/waybills/history-in-words";

test.each([
  ["booked", null, "Booked and paid."],
  ["collected", "Durban", "Collected in Durban."],
  ["in_transit", null, "On its way."],
  ["out_for_delivery", "Soweto", "Out for delivery in Soweto."],
  ["delivered", "Soweto", "Delivered."],
  ["failed_attempt", null, "We came, but could not deliver."],
  ["returned", null, "Returned to the sender."],
  ["cancelled", null, "The booking was cancelled before we collected the parcel."],
] as const)("%s in %s", (kind, place, words) => {
  expect(eventInWords(kind, place)).toBe(words);
});

test("an event of some pieces says how many, if the parcel has several and they were counted", () => {
  const words = (count: number | null, of: number) => eventInWords("delivered", null, { count, of });
  expect(words(2, 3)).toBe("Delivered. 2 of 3 pieces.");
  expect(words(3, 3)).toBe("Delivered. 3 of 3 pieces.");
  expect([words(1, 1), words(null, 3)]).toEqual(["Delivered.", "Delivered."]);
});
