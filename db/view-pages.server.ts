import { readApart } from "./read-apart.server";
import type { StaffViews, ViewRows } from "./staff-views.server";

/**
 * The lists that grow for years, with the column whose index they are read by, the latest first. All others have what is
 * under way.
 */
export const readByTime: Record<string, string> = {
  staff_accounts: "joined_at",
  staff_bookings: "paid_at",
  staff_driver_applications: "received_at",
  staff_history: "done_at",
  staff_invoices: "issued_at",
  staff_mail: "queued_at",
  staff_messages: "queued_at",
  staff_open_quotes: "asked_at",
  staff_payments_received: "paid_at",
  staff_sales: "booked_at",
};

const ROWS_ON_A_PAGE = 50;
/** More rows than this are sorted by their index alone. */
const MOST_SORTED = 10_000;

/** Which rows of a list, and in which order. */
export type Wanted = {
  /** Only rows whose column contains this. */
  filter?: { column: string; text: string };
  sort?: { column: string; isDescending: boolean };
  /** Where the page begins: after so many rows from the one with this time, or from the first. */
  after?: { time?: string; rows: number };
};

export type ViewPage = ViewRows & {
  next: Wanted["after"] | null;
  /** It can't be sorted so: too many rows. It has its own order. */
  isTooLong: boolean;
};

/** A page of a list in this file. A short answer is read here, and any other in a thread of its own. */
export async function viewPage(views: StaffViews, file: string, view: string, wanted: Wanted): Promise<ViewPage> {
  const { where, values } = filtered(wanted);
  const time = readByTime[view];
  const rest = { skipped: wanted.after?.rows ?? 0, limit: ROWS_ON_A_PAGE + 1 };
  const isByTime = time !== undefined && (!wanted.sort || wanted.sort.column === time);
  const isTooLong = !isByTime && wanted.sort !== undefined && (await isLong(file, view, wanted));
  if (time !== undefined && (isByTime || isTooLong || !wanted.sort)) {
    const isAscending = wanted.sort?.column === time && !wanted.sort.isDescending;
    const from = wanted.after?.time;
    const edge = from === undefined ? [] : [`"${time}" ${isAscending ? ">=" : "<="} ?`];
    const sql = `SELECT * FROM "${view}"${whereOf([...where, ...edge])} ORDER BY "${time}" ${isAscending ? "ASC" : "DESC"} LIMIT ? OFFSET ?`;
    const all = [...values, ...(from === undefined ? [] : [from]), rest.limit, rest.skipped];
    const ask = where.length === 0 ? views.ask : undefined;
    const read = ask ? ask(sql, all) : await readApart(file, sql, all);
    return { ...cut(read), next: nextByTime(read, time, from, rest.skipped), isTooLong };
  }
  const order =
    wanted.sort && !isTooLong ? ` ORDER BY "${wanted.sort.column}" ${wanted.sort.isDescending ? "DESC" : "ASC"}` : "";
  const sql = `SELECT * FROM "${view}"${whereOf(where)}${order} LIMIT ? OFFSET ?`;
  const read = await readApart(file, sql, [...values, rest.limit, rest.skipped]);
  const next = read.rows.length > ROWS_ON_A_PAGE ? { rows: rest.skipped + ROWS_ON_A_PAGE } : null;
  return { ...cut(read), next, isTooLong };
}

/** The query for all rows of a list that a filter leaves. */
export function wholeView(view: string, wanted: Wanted): { sql: string; values: string[] } {
  const { where, values } = filtered(wanted);
  return { sql: `SELECT * FROM "${view}"${whereOf(where)}`, values };
}

async function isLong(file: string, view: string, wanted: Wanted): Promise<boolean> {
  const { where, values } = filtered(wanted);
  const some = `SELECT 1 FROM "${view}"${whereOf(where)} LIMIT ${MOST_SORTED + 1}`;
  const { rows } = await readApart(file, `SELECT count(*) AS count FROM (${some})`, values);
  return Number(rows[0]?.count) > MOST_SORTED;
}

function filtered({ filter }: Wanted): { where: string[]; values: string[] } {
  if (!filter) return { where: [], values: [] };
  return { where: [`"${filter.column}" LIKE ? ESCAPE '\\'`], values: [`%${filter.text.replace(/[\\%_]/g, "\\$&")}%`] };
}

const whereOf = (conditions: string[]) => (conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "");

function cut({ columns, rows }: ViewRows): ViewRows {
  return { columns, rows: rows.slice(0, ROWS_ON_A_PAGE) };
}

/** The next page begins at the last row's time, after the rows with that time that were shown already. */
function nextByTime(
  { rows }: ViewRows,
  column: string,
  from: string | undefined,
  skipped: number,
): Wanted["after"] | null {
  if (rows.length <= ROWS_ON_A_PAGE) return null;
  const shown = rows.slice(0, ROWS_ON_A_PAGE);
  const time = String(shown.at(-1)?.[column]);
  const ofThatTime = shown.filter((row) => String(row[column]) === time).length;
  return { time, rows: ofThatTime + (time === from ? skipped : 0) };
}
