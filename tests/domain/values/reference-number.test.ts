import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  dammDigit,
  newReference,
  normaliseQuoteNumber,
  normaliseReference,
  quoteNumbers,
  randomDigits,
  referenceNumber,
  unusedReference,
} from "#app/domain/values/reference-number";

const digits = fc.stringMatching(/^[0-9]{1,12}$/);

test("Damm's own example: 572 ends in 4", () => {
  expect(dammDigit("572")).toBe("4");
  expect(dammDigit("5724")).toBe("0");
});

test("any digits with their check digit are valid", () => {
  fc.assert(fc.property(digits, (some) => dammDigit(some + dammDigit(some)) === "0"));
});

test("one wrong digit, or two neighbours swapped, is always detected", () => {
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (some, place, by) => {
      const whole = [...(some + dammDigit(some))];
      const at = place % whole.length;
      const wrong = whole.with(at, String((Number(whole[at]) + by) % 10)).join("");
      expect(dammDigit(wrong)).not.toBe("0");
      const next = (at + 1) % whole.length;
      if (next === 0 || whole[at] === whole[next]) return;
      const swapped = whole.with(at, whole[next] ?? "").with(next, whole[at] ?? "");
      expect(dammDigit(swapped.join(""))).not.toBe("0");
    }),
    { numRuns: 1_000 },
  );
});

test("every row of the table is a permutation, so that mistakes are found", () => {
  for (let interim = 0; interim < 10; interim += 1) {
    const start = Array.from({ length: 10 }, (_, digit) => String(digit)).find((d) => dammDigit(d) === String(interim));
    const steps = Array.from({ length: 10 }, (_, digit) => dammDigit(`${start}${digit}`));
    expect(new Set(steps).size).toBe(10);
    expect(steps.indexOf("0")).toBe(interim);
  }
});

test("a quote number is Q, seven digits and a check digit", () => {
  for (let time = 0; time < 50; time += 1) {
    const made = newReference(quoteNumbers);
    expect(made).toMatch(/^Q\d{8}$/);
    expect(normaliseQuoteNumber(made)).toBe(made);
  }
});

const quoteNo = referenceNumber("Q", "4821093");
const plain = quoteNo.slice(1);

test.each([
  quoteNo,
  quoteNo.toLowerCase(),
  plain,
  ` ${quoteNo} `,
  `q ${plain.slice(0, 4)}-${plain.slice(4)}`,
  `Q${[...plain].join(" ")}`,
  `Q${plain.slice(0, 4)} – ${plain.slice(4)}`,
])("typed as %j it is the same number", (typed) => {
  expect(normaliseQuoteNumber(typed)).toBe(quoteNo);
});

test.each([
  "",
  "Q",
  plain.slice(1),
  `${plain}0`,
  `Q${plain}x`,
  `T${plain}`,
  `QQ${plain}`,
  `Q${(Number(plain) + 1).toString()}`,
  `${" ".repeat(61 - plain.length)}${plain}`,
])("%j is none", (typed) => {
  expect(normaliseQuoteNumber(typed)).toBeNull();
});

test("as many spaces as are allowed between its digits can be read", () => {
  expect(normaliseQuoteNumber(`${" ".repeat(60 - plain.length)}${plain}`)).toBe(quoteNo);
});

test("another kind has its own prefix and length", () => {
  const kind = { prefix: "TH", randomDigits: 9 };
  const made = referenceNumber("TH", "470156955");
  expect(normaliseReference(made, kind)).toBe(made);
  expect(normaliseReference(quoteNo, kind)).toBeNull();
});

test("random digits are as many as asked for, and equally likely: bytes from 250 on are dropped", () => {
  expect(randomDigits(0)).toBe("");
  expect(randomDigits(100)).toMatch(/^\d{100}$/);
  const bytes = [250, 255, 249, 0, 10, 123];
  const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    const view = array as Uint8Array;
    view.fill(251);
    view.set(bytes);
    return array;
  });
  expect(randomDigits(3)).toBe("900");
  expect(randomDigits(6)).toBe("900390");
  random.mockRestore();
});

test("a kind whose numbers are used up says so in words after 100 tries", async () => {
  const tried: string[] = [];
  const used = async (number: string) => ({ at: tried.push(number) });
  await expect(unusedReference(quoteNumbers, used)).rejects.toThrow(
    "Of 100 numbers Q with 7 digits every one is in use. They need another digit.",
  );
  expect(tried).toHaveLength(100);
  expect(await unusedReference(quoteNumbers, async (number) => (tried.push(number) < 200 ? {} : null))).toBe(
    tried[199],
  );
});
