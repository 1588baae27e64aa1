import type Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import { siteFacts } from "../schema/site-facts";
import type { Reader } from "../store-types";

/** What a database has issued. */
export type Issued = {
  /** The last invoice and credit note of each payment mode: `INV-000041`, `CN-000002`, `INV-TEST-000007`. */
  papers: string[];
  /** The id of the last of staff's actions. */
  action: string | null;
};

/** The rows of `site_facts` with the last number of a series that was issued elsewhere: in a database that was lost. */
export const CARRIED = "issued ";

/** Each is one step in an index: this is read after every commit. Both databases know it. */
const LAST_PAPERS = `
  WITH modes (mode) AS (VALUES ('live'), ('sandbox'), ('simulator')), kinds (kind) AS (VALUES ('invoice'), ('credit_note'))
  SELECT (
    SELECT invoice_no FROM invoices WHERE invoices.mode = modes.mode AND invoices.kind = kinds.kind ORDER BY number DESC LIMIT 1
  ) AS paper FROM modes CROSS JOIN kinds`;
const LAST_ACTION = "SELECT id FROM staff_actions ORDER BY rowid DESC LIMIT 1";
/** The last paper of each series and mode, or null, and what was carried over: one column, `paper`. */
export const ALL_LAST_PAPERS = `${LAST_PAPERS} UNION ALL SELECT value FROM site_facts WHERE name LIKE '${CARRIED}%'`;

/** @returns what tells what a SQLite database has issued by now */
export function issuedIn(connection: Database.Database): () => Issued {
  const papers = connection.prepare(ALL_LAST_PAPERS).pluck();
  const action = connection.prepare(LAST_ACTION).pluck();
  return () => ({
    papers: highest((papers.all() as (string | null)[]).filter((paper) => paper !== null)),
    action: (action.get() as string | undefined) ?? null,
  });
}

/** The last paper of each series. */
export function highest(papers: readonly string[]): string[] {
  const last = new Map<string, string>();
  for (const paper of papers) {
    const { series, number } = partsOf(paper);
    if (number > numberIn(last.get(series))) last.set(series, paper);
  }
  return [...last.values()];
}

/** Those of some papers that come after a database's own. */
export function beyond(papers: readonly string[], own: readonly string[]): string[] {
  return highest(papers).filter((paper) => numberIn(paper) > lastOf(partsOf(paper).series, own));
}

/** The number of a series' last paper; 0 without one. */
export function lastOf(series: string, papers: readonly string[]): number {
  return Math.max(0, ...papers.filter((paper) => partsOf(paper).series === series).map(numberIn));
}

/** `INV-TEST-000007`: number 7 of the series `INV-TEST-`. */
export function partsOf(paper: string): { series: string; number: number } {
  const [series = ""] = /^\D*/.exec(paper) ?? [];
  return { series, number: Number(paper.slice(series.length)) };
}

/** The papers of a series after a database's own, up to one of them: `INV-000004 to INV-000007`. */
export function rangeAfter(own: readonly string[], paper: string): string {
  const { series, number } = partsOf(paper);
  const first = lastOf(series, own) + 1;
  return first >= number ? paper : `${numbered(paper, first)} to ${paper}`;
}

/** The one that comes after it in its series. */
export const paperAfter = (paper: string) => numbered(paper, partsOf(paper).number + 1);

/** Another paper of the same series. */
function numbered(paper: string, number: number): string {
  const { series } = partsOf(paper);
  return `${series}${String(number).padStart(paper.length - series.length, "0")}`;
}

function numberIn(paper: string | undefined): number {
  return paper === undefined ? 0 : partsOf(paper).number;
}

/** Rows of `site_facts` from which on a database's series go on after these papers. */
export function carriedRows(papers: readonly string[], now: Date): { name: string; value: string; toldAt: Date }[] {
  return highest(papers).map((paper) => ({ name: `${CARRIED}${partsOf(paper).series}`, value: paper, toldAt: now }));
}

/** Makes a SQLite database's series go on after these papers, which were issued elsewhere. */
export function carryOver(connection: Database.Database, papers: readonly string[], now: Date): void {
  const put = connection.prepare("INSERT OR REPLACE INTO site_facts (name, value, told_at) VALUES (?, ?, ?)");
  connection.transaction(() => {
    for (const { name, value, toldAt } of carriedRows(papers, now)) put.run(name, value, toldAt.toISOString());
  })();
}

/** The last number of a series, such as `INV-TEST-`, that was issued elsewhere; 0 without one. */
export async function carriedNumber(tx: Reader, series: string): Promise<number> {
  const [row] = await tx
    .select({ paper: siteFacts.value })
    .from(siteFacts)
    .where(eq(siteFacts.name, `${CARRIED}${series}`));
  return numberIn(row?.paper);
}
