import { expect, test } from "vitest";
import { readIdNumber } from "#app/domain/drivers/applications/sa-id-number";
import { anIdNumber } from "./an-application";

test.each([
  "8001015009087",
  "800101 5009 087",
  "800101-5009-08-7",
  " 8001015009087 ",
  "٨٠٠١٠١٥٠٠٩٠٨٧",
  "800101\u22125009\u22120 87",
])("an ID number typed as %j is the same number", (typed) => {
  expect(readIdNumber(typed)).toEqual({ ok: true, digits: "8001015009087" });
});

test("every valid number passes, whichever way its check digit was calculated", () => {
  for (let person = 0; person < 200; person += 1) expect(readIdNumber(anIdNumber(person)).ok).toBe(true);
});

test.each(["", "800101500908", "80010150090870", "80010150O9087"])("%j is not 13 digits", (typed) => {
  expect(readIdNumber(typed)).toEqual({ ok: false, why: "length" });
});

test.each(["801301", "800230", "010229", "800100", "800001"])("%s is not a birthday", (birthday) => {
  expect(readIdNumber(`${birthday}5009087`)).toEqual({ ok: false, why: "date" });
});

test("29 February 2000 is a date", () => {
  expect(readIdNumber("0002295009087")).toEqual({ ok: false, why: "check digit" });
});

test("every single wrong digit after the birthday is detected", () => {
  const right = "8001015009087";
  for (let place = 6; place < 13; place += 1) {
    for (const digit of "0123456789") {
      if (digit === right[place]) continue;
      const wrong = right.slice(0, place) + digit + right.slice(place + 1);
      expect(readIdNumber(wrong)).toEqual({ ok: false, why: "check digit" });
    }
  }
});
