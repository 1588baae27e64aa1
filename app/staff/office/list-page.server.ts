import type { Config } from "#app/config.server";
import { officePaths } from "#app/paths";
import type { ShownTable } from "#app/ui/office/answer-panel";
import type { StaffViews } from "#db/staff-views.server";
import { rowsOfWork, type Work, workAddress, workAt } from "#db/todays-work";
import { sortedByIndex, viewPage, type Wanted, wholeView } from "#db/view-pages.server";
import type { CommandName } from "../commands/all";
import type { Desk } from "../desk.server";
import type { GivenFile } from "./command-page.server";
import { writtenFor } from "./files.server";
import { pageColumns } from "./list-columns";
import { usableOf } from "./office-actions.server";
import { copyNote, isCopied, listViews } from "./office-desk.server";
import { headingOf, titleOf } from "./on-page.server";
import { tableOf } from "./shown";
import { textIntoFile } from "./threads.server";

/** A list of the office, a page at a time. */
export type ListPage = {
  title: string;
  purpose: string;
  table: ShownTable;
  columns: { name: string; label: string }[];
  filters: { column: string; text: string }[];
  /** The kind of today's work of which it has the rows, and where all rows are. */
  only: { work: string; address: string; allHref: string } | null;
  /** As it was asked for. */
  sort: { column: string; isDescending: boolean } | null;
  /** What can be done with the rows that are ticked. */
  actions: { command: string; words: string }[];
  links: { next: string | null; csv: string; json: string } | null;
  notes: string[];
  /** What was asked of the list, for the record. */
  asked?: string;
};

/** Lists whose rows can be ticked, and the commands for them, which take several numbers. */
const ticked = ["staff_collections", "staff_parcels_under_way", "staff_run_sheet"];
const forTicked = ["mark", "agree", "tell", "assign", "print"] satisfies CommandName[];

/** The fields of the two filters that a list can have at once, in its address. */
const filterFields = [
  { where: "in", what: "has" },
  { where: "in2", what: "has2" },
] as const;

/** Of a list that is this short no thread is needed. */
const MOST_VIEWS = 1_000;

/** The view that an address names, `bookings` or `staff_bookings`; undefined if there is none. */
export function viewAt(address: string | undefined, { views }: Desk): string | undefined {
  const named = address
    ?.toLowerCase()
    .replaceAll("-", "_")
    .replace(/^staff_/, "");
  return views.names().find((name) => name === `staff_${named}`);
}

/** What a list's page shows before there is a copy to read it in; null once there is. */
export function beforeTheCopy(settings: Config): ListPage | null {
  const note = isCopied(settings) ? null : copyNote(settings);
  if (!note) return null;
  const nothing = { purpose: "", table: { columns: [], rows: [] }, columns: [], filters: [], only: null, sort: null };
  return { title: "Lists", ...nothing, actions: [], links: null, notes: [note] };
}

/** A page of a list, as its address asks for it. */
export async function listPage(settings: Config, view: string, query: URLSearchParams, desk: Desk): Promise<ListPage> {
  const lists = listViews(settings);
  const known = (await lists.read(view, 0)).columns;
  const work = workAt(query.get("work"), view);
  const wanted = wantedIn(query, known, work);
  const note = copyNote(settings);
  const { columns, rows, next, isTooLong, sortedBy } = await viewPage(lists, view, wanted);
  const short = view.replace("staff_", "");
  const link = (after: Wanted["after"] | null, sort = wanted.sort) =>
    officePaths.list(view, { ...workIn(work), ...filterIn(wanted), ...sortIn(sort), ...afterIn(after) });
  const actions = ticked.includes(view) ? usableOf(desk, forTicked) : [];
  const sortable = (sortedByIndex[view] ?? []).map((name) => `“${headingOf(name)}”`);
  const table = tableOf(columns, rows, desk.now, {
    tick: actions.length > 0 ? "waybill_no" : undefined,
    first: pageColumns[view],
    context: { person: desk.officePerson },
  });
  return {
    title: view === "staff_help" ? "Lists" : headingOf(short),
    purpose: await purposeOf(view, lists),
    table: {
      ...table,
      columns: table.columns.map((column) => ({
        ...column,
        sortHref: link(null, { column: column.name, isDescending: isAscending(wanted, column.name) }),
        sorted: column.name === sortedBy?.column ? (sortedBy.isDescending ? "descending" : "ascending") : undefined,
      })),
    },
    columns: known.map((name) => ({ name, label: headingOf(name) })),
    asked: askedIn(wanted),
    filters: wanted.filters ?? [],
    only: work ? { work: work.work, address: workAddress(work.work), allHref: officePaths.list(view) } : null,
    sort: wanted.sort ?? null,
    actions: actions.map(({ name }) => ({ command: name, words: titleOf(name) })),
    links: {
      next: next ? link(next) : null,
      csv: `${officePaths.listFile(view, "csv", { ...workIn(work), ...filterIn(wanted) })}`,
      json: `${officePaths.listFile(view, "json", { ...workIn(work), ...filterIn(wanted) })}`,
    },
    notes: [
      ...(isTooLong
        ? [`There are too many rows for this order. Find fewer first, or sort by ${sortable.join(", ")}.`]
        : []),
      ...(note ? [note] : []),
    ],
  };
}

/** A whole list as a file, as `--csv` and `--json` write it, with how many rows it has; or why it can't be had now. */
export async function listFile(
  settings: Config,
  view: string,
  format: "csv" | "json",
  query: URLSearchParams,
  { officePerson }: Desk,
): Promise<{ file: GivenFile; rows: number } | { refusal: string }> {
  if (!officePerson) throw new Error("nobody is signed in");
  const known = (await listViews(settings).read(view, 0)).columns;
  const { sql, values } = wholeView(view, wantedIn(query, known, workAt(query.get("work"), view)));
  const { databaseFile: file, dataDir } = settings;
  const type = format === "csv" ? "text/csv; charset=utf-8" : "application/json";
  const write = (into: string) => textIntoFile({ file, sql, values, format, into });
  const written = await writtenFor(officePerson.id, dataDir, write);
  if (!written.ok) return { refusal: written.why };
  const { bytes, told } = written;
  return { file: { bytes, type, name: `${view.replace("staff_", "")}.${format}`, isSaved: true }, rows: told.rows };
}

/** What was asked of a whole list, for the record. */
export async function askedOfFile(settings: Config, view: string, format: string, query: URLSearchParams) {
  return [format, askedIn(wantedIn(query, (await listViews(settings).read(view, 0)).columns))]
    .filter(Boolean)
    .join(", ");
}

/** By which columns a list was filtered and sorted, for the record: the words of a filter may be a person's name. */
function askedIn({ filters = [], sort }: Wanted): string | undefined {
  const by = filters.map(({ column }) => column).join(" and ");
  const asked = [by && `filtered by ${by}`, sort && `sorted by ${sort.column}`].filter(Boolean);
  return asked.length > 0 ? asked.join(", ") : undefined;
}

async function purposeOf(view: string, lists: StaffViews): Promise<string> {
  const { rows } = await lists.read("staff_help", MOST_VIEWS);
  return String(rows.find((row) => row.view === view)?.what_for ?? "");
}

/** Columns come from the address, so only those that the list has are taken. */
function wantedIn(query: URLSearchParams, columns: string[], work?: Work): Wanted {
  const named = (name: string) => columns.find((column) => column === query.get(name));
  const filters = filterFields.flatMap(({ where, what }) => {
    const [column, text] = [named(where), asStored((query.get(what) ?? "").trim())];
    return column && text ? [{ column, text }] : [];
  });
  const sort = named("sort");
  const rows = Number(query.get("rows") ?? 0);
  const key = query.get("key") ?? undefined;
  return {
    ...(work ? { where: rowsOfWork(work) } : {}),
    ...(filters.length > 0 ? { filters } : {}),
    ...(sort ? { sort: { column: sort, isDescending: query.get("order") === "descending" } } : {}),
    ...(Number.isSafeInteger(rows) && rows > 0 ? { after: { key, rows } } : {}),
  };
}

/** A part of one of our numbers is found also as pages write it, in groups. */
const asStored = (typed: string) => (/^(?:TH|C) ?[\d ]+$/i.test(typed) ? typed.replaceAll(" ", "") : typed);

const workIn = (work?: Work) => (work ? { work: workAddress(work.work) } : {});
const filterIn = ({ filters = [] }: Wanted) =>
  Object.fromEntries(
    filters.flatMap(({ column, text }, at) => {
      const { where = "", what = "" } = filterFields[at] ?? {};
      return [
        [where, column],
        [what, text],
      ];
    }),
  );
const sortIn = (sort: Wanted["sort"]) =>
  sort ? { sort: sort.column, order: sort.isDescending ? "descending" : undefined } : {};
const afterIn = (after: Wanted["after"] | null) => (after ? { key: after.key, rows: String(after.rows) } : {});

const isAscending = ({ sort }: Wanted, column: string) => sort?.column === column && !sort.isDescending;
