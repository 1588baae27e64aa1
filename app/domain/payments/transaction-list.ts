import { readTable } from "../values/delimited-text";
import { type Cents, centsFromRand } from "../values/money";
import { momentOnSaClock } from "../values/sa-time";

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

export type TransactionList = { ok: true; transactions: Transaction[] } | { ok: false; refusal: string };

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
  const rows = rowsOf(content);
  if (!rows) return { ok: false, refusal: "This is neither a CSV nor a JSON list of transactions." };
  const [first] = rows;
  if (!first) return { ok: true, transactions: [] };
  for (const column of ["gross", "pfPaymentId", "at"] as const) {
    if (headings[column].some((heading) => heading in first)) continue;
    return { ok: false, refusal: `The list has no column "${spoken[column]}".` };
  }
  const transactions: Transaction[] = [];
  for (const [index, row] of rows.entries()) {
    const transaction = transactionIn(row, now);
    if (!transaction)
      return { ok: false, refusal: `Transaction ${index + 1} of the list has no date or amount that can be read.` };
    transactions.push(transaction);
  }
  return { ok: true, transactions };
}

const spoken = { gross: "Gross", pfPaymentId: "PF Payment ID", at: "Date" };

function transactionIn(row: Record<string, string>, now: Date): Transaction | null {
  const cell = (column: keyof typeof headings) => headings[column].map((heading) => row[heading]).find(Boolean) ?? "";
  const at = momentIn(cell("at"), now);
  const gross = amountIn(cell("gross"));
  if (!at || gross === null) return null;
  const fee = amountIn(cell("fee"));
  const type = cell("type");
  return {
    kind: kindOf(type, cell("sign"), gross),
    type,
    at,
    orderId: cell("orderId"),
    pfPaymentId: cell("pfPaymentId"),
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

/** Reads `2026-11-21 14:05:33`, `2026/11/21` or an ISO time. South African time if no zone is given. */
function momentIn(typed: string, now: Date): Date | null {
  const [, day, clock] = /^(\d{4}[-/]\d{2}[-/]\d{2})(?:[ T](.+))?$/.exec(typed.trim()) ?? [];
  if (!day) return null;
  return momentOnSaClock(`${day.replaceAll("/", "-")}T${clock?.replace(/\.\d+/, "") ?? "00:00"}`, now);
}

/** Reads `-24.73`, `"22,574.02"` or `R 80,62`; null when there is no amount. */
function amountIn(typed: string): Cents | null {
  const plain = typed.replace(/\s/g, "");
  return centsFromRand(plain.includes(".") ? plain.replaceAll(",", "") : plain);
}

function rowsOf(content: string): Record<string, string>[] | null {
  const text = content.replace(/^\uFEFF/, "").trim();
  if (!/^[[{"]/.test(text) || /^"[^"]*"[,;\t]/.test(text))
    return /[,;\t]/.test(text) || text === "" ? fieldsIn(text) : null;
  try {
    return rowsInJson(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Null for a table with more columns than PayFast would write. */
function fieldsIn(content: string): Record<string, string>[] | null {
  const table = readTable(content);
  return table.ok ? table.lines.map(({ fields }) => fields) : null;
}

/** The rows of a JSON list, or of the API's answer around one: `{ data: { response: … } }`. */
function rowsInJson(json: unknown): Record<string, string>[] | null {
  if (typeof json === "string") return fieldsIn(json);
  if (Array.isArray(json)) return json.map(asRow);
  if (typeof json !== "object" || json === null) return null;
  const [inside] = ["response", "data", "transactions"].filter((key) => key in json);
  return inside ? rowsInJson(json[inside as keyof typeof json]) : null;
}

function asRow(item: unknown): Record<string, string> {
  const fields = typeof item === "object" && item !== null ? Object.entries(item) : [];
  return Object.fromEntries(
    fields.map(([name, value]) => [name.toLowerCase().replace(/[^a-z0-9]+/g, "_"), String(value ?? "")]),
  );
}
