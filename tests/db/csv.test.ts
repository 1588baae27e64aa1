import { expect, test } from "vitest";
import { parseCsv } from "#db/csv";

test("the first line names the columns of the others", () => {
  expect(parseCsv("from_code,town\n0001,Pretoria\n1431,Katlehong\n")).toEqual([
    { from_code: "0001", town: "Pretoria" },
    { from_code: "1431", town: "Katlehong" },
  ]);
});

test("a quoted field may hold commas and doubled quotes", () => {
  expect(parseCsv('name,note\n"Congo, the Democratic Republic of","called ""DRC"""')).toEqual([
    { name: "Congo, the Democratic Republic of", note: 'called "DRC"' },
  ]);
});

test.each([
  [",b,c", ["", "b", "c"]],
  ["a,,c", ["a", "", "c"]],
  ["a,b,", ["a", "b", ""]],
  [",,", ["", "", ""]],
  ['"",b,""', ["", "b", ""]],
])("a blank field is a field, in any position: %s", (line, fields) => {
  expect(parseCsv(`x,y,z\n${line}`).map((row) => [row.x, row.y, row.z])).toEqual([fields]);
});

test("files saved by Excel are read the same: CR LF, a byte order mark, blank lines at the end", () => {
  expect(parseCsv("\uFEFFtown,zone\r\nTembisa,metro\r\n\r\n")).toEqual([{ town: "Tembisa", zone: "metro" }]);
});

test("a line with a field too many or too few is named", () => {
  expect(() => parseCsv("town,zone\nTembisa,metro\nSoweto")).toThrow("line 3 has 1 fields, not 2");
  expect(() => parseCsv("town,zone\nSoweto,metro,served")).toThrow("line 2 has 3 fields, not 2");
});

test("a file without a line has no rows", () => {
  expect(parseCsv("")).toEqual([]);
});
