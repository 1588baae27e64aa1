import { expect, test } from "vitest";
import { eventInWords } from "#app/domain/parcels/history-in-words";

test.each([
  ["booked", null, "Booked."],
  ["collected", "Durban", "Collected in Durban."],
  ["in_transit", null, "On its way."],
  ["at_depot", null, "At our depot."],
  ["out_for_delivery", "Soweto", "Out for delivery in Soweto."],
  ["delivered", "Soweto", "Delivered."],
  ["failed_attempt", null, "We came, but could not deliver."],
  ["returned", null, "Returned to the sender."],
  ["cancelled", null, "The booking was cancelled before we collected the parcel."],
] as const)("%s in %s", (kind, place, words) => {
  expect(eventInWords({ kind, place })).toBe(words);
});

test("an end says why", () => {
  const event = { kind: "ended", place: null, because: "damaged", pieces: 2 } as const;
  expect(eventInWords(event, 3)).toBe("It will not arrive: it was damaged on the way. 2 of 3 pieces.");
});

test("an event of some pieces says how many, if the parcel has several and they were counted", () => {
  const words = (pieces: number | null, of: number) => eventInWords({ kind: "delivered", place: null, pieces }, of);
  expect(words(2, 3)).toBe("Delivered. 2 of 3 pieces.");
  expect(words(3, 3)).toBe("Delivered. 3 of 3 pieces.");
  expect([words(1, 1), words(null, 3)]).toEqual(["Delivered.", "Delivered."]);
});
