import { expect, test } from "vitest";
import { asPrinted, isPrintable } from "#app/domain/values/printed-text";
import { printedTexts } from "../../support/corpus/print";

test("every kind of letter is printed, plain where the fonts lack its marks; words of other scripts are left out", () => {
  const printed = printedTexts.map(({ kind, input }) => ({ kind, input, printed: asPrinted(input) }));
  expect(printed).toEqual(printedTexts);
});

test("only letters of another script need Latin ones beside them", () => {
  const isLatin = (text: string) => !/(?!\p{Script=Latin})\p{L}/u.test(text.normalize("NFKD").replace(/[ʼʻʹǀ-ǃ]/g, ""));
  for (const { input } of printedTexts) expect([input, isPrintable(input)]).toEqual([input, isLatin(input)]);
});

test("a text that is printed is printed again as it is", () => {
  for (const { printed } of printedTexts) expect(asPrinted(printed)).toBe(printed);
});
