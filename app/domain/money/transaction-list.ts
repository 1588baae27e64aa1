import { MOST_COLUMNS, nameOf, tableLines } from "../values/delimited-text";
import { type Cents, centsFromRand } from "../values/money";
import { type DoneOr, refused } from "../values/refused";
import { momentOnSaClock } from "../values/sa-time";
import { momentWritten } from "../values/written-day";

/**
 * The kind of a line in PayFast's transaction list. `other`: an account fee, a transfer, anything that isn't about our
 * orders.
 */
export type TransactionKind = "payment" | "refund" | "payout" | "other";

/** One line of the list. Amounts in cents, without a sign: the kind says which way the money went. */
export type Transaction = {
  kind: TransactionKind;
  /** PayFast's own word: `FUNDS_RECEIVED`, "Funds Received (Refund)". */
  type: string;
  at: Date;
  /** Our order, `m_payment_id`; blank when the line isn't ours. */
  orderId: string;
  pfPaymentId: string;
  grossCents: Cents;
  feeCents: Cents | null;
};

export type TransactionList = DoneOr<{ transactions: Transaction[] }>;

/** A list that is read again, line by line, each time that its transactions are gone through. */
export type LongList = DoneOr<{ transactions: Iterable<Transaction>; count: number }>;

/** Three busy years. */
const MOST_LINES = 300_000;
/** JSON is read as a whole. What PayFast's API answers at once is a quarter of this. */
const MOST_JSON_CHARACTERS = 2 * 1024 ** 2;

/** Each column's possible headings: first the one in PayFast's CSV, then those in its JSON and notices. */
const headings = {
  at: ["date", "created", "created_at", "transaction_date"],
  type: ["type", "payment_status", "status"],
  sign: ["sign"],
  gross: ["gross", "amount_gross", "amount"],
  fee: ["fee", "amount_fee"],
  orderId: ["m_payment_id"],
  pfPaymentId: ["pf_payment_id"],
} as const;

/**
 * Reads PayFast's transaction list: the CSV from its site, or its API's answer, which is that CSV as it is, the CSV
 * inside JSON, or a list of objects. Columns are found by their headings, in any order.
 */
export function readTransactionList(content: string, now: Date): TransactionList {
  const transactions: Transaction[] = [];
  const why = goThrough([content], now, (transaction) => transactions.push(transaction));
  return why === null ? { ok: true, transactions } : refused(why);
}

/**
 * The same for a list of a year, of which no more than a piece is in memory. All of it is checked first.
 * @param pieces its text, from the beginning each time
 */
export function openTransactionList(pieces: () => Iterable<string>, now: Date): LongList {
  let count = 0;
  const why = goThrough(pieces(), now, () => (count += 1));
  if (why !== null) return refused(why);
  return { ok: true, count, transactions: { [Symbol.iterator]: () => transactionsIn(pieces(), now) } };
}

/** @returns why the list is refused, at the first line that can't be read; otherwise null */
function goThrough(pieces: Iterable<string>, now: Date, take: (transaction: Transaction) => void): string | null {
  const reading = transactionsIn(pieces, now);
  for (let next = reading.next(); ; next = reading.next()) {
    if (next.done) return next.value;
    take(next.value);
  }
}

/** @returns why it ends before the list does; otherwise null */
function* transactionsIn(pieces: Iterable<string>, now: Date): Generator<Transaction, string | null> {
  let count = 0;
  for (const cells of cellsIn(pieces)) {
    if (typeof cells === "string") return cells;
    count += 1;
    const transaction = transactionOf(cells, now);
    if (!transaction) return `Transaction ${count} of the list has no date or amount that can be read.`;
    yield transaction;
  }
  return null;
}

/** A line's cells, of the columns that we need. */
type Cells = Record<keyof typeof headings, string>;

/** The lines of a list, or why it can't be read further. */
function* cellsIn(pieces: Iterable<string>): Generator<Cells | string> {
  const [first, all] = withFirst(pieces);
  if (!isJson(first)) return yield* cellsInTable(all);
  let text = "";
  for (const piece of all) {
    text += piece;
    if (text.length > MOST_JSON_CHARACTERS) return yield "This JSON is too long. Take the CSV from PayFast's site.";
  }
  yield* cellsInJson(text);
}

/** A text's first line, or as much of it as tells what it is; and all of it. */
function withFirst(pieces: Iterable<string>): [first: string, all: Iterable<string>] {
  const begun = pieces[Symbol.iterator]();
  let first = "";
  for (let next = begun.next(); !next.done; next = begun.next()) {
    first = (first + next.value).trimStart();
    if (/[\r\n]/.test(first) || first.length > LONGEST_FIRST) break;
  }
  function* all() {
    try {
      yield first;
      yield* { [Symbol.iterator]: () => begun };
    } finally {
      // Closes the file, also when the first line is enough.
      begun.return?.();
    }
  }
  return [first, all()];
}

const LONGEST_FIRST = 16 * 1024;

function isJson(text: string): boolean {
  return /^[[{"]/.test(text) && !/^"(?:sep=|[^"]*"[,;\t])/i.test(text);
}

function* cellsInTable(pieces: Iterable<string>): Generator<Cells | string> {
  let columns: Columns | undefined;
  for (const { number, fields, columns: width } of tableLines(pieces)) {
    if (number > MOST_LINES + 1) return yield `The list has more than ${MOST_LINES} lines. Take one of fewer days.`;
    if (columns) {
      yield cellsOf(fields, columns);
      continue;
    }
    if (fields.length < 2 || width > MOST_COLUMNS) return yield NO_LIST;
    columns = columnsOf(fields.map(nameOf));
    const missing = missingIn(columns);
    if (missing) return yield missing;
  }
}

function* cellsInJson(text: string): Generator<Cells | string> {
  const found = listInJson(text);
  if (found === null) return yield NO_LIST;
  if (typeof found === "string") return yield* cellsInTable([found.trim()]);
  for (const [at, item] of found.entries()) {
    const entries = typeof item === "object" && item !== null ? Object.entries(item) : [];
    const columns = columnsOf(entries.map(([name]) => nameOf(name)));
    const missing = at === 0 ? missingIn(columns) : null;
    if (missing) return yield missing;
    const fields = entries.map(([, value]) => String(value ?? ""));
    yield cellsOf(fields, columns);
  }
}

const NO_LIST = "This is neither a CSV nor a JSON list of transactions.";

/** At which places a line has each column; several headings may be one. */
type Columns = Record<keyof typeof headings, number[]>;

function columnsOf(names: string[]): Columns {
  const placesOf = (column: keyof typeof headings) =>
    headings[column].map((heading) => names.lastIndexOf(heading)).filter((place) => place >= 0);
  return byColumn(placesOf);
}

function cellsOf(fields: string[], columns: Columns): Cells {
  return byColumn((column) => columns[column].map((place) => fields[place]?.trim()).find(Boolean) ?? "");
}

function byColumn<Value>(of: (column: keyof typeof headings) => Value): Record<keyof typeof headings, Value> {
  return {
    at: of("at"),
    type: of("type"),
    sign: of("sign"),
    gross: of("gross"),
    fee: of("fee"),
    orderId: of("orderId"),
    pfPaymentId: of("pfPaymentId"),
  };
}

/** Why a list without a column is refused. */
function missingIn(columns: Columns): string | null {
  const missing = (["gross", "pfPaymentId", "at"] as const).find((column) => columns[column].length === 0);
  return missing ? `The list has no column "${spoken[missing]}".` : null;
}

const spoken = { gross: "Gross", pfPaymentId: "PF Payment ID", at: "Date" };

function transactionOf(cells: Cells, now: Date): Transaction | null {
  const { type, sign, orderId, pfPaymentId } = cells;
  const at = momentIn(cells.at, now);
  const gross = centsFromRand(cells.gross);
  if (!at || gross === null) return null;
  const fee = centsFromRand(cells.fee);
  return {
    kind: kindOf(type, sign, gross),
    type,
    at,
    orderId,
    pfPaymentId,
    grossCents: Math.abs(gross),
    feeCents: fee === null ? null : Math.abs(fee),
  };
}

function kindOf(type: string, sign: string, gross: Cents): TransactionKind {
  const word = type.toLowerCase().replace(/[^a-z]+/g, " ");
  if (/refund|reversal|chargeback/.test(word)) return "refund";
  if (/\bfee\b/.test(word)) return "other";
  if (/payout|withdrawal/.test(word)) return "payout";
  const isIn = sign ? /credit/i.test(sign) : gross > 0;
  return isIn && /^$|funds received|payment|complete/.test(word.trim()) ? "payment" : "other";
}

/** Reads `2026-11-21 14:05:33`, an ISO time, or what a spreadsheet makes of them. South African time if no zone is given. */
function momentIn(typed: string, now: Date): Date | null {
  const [, day, clock] = /^(\d{4}[-/]\d{2}[-/]\d{2})(?:[ T](.+))?$/.exec(typed.trim()) ?? [];
  if (!day) return momentWritten(typed, now);
  return momentOnSaClock(`${day.replaceAll("/", "-")}T${clock?.replace(/\.\d+/, "") ?? "00:00"}`, now);
}

/** The rows of a JSON list, or the CSV inside; of the API's answer too: `{ data: { response: … } }`. Null if there is none. */
function listInJson(text: string): unknown[] | string | null {
  try {
    return listIn(JSON.parse(text));
  } catch {
    return null;
  }
}

function listIn(json: unknown): unknown[] | string | null {
  if (typeof json === "string" || Array.isArray(json)) return json;
  if (typeof json !== "object" || json === null) return null;
  const [inside] = ["response", "data", "transactions"].filter((key) => key in json);
  return inside ? listIn(json[inside as keyof typeof json]) : null;
}
