import type Database from "better-sqlite3";

/** Who can be found: by the names, phones, emails and towns that stand in a row of one of these tables. */
export type Kind = "quote" | "account" | "application";

export type Found = { kind: Kind; id: string };

type Source = {
  kind: Kind;
  table: string;
  id: string;
  /** Columns that hold what is found. */
  columns: string[];
  /** The words of a row, as SQL over it: a phone as its last nine digits, however it was stored. */
  words(row: string): string[];
};

const PHONE_DIGITS = 9;

/** The one place that says what `staff find` knows somebody by. */
const sources: Source[] = [
  {
    kind: "quote",
    table: "quotes",
    id: "id",
    columns: ["email", "form_snapshot"],
    words: (row) => [
      wholeEmail(`${row}.email`),
      ...["fromEmail", "toEmail"].map((field) => wholeEmail(ofForm(row, field))),
      ...["fromName", "fromSuburb", "fromCity", "toName", "toSuburb", "toCity"].map((field) => ofForm(row, field)),
      ...["fromPhone", "fromCell", "toPhone", "toCell"].map((field) => lastDigits(ofForm(row, field))),
    ],
  },
  {
    kind: "account",
    table: "users",
    id: "uid",
    columns: ["email", "name", "phone"],
    words: (row) => [wholeEmail(`${row}.email`), `${row}.name`, lastDigits(`${row}.phone`)],
  },
  {
    kind: "application",
    table: "driver_applications",
    id: "id",
    columns: ["from_name", "from_surname", "from_email", "cell", "residence"],
    words: (row) => [
      `${row}.from_name`,
      `${row}.from_surname`,
      wholeEmail(`${row}.from_email`),
      `${row}.residence`,
      lastDigits(`${row}.cell`),
    ],
  },
];

/** An email is one word, held together by underscores: half of all end in the same few. Beginnings of 3 and 4 letters are indexed. */
const table =
  "CREATE VIRTUAL TABLE search_index USING fts5(kind UNINDEXED, id, words, tokenize = \"unicode61 tokenchars '_'\", prefix = '3 4')";

/**
 * Makes the full-text index that `staff find` asks, and has the database itself keep it up: whoever changes or erases a
 * row changes or erases its words. SQLite alone has it; beside PostgreSQL it is in the copy that staff read.
 */
export function makeSearchIndex(connection: Database.Database): void {
  const made = connection.prepare("SELECT sql FROM sqlite_master WHERE name = 'search_index'").pluck();
  if (made.get() !== table) {
    connection.exec("DROP TABLE IF EXISTS search_index");
    connection.exec(table);
    // What is deleted is overwritten here too, and not only marked.
    connection.exec("INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1)");
  }
  const isEmpty = connection.prepare("SELECT rowid FROM search_index LIMIT 1").get() === undefined;
  for (const source of sources) if (isEmpty) connection.exec(fill(source));
  for (const sql of searchTriggers()) connection.exec(sql);
}

/** What keeps it up, as SQL. */
export function searchTriggers(): string[] {
  return sources.flatMap((source) => {
    const { kind, table, id, columns } = source;
    const found = (row: string) => `search_index MATCH 'id : "' || ${row}.${id} || '"' AND kind = '${kind}'`;
    const triggers = {
      new: `AFTER INSERT ON ${table} BEGIN
        INSERT INTO search_index (kind, id, words) VALUES ('${kind}', NEW.${id}, ${joined(source, "NEW")});
      END`,
      changed: `AFTER UPDATE OF ${columns.join(", ")} ON ${table} BEGIN
        UPDATE search_index SET words = ${joined(source, "NEW")} WHERE ${found("NEW")};
      END`,
      gone: `AFTER DELETE ON ${table} BEGIN DELETE FROM search_index WHERE ${found("OLD")}; END`,
    };
    return Object.entries(triggers).map(([when, what]) => {
      const name = `staff_search_${kind}_${when}`;
      return `DROP TRIGGER IF EXISTS ${name}; CREATE TRIGGER ${name} ${what}`;
    });
  });
}

/**
 * Which rows have all of these words, the newest first.
 * @param isBegun whether the last word may be only the beginning of one
 */
export function searchFor(
  connection: Database.Database,
  words: readonly string[],
  { first, isBegun }: { first: number; isBegun: boolean },
): Found[] {
  const terms = words.map((word) => `"${asWord(word)}"`).join(" AND ");
  return connection
    .prepare("SELECT kind, id FROM search_index WHERE search_index MATCH ? ORDER BY rowid DESC LIMIT ?")
    .all(`words : (${terms}${isBegun ? "*" : ""})`, first) as Found[];
}

/** A phone as it is looked for: its last nine digits; null where the text is no phone. */
export function phoneWord(typed: string): string | null {
  if (!/^[+\d\s().-]+$/.test(typed)) return null;
  const digits = typed.replace(/\D/g, "");
  return digits.length >= PHONE_DIGITS ? digits.slice(-PHONE_DIGITS) : null;
}

/** A word as it stands in the index; nothing in it is taken for the index's own language. */
export function asWord(typed: string): string {
  const word = typed.replaceAll('"', " ");
  return word.includes("@") ? word.replace(IN_EMAILS, "_") : word;
}

const IN_EMAILS = /[@.+-]/g;

/** The same in SQL. */
function wholeEmail(email: string): string {
  return ["@", ".", "+", "-"].reduce((sql, sign) => `replace(${sql}, '${sign}', '_')`, email);
}

function fill(source: Source): string {
  const { kind, table, id } = source;
  return `INSERT INTO search_index (kind, id, words)
    SELECT '${kind}', ${id}, ${joined(source, table)} FROM ${table} ORDER BY created_at`;
}

function joined(source: Source, row: string): string {
  return source
    .words(row)
    .map((word) => `coalesce(${word}, '')`)
    .join(" || ' ' || ");
}

function ofForm(row: string, field: string): string {
  return `json_extract(${row}.form_snapshot, '$.addresses.${field}')`;
}

function lastDigits(phone: string): string {
  return `substr(replace(replace(replace(${phone}, ' ', ''), '-', ''), '+', ''), -${PHONE_DIGITS})`;
}
