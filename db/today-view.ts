import { rowsOfWork, todaysWork, type Work, type WorkList, workLists } from "./todays-work";

const NOW = "strftime('%Y-%m-%d %H:%M', 'now', '+2 hours')";

/**
 * The view `staff_today`, made of the table of kinds of work. Each list is read once, however many kinds ask it, and the
 * people are looked up of the first two of each kind alone: a form is long.
 */
export function todayView(): string {
  const kinds: readonly Work[] = todaysWork;
  const lists = [...new Set(kinds.map(({ list }) => list))];
  return `-- What there is to do now: one line for each kind of work, including those with nothing to do, with the time by which
-- the first of them is promised, how many are overdue or due today, the first three numbers of its list,
-- and two people with their place. Only of the payment mode that this site is in.
CREATE VIEW staff_today AS
WITH
  kinds (kind, "group", work, see, party) AS (VALUES
    ${kinds.map(kindOf).join(",\n    ")}
  ),
  listed (kind, number, until) AS (
    ${lists.map(rowsOf).join("\n    UNION ALL ")}
  ),
  numbered AS (
    SELECT kind, number, until,
      row_number() OVER (PARTITION BY kind ORDER BY number IS NULL, until IS NULL, until, number) AS nth
    FROM listed
  ),
  counted AS (
    SELECT kind,
      count(*) AS how_many,
      min(until) AS until,
      sum(CASE WHEN until < ${NOW} THEN 1 ELSE 0 END) AS overdue,
      sum(CASE WHEN until >= ${NOW} AND until < date('now', '+2 hours', '+1 day') THEN 1 ELSE 0 END) AS due_today,
      max(CASE WHEN nth = 1 THEN number END) AS first_one,
      max(CASE WHEN nth = 2 THEN number END) AS second_one,
      max(CASE WHEN nth = 3 THEN number END) AS third_one
    FROM numbered
    GROUP BY kind
  )
SELECT
  kinds."group",
  kinds.work,
  coalesce(counted.how_many, 0) AS how_many,
  counted.until,
  coalesce(counted.overdue, 0) AS overdue,
  coalesce(counted.due_today, 0) AS due_today,
  counted.first_one || coalesce(', ' || counted.second_one, '') || coalesce(', ' || counted.third_one, '') AS first_ones,
  ${personOf("first_one")} AS first_person,
  ${personOf("second_one")} AS second_person,
  kinds.see
FROM kinds
LEFT JOIN counted ON counted.kind = kinds.kind
ORDER BY kinds.kind;
`;
}

/** Whose part of the form it is. */
const parties = { sender: "from", receiver: "to", visited: "visited", applicant: "applicant" } as const;

function kindOf({ group, work, list, whose }: Work, at: number): string {
  return `(${[at, ...[group, work, list, whose ? parties[whose] : ""].map(quoted)].join(", ")})`;
}

/**
 * The rows of a list, once for each kind that they are of. The list is named once: SQLite works a view out again wherever
 * it stands.
 */
function rowsOf(list: WorkList): string {
  const kinds = todaysWork.flatMap((work: Work, at) => (work.list === list ? [{ ...work, at }] : []));
  const [only, ...others] = kinds;
  if (only && others.length === 0) {
    const where = rowsOfWork(only) ? ` WHERE ${rowsOfWork(only)}` : "";
    return `SELECT ${only.at}, ${workLists[list].number}, ${only.until ?? "NULL"} FROM ${list}${where}`;
  }
  const ofKind = (what: (kind: Work) => string) =>
    `CASE column1 ${kinds.map((kind) => `WHEN ${kind.at} THEN ${what(kind)}`).join(" ")} END`;
  const until = kinds.some((kind) => kind.until) ? ofKind((kind) => kind.until ?? "NULL") : "NULL";
  return `SELECT column1, ${workLists[list].number}, ${until}
    FROM ${list} CROSS JOIN (VALUES ${kinds.map(({ at }) => `(${at})`).join(", ")}) AS of_kind
    WHERE ${ofKind((kind) => rowsOfWork(kind) || "TRUE")}`;
}

/** The name and the place of whoever a number is about: of a parcel, a quote, a case or an application. */
function personOf(number: string): string {
  const parcel = `coalesce((SELECT waybill_no FROM cases WHERE case_no = counted.${number}), counted.${number})`;
  const visited = "CASE waybills.next_visit WHEN 'delivery' THEN 'to' ELSE 'from' END";
  const party = `CASE kinds.party WHEN 'visited' THEN ${visited} ELSE kinds.party END`;
  const field = (name: string) =>
    `nullif(json_extract(quotes.form_snapshot, '$.addresses.' || ${party} || '${name}'), '')`;
  return `CASE WHEN counted.${number} IS NULL THEN NULL WHEN kinds.party = 'applicant' THEN (
    SELECT from_name || ' ' || from_surname || ', ' || residence FROM driver_applications WHERE reference = counted.${number}
  ) ELSE (
    SELECT ${field("Name")} || coalesce(', ' || coalesce(${field("Suburb")}, ${field("City")}), '')
    FROM quotes LEFT JOIN waybills ON waybills.quote_id = quotes.id
    WHERE quotes.id = coalesce(
      (SELECT quote_id FROM waybills WHERE waybill_no = ${parcel}),
      (SELECT id FROM quotes AS numbered WHERE quote_no = counted.${number})
    )
  ) END`;
}

const quoted = (words: string) => `'${words.replaceAll("'", "''")}'`;
