import { normalisePhone, phoneAsShown } from "#app/domain/values/phone.server";
import type { Said } from "#app/language/said";
import type { Words } from "#app/language/say";
import { officePaths } from "#app/paths";
import type { Cell, ShownAnswer, ShownTable } from "#app/ui/office/answer-panel";
import type { Answer, Row } from "../answer";
import { clean } from "../output";
import { alikeInWords, headingOf as headingOfMessage, whoseInWords } from "../told";
import type { PageColumn } from "./list-columns";
import { addressOf, headingOf, onPage, type PageContext } from "./on-page.server";

/** An answer as a page shows it. A file or a document is sent as itself. */
export function shown(answer: Answer, context?: PageContext): ShownAnswer {
  const said = (sentences: Words[] = []) => sentences.map((each) => onPage(each, context));
  const why = "why" in answer ? said(answer.why) : [];
  const asks = said(answer.asks);
  const next = nextOf(answer, context);
  if (answer.kind === "list") {
    const { rows, columns, ifEmpty } = answer;
    return { asks, lines: said(rows.length > 0 ? [] : [ifEmpty]), why, table: tableOf(columns, rows) };
  }
  const { told } = answer;
  const lines = "output" in answer ? said([answer.output].flat()) : [];
  return {
    asks,
    whose: told && said(whoseInWords(told)),
    lines,
    why,
    next,
    facts: answer.kind === "done" && answer.fields ? factsOf(answer.fields) : undefined,
    messages: told?.messages.map((message) => ({
      heading: clean(headingOfMessage(message)),
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
 * A list's rows, with links from numbers, phones and emails. Blank columns are left out.
 * @param first the columns that come first, if all don't; the rest is shown when it is asked for
 */
export function tableOf(columns: string[], rows: Row[], tick?: string, first?: readonly PageColumn[]): ShownTable {
  const filled = (column: string) => rows.some((row) => textOf(row[column]) !== "");
  const leading = (first ?? columns).map((column): { heading: string; of: readonly string[] } =>
    typeof column === "string" ? { heading: headingOf(column), of: [column] } : column,
  );
  const taken = new Set(leading.flatMap(({ of }) => of));
  const rest = columns.filter((column) => !taken.has(column));
  const used = [...leading, ...rest.map((name) => ({ heading: headingOf(name), of: [name] }))].filter(({ of }) =>
    of.some(filled),
  );
  const names = used.map(({ of: [name = ""] }) => name);
  const isRest = ({ of: [name = ""] }: (typeof used)[number]) => rest.includes(name);
  return {
    columns: used.map((column, at) => ({ name: names[at] ?? "", label: column.heading, isRest: isRest(column) })),
    rows: rows.map((row) => ({
      cells: leadingFirst(
        names,
        used.map((column) => ({ ...cellOf(column.of, row), isRest: isRest(column) })),
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
  ...["sender", "applicant", "customer", "subject", "deliver_city", "collect_city", "city"],
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
    return { ...cell, leads, isLater: !isShort && !leads && !first.includes(cell) };
  });
}

/** The fields of one row that have something in them. */
export function factsOf(row: Row): { label: string; text: string; href?: string }[] {
  return Object.entries(row)
    .filter(([, value]) => textOf(value) !== "")
    .map(([name]) => ({ label: headingOf(name), ...cellOf([name], row) }));
}

/** What stands in one column of a row, or in several, each once. */
function cellOf(columns: readonly string[], row: Row): Cell {
  const [column = ""] = columns;
  if (columns.length > 1) {
    const texts = columns.map((each) => textOf(row[each])).filter(Boolean);
    return { text: [...new Set(texts)].join(", ") };
  }
  const text = textOf(row[column]);
  if (column === "send_again" && text !== "") {
    const href = officePaths.do("resend email", { email: text });
    return { text: "Send again", spoken: `Send again “${textOf(row.subject)}” to ${textOf(row.to)}`, href };
  }
  if (/(?:^|_)phone$/.test(column)) return { text, said: phonesIn(text) };
  const view = /^staff_(\w+)$/.exec(text)?.[1];
  return { text: view ? headingOf(view) : text, href: hrefOf(column, text), isNumber: typeof row[column] === "number" };
}

/** "082 123 4567 or 083 111 2222", each to be dialled. */
function phonesIn(text: string): Said {
  return text.split(/( or )/).map((each) => {
    const phone = normalisePhone(each);
    return phone ? { words: phoneAsShown(phone), href: `tel:${phone}` } : each;
  });
}

const OUR_NUMBER = /^(?:TH\d{10}|[QDC]\d{8})$/;
const PERSON = /^[^\s@,]+@[^\s@,]+$/;

/** Where a cell leads: to the page of its number, of its person or of the view that it names. */
export function hrefOf(column: string, text: string): string | undefined {
  if (OUR_NUMBER.test(text)) return officePaths.one(text);
  if (/^staff_\w+$/.test(text)) return officePaths.list(text);
  return /email$/.test(column) && column !== "email_id" && PERSON.test(text) ? officePaths.find(text) : undefined;
}

function textOf(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "boolean" ? (value ? "yes" : "no") : clean(String(value));
}
