import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { spokenWaybillNumber, writtenPiece } from "#app/domain/parcels/waybill-number";
import {
  dammDigit,
  newReference,
  numberIn,
  ourNumbers,
  randomDigits,
  referenceNumber,
} from "#app/domain/values/reference-number";

const nineDigits = fc.array(fc.nat({ max: 9 }), { minLength: 9, maxLength: 9 }).map((digits) => digits.join(""));

test("the check digit is Damm's: that of 572 is 4", () => {
  expect(dammDigit("572")).toBe("4");
  expect(dammDigit("5724")).toBe("0");
});

test("a waybill number is TH, nine random digits and a valid check digit", () => {
  for (let round = 0; round < 500; round += 1) {
    const waybillNo = newReference(ourNumbers.waybill);
    expect(waybillNo).toMatch(/^TH[0-9]{10}$/);
    expect(numberIn(waybillNo, "waybill")).toBe(waybillNo);
  }
});

test("a quote number is Q, seven random digits and a valid check digit", () => {
  for (let round = 0; round < 500; round += 1) {
    const quoteNo = newReference(ourNumbers.quote);
    expect(quoteNo).toMatch(/^Q[0-9]{8}$/);
    expect(numberIn(` ${quoteNo.toLowerCase()} `, "quote")).toBe(quoteNo);
  }
});

test("every single wrong digit is detected, also in the check digit", () => {
  fc.assert(
    fc.property(nineDigits, (digits) => {
      const right = referenceNumber("TH", digits);
      for (let at = 2; at < right.length; at += 1) {
        for (let wrong = 0; wrong <= 9; wrong += 1) {
          const heard = right.slice(0, at) + wrong + right.slice(at + 1);
          expect(numberIn(heard, "waybill")).toBe(heard === right ? right : null);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("every swap of two neighbours is detected", () => {
  fc.assert(
    fc.property(nineDigits, (digits) => {
      const right = referenceNumber("TH", digits);
      for (let at = 2; at < right.length - 1; at += 1) {
        const heard = right.slice(0, at) + right.charAt(at + 1) + right.charAt(at) + right.slice(at + 2);
        expect(numberIn(heard, "waybill")).toBe(heard === right ? right : null);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a number is understood however people type it", () => {
  const waybillNo = referenceNumber("TH", "482109375");
  const [, digits = ""] = waybillNo.split("TH");
  const spoken = spokenWaybillNumber(waybillNo);
  for (const typed of [
    waybillNo,
    waybillNo.toLowerCase(),
    digits,
    ` ${digits}\n`,
    spoken,
    spoken.replaceAll(" ", "-"),
    spoken.replaceAll(" ", "\u00a0"),
    `th – ${digits}`,
  ]) {
    expect(numberIn(typed, "waybill")).toBe(waybillNo);
  }
});

test("what can't be a waybill number is null", () => {
  const waybillNo = referenceNumber("TH", "482109375");
  for (const typed of [
    "",
    "TH",
    "hello",
    waybillNo.slice(0, -1),
    `${waybillNo}0`,
    `0${waybillNo}`,
    `THTH${waybillNo.slice(2)}`,
    `Q${waybillNo.slice(2)}`,
    "TH4821e93753",
  ]) {
    expect(numberIn(typed, "waybill")).toBeNull();
  }
});

test("a number is shown in groups of three, with the check digit alone", () => {
  expect(spokenWaybillNumber(referenceNumber("TH", "482109375"))).toBe("TH 482 109 375 3");
});

test("what isn't a waybill number is shown as it is", () => {
  for (const other of ["TH48210937531", "XTH4821093753", "TH482109375", ""])
    expect(spokenWaybillNumber(other)).toBe(other);
});

test("a piece is written behind the number, unless it is the only one", () => {
  expect([writtenPiece("TH4821093753", 2, 3), writtenPiece("TH4821093753", 1, 1)]).toEqual([
    "TH 482 109 375 3 / 2",
    "TH 482 109 375 3",
  ]);
});

test("each digit is equally likely: random bytes that would favour some are dropped", () => {
  const source = vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.set([249, 250, 251, 252, 253, 254, 255, 17]);
    return bytes;
  });
  expect(randomDigits(3)).toBe("970");
  source.mockRestore();
  expect(new Set(randomDigits(2_000)).size).toBe(10);
});
