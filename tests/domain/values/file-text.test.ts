import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asList } from "#app/domain/values/delimited-text";
import { openText, readText } from "#app/domain/values/file-text.server";
import { layouts, namesInAnyWriting, namesInUnicode, noLists, writings } from "../../support/corpus/files";

const readIn = (bytes: Uint8Array) => {
  const read = readText(bytes);
  return read.ok ? asList(read.text) : read.why;
};

describe.each(writings)("a list in $kind", ({ kind, bytes }) => {
  const isUnicode = kind.startsWith("UTF");
  const names = isUnicode ? [...namesInAnyWriting, ...namesInUnicode] : namesInAnyWriting;

  test("keeps every letter of every name", () => {
    const list = `toName,toCity\n${names.map((name) => `"${name}",Soweto`).join("\n")}\n`;
    expect(readIn(bytes(list))).toBe(list);
    for (const name of names) expect(readIn(bytes(`toName\n${name}\n`))).toBe(`toName\n${name}\n`);
  });

  test.each([1, 2, 3, 7])("is read in pieces of %i bytes as if it came at once, each time", (length) => {
    const list = `toName\n${names.join("\n")}`;
    const whole = bytes(list);
    const pieces = Array.from({ length: Math.ceil(whole.length / length) }, (_, at) =>
      whole.subarray(at * length, (at + 1) * length),
    );
    const read = openText(() => pieces);
    for (let times = 0; times < 2; times += 1) expect(read.ok && asList([...read.pieces()].join(""))).toBe(list);
  });

  test.each(layouts)("is the same list: $kind", ({ text }) => {
    const list = text([["toName", "toCity"], ...names.map((name) => [name, "Soweto, South"])]);
    expect(readIn(bytes(list))).toBe(asList(list));
  });
});

test.each(noLists)("$kind is named", ({ bytes, words }) => {
  expect(readIn(bytes)).toContain(words);
});

test("whatever letters a list has, they are read as they were written, or the file is refused", () => {
  const refusals = new Set(noLists.map(({ bytes }) => readIn(bytes)));
  const letters = fc.string({ unit: "grapheme", maxLength: 40 }).filter((text) => !/[\0\r\uFEFF]/.test(text));
  fc.assert(
    fc.property(
      letters,
      fc.constantFrom(...writings.filter(({ kind }) => kind.startsWith("UTF"))),
      (text, { bytes }) => {
        expect(readIn(bytes(`toName\n${text}`))).toBe(`toName\n${text}`);
      },
    ),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (tail) => {
      const bytes = Buffer.concat([Buffer.from("toName\n"), tail]);
      const read = readIn(bytes);
      const isWhole = writings.some((writing) => writing.bytes(read).equals(bytes));
      expect(isWhole || refusals.has(read) || bytes.includes(0x0d)).toBe(true);
    }),
  );
});
