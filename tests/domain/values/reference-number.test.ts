import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  dammDigit,
  newReference,
  numberIn,
  ourNumbers,
  randomDigits,
  readNumbers,
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
    const made = newReference(ourNumbers.quote);
    expect(made).toMatch(/^Q\d{8}$/);
    expect(numberIn(made, "quote")).toBe(made);
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
  expect(numberIn(typed, "quote")).toBe(quoteNo);
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
  `${"so ".repeat(700)}${plain}`,
])("%j is none", (typed) => {
  expect(numberIn(typed, "quote")).toBeNull();
});

test("digits alone may begin with a letter that looks like one", () => {
  expect(numberIn("O810305426", "waybill")).toBe("TH0810305426");
  const lettered = referenceNumber("TH", "101234567");
  expect(numberIn(lettered.replace("TH10", "lO"), "waybill")).toBe(lettered);
});

test("another kind has its own prefix and length", () => {
  const made = referenceNumber("TH", "470156955");
  expect(numberIn(made, "waybill")).toBe(made);
  expect(numberIn(quoteNo, "waybill")).toBeNull();
  expect(numberIn(made, "quote")).toBeNull();
});

const parcel = "TH4821093753";

test.each([
  ["with a piece", "TH 482 109 375 3 / 2", 2],
  ["as a slip's code", "TH4821093753/12", 12],
  ["with the piece of how many", "TH 482 109 375 3 2 of 3", 2],
  ["with the piece in words", "TH4821093753 piece 2", 2],
  ["with a piece after digits alone", "482 109 375 3 / 2", 2],
  ["in a sentence of ours", "Waybill TH 482 109 375 3, R 80,62. Track it:", null],
  ["as our own link", "https://thuma.example/tracking?action=track&accno=&no=TH4821093753&key=Q48x", null],
  ["as a link that was encoded", "https%3A%2F%2Fthuma.example%2Fwaybill%2FTH4821093753%3Fkey%3Dab", null],
  ["from a scanner that names the code", "]C1TH4821093753/2", 2],
  ["letter by letter", "T H 4 8 2 1 0 9 3 7 5 3", null],
  ["with hyphens and points", "th-482.109_375-3.", null],
  ["with letters for digits", "TH 482 IO9 375 3", null],
  ["with a small l for one", "th 482 lo9 375 3", null],
  ["in full-width signs", "ＴＨ４８２１０９３７５３", null],
  ["with unseen signs", "\u200eTH\u00a0482\u2009109\u00a0375\u00a03\u200f", null],
  ["broken over two lines", "my parcel TH 482 109\n375 3 pls", null],
  ["in a message with a phone", "Hi it is TH4821093753, phone me on 082 123 4567", null],
  ["in brackets", "(TH4821093753)", null],
  ["after a number sign", "Waybill no: TH #4821093753!", null],
])("a waybill's number is read %s", (_how, text, piece) => {
  expect(readNumbers(text).found).toEqual([
    { kind: "waybill", no: parcel, piece, isNamed: /t ?h/i.test(text.normalize("NFKC")) },
  ]);
});

test.each([
  ["longer", "TH48210937531"],
  ["shorter", "TH 482 109 375"],
  ["a word before it", "xTH4821093753"],
  ["a letter after it", "TH4821093753a"],
  ["a wrong digit", "TH4821093754"],
  ["another country's phone", "+4821093753"],
])("%s: it is none", (_what, text) => {
  expect(readNumbers(text).found).toEqual([]);
});

test("digits alone may be of several kinds, and count only where none is named", () => {
  const digits = referenceNumber("", "4821093");
  expect(readNumbers(digits).found.map(({ no }) => no)).toEqual([`Q${digits}`, `C${digits}`, `D${digits}`]);
  expect(readNumbers(`C${digits}, 4821093753`).found.map(({ no }) => no)).toEqual([`C${digits}`]);
});

test("several are all read, and what stands around them is left", () => {
  const other = referenceNumber("TH", "470156955");
  expect(readNumbers(`${parcel}, ${other} and ${parcel}: gate 4`)).toMatchObject({
    found: [{ no: parcel }, { no: other }],
    rest: ",   and  : gate 4",
  });
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
  await expect(unusedReference(ourNumbers.quote, used)).rejects.toThrow(
    "Of 100 numbers Q with 7 digits every one is in use. They need another digit.",
  );
  expect(tried).toHaveLength(100);
  expect(await unusedReference(ourNumbers.quote, async (number) => (tried.push(number) < 200 ? {} : null))).toBe(
    tried[199],
  );
});
