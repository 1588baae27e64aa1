import { decimal } from "./decimal";
import { amountFromCents } from "./money";

export type CellValue = string | number | boolean | null | undefined;

/** What reads a CSV file: a program, or a spreadsheet with South African settings, which opens it as it is. */
export type CsvReader = keyof typeof signs;

/**
 * `formula`: the start of a cell that a spreadsheet would run, although a customer typed it. A spreadsheet with other
 * settings than the file is meant for splits cells at its own separator and ignores our quotes there, so a cell may start
 * in the middle of ours. `guard`: the apostrophe that we write before it. `rand`: an amount, which people write with both
 * its decimals.
 */
const signs = {
  program: { separator: ",", decimal: String, rand: String, ...formulasAfter(";") },
  spreadsheet: { separator: ";", decimal, rand: randWritten, ...formulasAfter(",") },
};

/** Apostrophes that were there before count too, so that exactly ours can be taken off again. */
function formulasAfter(otherSeparator: string): { formula: RegExp; guard: RegExp } {
  const before = (sign: string) =>
    new RegExp(`^${sign}(?='*[\\t\\r\\n])|(?<=^|[${otherSeparator}\\t\\r\\n])${sign}(?='*[" ]*[=+\\-@＝＋－＠])`, "g");
  return { formula: before(""), guard: before("'") };
}

/** `71,10`. */
function randWritten(rand: number): string {
  return amountFromCents(Math.round(rand * 100)).replace(".", ",");
}

/** Tells a spreadsheet that the file is UTF-8. */
const BOM = "\uFEFF";

/** Whether a column has amounts in rand, by its name. */
export const isAmount = (column: string) => /^(?:rand|net|vat|gross|fee)$|_rand(?:_|$)/.test(column);

/**
 * RFC 4180, with nothing that a spreadsheet would run. Numbers stay numbers.
 * @param headings what the first line says, if not the names of the columns
 */
export function csv(
  columns: readonly string[],
  rows: readonly Record<string, CellValue>[],
  reader: CsvReader,
  headings: readonly string[] = columns,
): string {
  const line = csvLines(columns, reader);
  return csvHeading(headings, reader) + rows.map((row) => line(columns.map((column) => row[column]))).join("");
}

export const csvHeading = (headings: readonly string[], reader: CsvReader) => BOM + lineOf(headings, [], reader);

/** Writes each row of a file as a line. */
export function csvLines(columns: readonly string[], reader: CsvReader): (row: readonly CellValue[]) => string {
  const amounts = columns.map(isAmount);
  return (row) => lineOf(row, amounts, reader);
}

function lineOf(row: readonly CellValue[], amounts: readonly boolean[], reader: CsvReader): string {
  const { separator, decimal, rand, formula } = signs[reader];
  const cells = row.map((value, at) =>
    typeof value === "number" ? (amounts[at] ? rand : decimal)(value) : quoted(cellText(value).replace(formula, "'")),
  );
  return `${cells.join(separator)}\r\n`;
}

/** A cell's text without the apostrophes that keep a spreadsheet from running it. */
export function unguarded(cell: string, reader: CsvReader): string {
  return cell.replace(signs[reader].guard, "");
}

function quoted(words: string): string {
  return /[",;\r\n\t]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
}

/** A cell of a table as text. */
export function cellText(value: CellValue): string {
  if (value === null || value === undefined) return "";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
