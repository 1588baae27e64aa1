import { expect, test } from "vitest";
import { withPhonesAsShown } from "#app/domain/form/contacts.server";
import { spokenName } from "#app/domain/form/fields";
import { savedValues } from "#app/domain/form/saved-values";

test("saved answers are filled in as people type them: rand, a decimal comma, nothing where nothing was answered", () => {
  const answers = {
    weightKg: 2.5,
    quantity: 3,
    declaredCents: 125_050,
    contents: "Shoes, no. 5",
    note: "",
    size: undefined,
  };
  expect(savedValues(answers)).toStrictEqual({
    weightKg: "2,5",
    quantity: "3",
    declaredValue: "1250,5",
    contents: "Shoes, no. 5",
    note: "",
  });
  expect(savedValues(undefined)).toEqual({});
});

test("phones are shown as South Africans write them, whatever party they belong to; other answers stay", () => {
  const answers = {
    fromPhone: "+27735550101",
    toCell: "0821234567",
    toPostal: "0821",
    toPhone: "call me",
  };
  expect(withPhonesAsShown(answers)).toEqual({
    fromPhone: "073 555 0101",
    toCell: "082 123 4567",
    toPostal: "0821",
    toPhone: "call me",
  });
  expect(withPhonesAsShown({ toPhoneNote: "0821234567", Cellar: "0821234567" })).toEqual({
    toPhoneNote: "0821234567",
    Cellar: "0821234567",
  });
});

test("a field has its own name in a message; an unknown one keeps what it is called", () => {
  expect(["fromName", "toCity", "weight", "declaredValue", "nothing"].map(spokenName)).toEqual([
    "Sender full name",
    "Receiver city",
    "Weight",
    "Declared value",
    "nothing",
  ]);
});
