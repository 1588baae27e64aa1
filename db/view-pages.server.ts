import type { ViewRows } from "./read-apart.server";
import type { StaffViews } from "./staff-views.server";

/**
 * The lists that grow for years, with the columns by which an index can sort them. The first is their own order, the
 * latest first. All others have what is under way, in the order that the view has.
 */
export const sortedByIndex: Record<string, readonly [string, ...string[]]> = {
  staff_accounts: ["joined_at", "customer_email"],
  staff_bookings: ["paid_at", "waybill_no", "quote_no"],
  staff_driver_applications: ["received_at", "reference"],
  staff_history: ["done_at"],
  staff_invoices: ["issued_at", "invoice_no"],
  staff_mail: ["queued_at"],
  staff_messages: ["queued_at"],
  staff_office_looks: ["done_at"],
  staff_open_quotes: ["asked_at", "quote_no"],
  staff_payments_received: ["paid_at"],
  staff_sales: ["booked_at", "quote_no"],
};

const ROWS_ON_A_PAGE = 50;
/** More rows than this are sorted by their index alone. */
const MOST_SORTED = 10_000;
/** The next page skips the rows with one key. Skipping more, as a typed address may ask, takes a thread. */
const MOST_SKIPPED_HERE = 1_000;

/** Which rows of a list, and in which order. */
export type Wanted = {
  /** Only rows whose columns contain these, each of them. */
  filters?: { column: string; text: string }[];
  /** Only rows of this condition, which is SQL of ours. */
  where?: string;
  sort?: { column: string; isDescending: boolean };
  /** Where the page begins: after so many rows from the one with this key, or from the first. */
  after?: { key?: string; rows: number };
};

export type ViewPage = ViewRows & {
  next: Wanted["after"] | null;
  /** The column that sorts it; null where the view's own order does. */
  sortedBy: Wanted["sort"] | null;
  /** It can't be sorted so: too many rows. It has its own order. */
  isTooLong: boolean;
};

/** A page of a list. A short answer is read here, and any other in a thread of its own. */
export async function viewPage(views: StaffViews, view: string, wanted: Wanted): Promise<ViewPage> {
  const { where, values } = filtered(wanted);
  const indexed = sortedByIndex[view];
  const rest = { skipped: wanted.after?.rows ?? 0, limit: ROWS_ON_A_PAGE + 1 };
  const isIndexed = !wanted.sort || indexed?.includes(wanted.sort.column);
  const isTooLong = !isIndexed && (await isLong(views, view, wanted));
  const asked = isTooLong ? undefined : wanted.sort;
  const sort = asked ?? (indexed && { column: indexed[0], isDescending: true });
  if (sort && indexed?.includes(sort.column)) {
    const { column, isDescending } = sort;
    const from = wanted.after?.key;
    const edge = from === undefined ? [] : [`"${column}" ${isDescending ? "<=" : ">="} ?`];
    const sql = `SELECT * FROM "${view}"${whereOf([...where, ...edge])} ORDER BY "${column}" ${isDescending ? "DESC" : "ASC"} LIMIT ? OFFSET ?`;
    const all = [...values, ...(from === undefined ? [] : [from]), rest.limit, rest.skipped];
    const read = await views.ask(sql, all, where.length > 0 || rest.skipped > MOST_SKIPPED_HERE);
    return { ...cut(read), next: nextByKey(read, column, from, rest.skipped), sortedBy: sort, isTooLong };
  }
  const order = sort ? ` ORDER BY "${sort.column}" ${sort.isDescending ? "DESC" : "ASC"}` : "";
  const sql = `SELECT * FROM "${view}"${whereOf(where)}${order} LIMIT ? OFFSET ?`;
  const read = await views.ask(sql, [...values, rest.limit, rest.skipped], true);
  const next = read.rows.length > ROWS_ON_A_PAGE ? { rows: rest.skipped + ROWS_ON_A_PAGE } : null;
  return { ...cut(read), next, sortedBy: sort ?? null, isTooLong };
}

/** The query for all rows of a list that a filter leaves. */
export function wholeView(view: string, wanted: Wanted): { sql: string; values: string[] } {
  const { where, values } = filtered(wanted);
  return { sql: `SELECT * FROM "${view}"${whereOf(where)}`, values };
}

async function isLong(views: StaffViews, view: string, wanted: Wanted): Promise<boolean> {
  const { where, values } = filtered(wanted);
  const some = `SELECT 1 FROM "${view}"${whereOf(where)} LIMIT ${MOST_SORTED + 1}`;
  const { rows } = await views.ask(`SELECT count(*) AS count FROM (${some})`, values, true);
  return Number(rows[0]?.count) > MOST_SORTED;
}

function filtered({ filters = [], where }: Wanted): { where: string[]; values: string[] } {
  return {
    where: [...(where ? [where] : []), ...filters.map(({ column }) => `"${column}" LIKE ? ESCAPE '\\'`)],
    values: filters.map(({ text }) => `%${text.replace(/[\\%_]/g, "\\$&")}%`),
  };
}

const whereOf = (conditions: string[]) => (conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "");

function cut({ columns, rows }: ViewRows): ViewRows {
  return { columns, rows: rows.slice(0, ROWS_ON_A_PAGE) };
}

/** The next page begins at the last row's key, after the rows with that key that were shown already. */
function nextByKey(
  { rows }: ViewRows,
  column: string,
  from: string | undefined,
  skipped: number,
): Wanted["after"] | null {
  if (rows.length <= ROWS_ON_A_PAGE) return null;
  const shown = rows.slice(0, ROWS_ON_A_PAGE);
  const key = String(shown.at(-1)?.[column]);
  const ofThatKey = shown.filter((row) => String(row[column]) === key).length;
  return { key, rows: ofThatKey + (key === from ? skipped : 0) };
}
