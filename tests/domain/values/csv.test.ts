import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvReader, csvLines, unguarded } from "#app/domain/values/csv";

const pieces = ["=", "+", "-", "@", "＝", "'", "''", '"', ",", ";", "\t", "\r", "\n", " ", "a", "082", "=1+1"];

test("the guard against formulas is taken off again, and nothing of a text's own", () => {
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((some) => some.join(""));
  fc.assert(
    fc.property(texts, fc.constantFrom<CsvReader>("program", "spreadsheet"), (text, reader) => {
      const cell = read(csvLines(["note"], reader)([text]));
      expect(unguarded(cell, reader)).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

/** The only cell of a line, as RFC 4180 has it. */
function read(line: string): string {
  const written = line.replace(/\r\n$/, "");
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
}
