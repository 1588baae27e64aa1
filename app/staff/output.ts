import { cellText, csv } from "#app/domain/values/csv";
import { plainText } from "#app/language/plain-text";
import type { Answer, Row } from "./answer";
import { fitTable } from "./fit-table";
import { unpacked } from "./packed.server";
import { alikeInWords, headingOf, type WouldTell, whoseInWords } from "./told";

/** The first line of what a dry run says. */
const DRY_RUN = "Dry run: nothing has changed. This would happen:";
const MORE = "Some of it is cut. --full shows all of each row, --json and --csv write it all.";

export type Format = "text" | "aligned" | "json" | "csv";

/**
 * An answer as it is written to standard output.
 * @param columns the terminal's width: a wider list is cut, or written row by row with `isInFull`
 */
export function written(answer: Answer, format: Format, columns = Number.POSITIVE_INFINITY, isInFull = false): string {
  if (answer.kind === "document") return unpacked(answer.packed);
  if (format === "json") return `${JSON.stringify(asData(answer), null, 2)}\n`;
  if (answer.kind === "partly") return lines([...sentencesOf(answer), ...toldLines(answer.told)].map(clean));
  if (answer.kind === "refused" || answer.kind === "paper") return "";
  if (answer.kind === "done") return format === "csv" && answer.fields ? csvOf(answer.fields) : lines(linesOf(answer));
  if (format === "csv") return csv(answer.columns, answer.rows, "program");
  const table = [
    answer.columns,
    ...answer.rows.map((row) => answer.columns.map((column) => clean(cellText(row[column])))),
  ];
  if (format === "text") return lines(table.map((cells) => cells.join("\t")));
  const inColumns = aligned(table);
  if (inColumns.every((line) => line.length <= columns)) return lines(inColumns);
  if (isInFull || answer.rows.length === 1) return lines(rowByRow(table));
  const { lines: cut, isCut } = fitTable(table, columns);
  return lines([...cut, ...(isCut ? ["", MORE] : [])]);
}

function csvOf(fields: Row): string {
  return csv(Object.keys(fields), [fields], "program");
}

/** Sentences, and below them the fields, as a list shows a single row. */
function linesOf(answer: Extract<Answer, { kind: "done" }>): string[] {
  const { fields = {} } = answer;
  const named = [Object.keys(fields), Object.values(fields).map((value) => clean(cellText(value)))];
  return [...sentencesOf(answer).map(clean), ...rowByRow(named).filter(Boolean), ...toldLines(answer.told).map(clean)];
}

/** Whose it is, and what goes to whom, word for word. */
function toldLines(told: WouldTell = { whose: [], andMore: 0, messages: [] }): string[] {
  return [
    ...whoseInWords(told).map(plainText),
    ...told.messages.flatMap((message) => [
      "",
      headingOf(message),
      ...message.words
        .trimEnd()
        .split("\n")
        .map((line) => (line ? `    ${line}` : "")),
      ...(message.alike > 0 ? [alikeInWords(message)] : []),
    ]),
  ];
}

/** What was done, or would be, after what has to be meant. */
export function sentencesOf({ asks = [], isDryRun, output }: Extract<Answer, { kind: "done" | "partly" }>): string[] {
  return [...asks.map(plainText), ...(isDryRun ? [DRY_RUN] : []), ...output.map(plainText)];
}

function asData(answer: Exclude<Answer, { kind: "document" }>): unknown {
  if (answer.kind === "list") return answer.rows;
  if (answer.kind === "refused") return { done: false, why: answer.why.map(plainText) };
  if (answer.kind === "partly")
    return { done: false, said: sentencesOf(answer), why: answer.why.map(plainText), ...toldAsData(answer.told) };
  if (answer.kind === "paper") return { done: true, said: [plainText(answer.output)] };
  return { done: true, said: sentencesOf(answer), fields: answer.fields, ...toldAsData(answer.told) };
}

function toldAsData(told: WouldTell | undefined) {
  return told && { whose: whoseInWords(told).map(plainText), messages: told.messages };
}

/**
 * One line without control characters or characters that change the reading direction, because it may contain
 * customers' text.
 */
export function clean(words: string): string {
  return words.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "");
}

function aligned(table: string[][]): string[] {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  return table.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Each row as a small list of its fields without blank ones, followed by a blank line. */
function rowByRow([columns = [], ...rows]: string[][]): string[] {
  const width = Math.max(...columns.map((column) => column.length));
  const named = (cell: string, at: number) => (cell ? [`${(columns[at] ?? "").padEnd(width)}  ${cell}`] : []);
  return rows.flatMap((cells) => [...cells.flatMap(named), ""]);
}

const lines = (all: string[]) => all.map((line) => `${line}\n`).join("");
