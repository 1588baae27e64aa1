import { isCalendarMonth, monthInWords } from "#app/domain/values/calendar-month";
import { isAmount } from "#app/domain/values/csv";
import { decimal } from "#app/domain/values/decimal";
import { formatRand } from "#app/domain/values/money";
import { isOver, saClock } from "#app/domain/values/sa-time";
import { wordsOf } from "#app/language/said";
import type { Words } from "#app/language/say";
import { officePaths } from "#app/paths";
import type { Cell, ShownAnswer, ShownTable } from "#app/ui/office/answer-panel";
import type { Answer, Row } from "../answer";
import { clean } from "../output";
import { alikeInWords, headingOf as headingOfMessage, whoseInWords } from "../told";
import { asPeopleWrite, dialled, linked } from "./as-people-say";
import type { PageColumn } from "./list-columns";
import { addressOf, headingOf, onPage, type PageContext } from "./on-page.server";

/** An answer as a page shows it. A file or a document is sent as itself. */
export function shown(answer: Answer, now: Date, context?: PageContext): ShownAnswer {
  const said = (sentences: Words[] = []) => sentences.map((each) => onPage(each, context));
  const why = "why" in answer ? said(answer.why) : [];
  const asks = said(answer.asks);
  const next = nextOf(answer, context);
  if (answer.kind === "list") {
    const { rows, columns, onPages = [], ifEmpty } = answer;
    const table = tableOf([...columns, ...onPages], rows, now);
    return { asks, lines: said(rows.length > 0 ? [] : [ifEmpty]), why, table };
  }
  const { told } = answer;
  const lines = "output" in answer ? said([answer.output].flat()) : [];
  return {
    asks,
    whose: told && said(whoseInWords(told)),
    lines,
    why,
    next,
    facts: answer.kind === "done" && answer.fields ? factsOf(answer.fields, now) : undefined,
    messages: told?.messages.map((message) => ({
      heading: asPeopleWrite(clean(headingOfMessage(message)), now),
      words: message.words.split("\n").map(clean).join("\n"),
      alike: message.alike > 0 ? alikeInWords(message) : null,
    })),
  };
}

/** What there is to do now, if this person may; nothing before it is done. */
function nextOf(answer: Answer, context: PageContext = {}): ShownAnswer["next"] {
  const { next } = answer;
  if (!next || ("isDryRun" in answer && answer.isDryRun)) return undefined;
  const href = addressOf(next.command, next.known, context);
  return href ? { href, words: next.words } : undefined;
}

/**
 * A list's rows as people write numbers, days and amounts, with links from numbers, phones and emails. Blank columns are
 * left out.
 * @param first the columns that come first, if all don't; the rest is shown when it is asked for
 * @param context who reads it, where a cell leads to a command
 */
export function tableOf(
  columns: string[],
  rows: Row[],
  now: Date,
  { tick, first, context }: { tick?: string; first?: readonly PageColumn[]; context?: PageContext } = {},
): ShownTable {
  const filled = (column: string) => rows.some((row) => textOf(row[column]) !== "");
  const leading = (first ?? columns).map(
    (column): Exclude<PageColumn, string> =>
      typeof column === "string" ? { heading: headingOf(column), of: [column] } : column,
  );
  const taken = new Set(leading.flatMap(({ of }) => of));
  const rest = columns.filter((column) => !taken.has(column));
  const others = rest.map((name): Exclude<PageColumn, string> => ({ heading: headingOf(name), of: [name] }));
  const used = [...leading, ...others].filter(({ of }) => of.some(filled));
  const names = used.map(({ of: [name = ""] }) => name);
  const isRest = ({ of: [name = ""] }: (typeof used)[number]) => rest.includes(name);
  return {
    columns: used.map((column, at) => ({ name: names[at] ?? "", label: column.heading, isRest: isRest(column) })),
    rows: rows.map((row) => ({
      cells: leadingFirst(
        names,
        used.map((column) => ({ ...cellOf(column, row, now, context), isRest: isRest(column) })),
      ),
      tick: tick === undefined ? undefined : textOf(row[tick]),
    })),
  };
}

/** How many cells of a row a phone shows at first. */
const MOST_ON_A_PHONE = 4;
/** What somebody looks for in a row, beside the number that leads to its page. Other rows lead with their first cells. */
const leading = [
  ...["collect_when", "status", "what_to_do", "receiver_phone", "person_phone", "sender_phone", "receiver", "person"],
  ...["sender", "applicant", "customer", "who", "about", "subject", "deliver_city", "collect_city", "city"],
];
/** Whom a row is about, and where they are: a phone begins with both, in one line. */
const peopleAndPlaces = [
  ["receiver", "deliver_suburb"],
  ["receiver", "deliver_city"],
  ["person", "street"],
  ["person", "city"],
  ["sender", "collect_suburb"],
  ["sender", "collect_city"],
];

/** Says of each cell whether a phone shows it at first. */
function leadingFirst(columns: string[], cells: ShownTable["rows"][number]["cells"]) {
  const filled = cells.filter(({ text }) => text !== "");
  const pairs = peopleAndPlaces.map((pair) => pair.map((column) => cells[columns.indexOf(column)]));
  const [person, place] = pairs.find((pair) => pair.every((cell) => cell?.text)) ?? [];
  const wanted = [
    filled.find(({ href }) => href),
    ...leading.map((column) => cells[columns.indexOf(column)]).filter((cell) => cell?.text),
    ...filled.filter(({ isRest }) => !isRest),
  ].filter((cell) => cell !== undefined && cell !== person && cell !== place);
  const first = [...new Set(wanted)].slice(0, MOST_ON_A_PHONE);
  const isShort = filled.length <= MOST_ON_A_PHONE + 1;
  return cells.map((cell) => {
    const leads = cell === person ? ("person" as const) : cell === place ? ("place" as const) : undefined;
    return { ...cell, leads, isLater: !isShort && !leads && !cell.isOver && !first.includes(cell) };
  });
}

/** The fields of one row that have something in them. */
export function factsOf(row: Row, now: Date): (Cell & { label: string })[] {
  return Object.entries(row)
    .filter(([, value]) => textOf(value) !== "")
    .map(([name]) => ({ label: headingOf(name), ...cellOf({ of: [name] }, row, now) }));
}

/** The words of a message, which open below its subject. */
export const MESSAGE_WORDS = "message_words";

/** What stands in one column of a row, or in several, each once. */
function cellOf(
  { of: columns, isDue }: Pick<Exclude<PageColumn, string>, "of" | "isDue">,
  row: Row,
  now: Date,
  context: PageContext = {},
): Cell {
  const [column = ""] = columns;
  const text = [...new Set(columns.map((each) => partOf(each, row, columns.length > 1)).filter(Boolean))].join(", ");
  if (columns.length > 1 || isDue) return { text: asPeopleWrite(text, now), isOver: isDue && isTimeOver(text, now) };
  if (column === "send_again" && text !== "") {
    const href = officePaths.do("resend email", { email: text });
    return { text: "Send again", spoken: `Send again “${textOf(row.subject)}” to ${textOf(row.to)}`, href };
  }
  if (column === "oldest_statement" && isCalendarMonth(text))
    return {
      text: monthInWords(text),
      href: addressOf("statement", { person: textOf(row.customer_email), month: text }, context),
    };
  if (/(?:^|_)phone$/.test(column)) return { text, said: dialled(text) };
  if (column === "subject" && row[MESSAGE_WORDS])
    return { text: asPeopleWrite(text, now), more: String(row[MESSAGE_WORDS]).split("\n").map(clean).join("\n") };
  const isNumber = typeof row[column] === "number";
  if (isNumber && isAmount(column)) return { text: formatRand(Math.round(Number(row[column]) * 100)), isNumber };
  if (isNumber) return { text: decimal(Number(row[column])), isNumber };
  const view = /^staff_(\w+)$/.exec(text)?.[1];
  const said = linked(text, now);
  const href = hrefOf(column, text);
  const hasLinks = !href && said.some((part) => typeof part === "object");
  return { text: view ? headingOf(view) : wordsOf(said), href, said: hasLinks ? said : undefined, isNumber };
}

/** Of several columns in one cell: "On its way, late since 2026-11-24". */
function partOf(column: string, row: Row, isOfSeveral: boolean): string {
  const text = textOf(row[column]);
  return isOfSeveral && text && column.endsWith("_since") ? `${headingOf(column).toLowerCase()} ${text}` : text;
}

/** Of the last day or time in a text. */
function isTimeOver(text: string, now: Date): boolean {
  const last = text.match(/\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?/g)?.at(-1);
  return (
    last !== undefined && (last.length > DAY_LENGTH ? isOver(last, now) : last < saClock(now).slice(0, DAY_LENGTH))
  );
}
const DAY_LENGTH = "2026-12-01".length;

const OUR_NUMBER = /^(?:TH\d{10}|[QDC]\d{8})$/;
const INVOICE = /^(?:INV|CN)-(?:[A-Z]+-)?\d+$/;
const PERSON = /^[^\s@,]+@[^\s@,]+$/;

/** Where a cell leads: to the page of its number, of its paper, of its person or of the view that it names. */
export function hrefOf(column: string, text: string): string | undefined {
  if (OUR_NUMBER.test(text)) return officePaths.one(text);
  if (INVOICE.test(text)) return officePaths.invoice(text);
  if (/^staff_\w+$/.test(text)) return officePaths.list(text);
  return /email$/.test(column) && column !== "email_id" && PERSON.test(text) ? officePaths.find(text) : undefined;
}

function textOf(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "boolean" ? (value ? "yes" : "no") : clean(String(value));
}
