import { expect, test } from "vitest";
import { MOST_COLUMNS, readTable, tableLines } from "#app/domain/values/delimited-text";
import { layouts } from "../../support/corpus/files";

const linesIn = (content: string) => {
  const table = readTable(content);
  return table.ok ? table.lines : [];
};
const rowsIn = (content: string) => linesIn(content).map(({ fields }) => fields);

test.each([
  ["commas", "Name,City\nThandi,Soweto\n"],
  ["semicolons, as spreadsheets of some countries write them", "Name;City\r\nThandi;Soweto\r\n"],
  ["tabs, as they are copied from a spreadsheet", "Name\tCity\rThandi\tSoweto"],
  ["a byte order mark, as Excel writes it", "\uFEFFName,City\nThandi,Soweto"],
  ["spaces and blank lines", "\n Name , City \n\n Thandi , Soweto \n , \n"],
])("a table is read by its headings: with %s", (_, content) => {
  expect(rowsIn(content)).toEqual([{ name: "Thandi", city: "Soweto" }]);
});

test.each(layouts)("a table is read by its headings: $kind", ({ text }) => {
  const rows = [
    ["Name", "City", "Note"],
    ["Thandi", "Soweto, South", "gate; blue"],
    ["Sipho", "Durban", "line\nbreak"],
  ];
  const expected = [
    { number: 2, fields: { name: "Thandi", city: "Soweto, South", note: "gate; blue" } },
    { number: 3, fields: { name: "Sipho", city: "Durban", note: "line\nbreak" } },
  ];
  const table = text(rows);
  const before = /^[\r\n]*/.exec(table)?.[0].length ?? 0;
  expect(linesIn(table)).toEqual(expected.map((line) => ({ ...line, number: line.number + before / 2 })));
  for (const length of [1, 2, 3, 7]) {
    const pieces = table.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
    expect([...tableLines(pieces)].map(({ fields }) => fields)).toEqual(rows);
  }
});

test("headings are matched in lower case, whatever is between their words", () => {
  expect(rowsIn("PF Payment ID,Amount (gross)\n1,2")).toEqual([{ pf_payment_id: "1", amount_gross_: "2" }]);
});

test("a quoted field may contain separators, line ends and quotes; text after it is dropped", () => {
  const content = 'name,what,city\n"Nkosi, Thandi","say ""Sawubona""\r\nloudly"x,Soweto\n"",,"Durban"\n';
  expect(rowsIn(content)).toEqual([
    { name: "Nkosi, Thandi", what: 'say "Sawubona"\nloudly', city: "Soweto" },
    { name: "", what: "", city: "Durban" },
  ]);
});

test("the separator is the most frequent one in the first line", () => {
  expect(rowsIn('name;"city";note\nThandi;Soweto;a,b,c,d')).toEqual([
    { name: "Thandi", city: "Soweto", note: "a,b,c,d" },
  ]);
  expect(rowsIn("name\nThandi")).toEqual([{ name: "Thandi" }]);
  expect(rowsIn("name\nThandi;Soweto,here")).toEqual([{ name: "Thandi;Soweto" }]);
});

test("a line may be shorter than the first, or longer", () => {
  expect(rowsIn("name,city\nThandi\nSipho,Durban,more")).toEqual([
    { name: "Thandi", city: "" },
    { name: "Sipho", city: "Durban" },
  ]);
});

test.each(["", "\n\n", "name,city", "name,city\n,\n"])("%j has no line", (content) => {
  expect(rowsIn(content)).toEqual([]);
});

test("an unclosed quote ends the reading without an exception", () => {
  expect(rowsIn('name,city\nThandi,Soweto\n"Sipho,Durban')).toContainEqual({ name: "Thandi", city: "Soweto" });
});

test("a line's number is a spreadsheet's: blank lines count, a line end inside a field doesn't", () => {
  const content = '\nname,note\n\nThandi,"behind\nthe church"\n , \nSipho,\n';
  expect(linesIn(content).map(({ number, fields }) => [number, fields.name])).toEqual([
    [4, "Thandi"],
    [6, "Sipho"],
  ]);
});

test("lines beyond the most are counted, blank ones left out, and not read", () => {
  expect(readTable("name\nA\n\nB\nC\n \nD\n", 2)).toEqual({
    ok: true,
    lines: [
      { number: 2, fields: { name: "A" } },
      { number: 4, fields: { name: "B" } },
    ],
    count: 4,
  });
});

test("as many columns as are allowed are read, one more is refused; a line may have more than the first", () => {
  const heading = (columns: number) => Array.from({ length: columns }, (_, n) => `c${n}`).join(",");
  expect(readTable(`${heading(MOST_COLUMNS)}\na`)).toMatchObject({ ok: true, count: 1 });
  expect(readTable(`${heading(MOST_COLUMNS + 1)}\na`)).toEqual({ ok: false, columns: MOST_COLUMNS + 1 });
  expect(rowsIn(`name,city\n${"a,".repeat(1_000)}`)).toEqual([{ name: "a", city: "a" }]);
});
