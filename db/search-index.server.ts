import type Database from "better-sqlite3";
import { apostrophes, withStraightApostrophes } from "../app/domain/values/folded-text";

/** What can be found, by the names, phones, emails, towns and contents in a row of one of these tables. */
export type HitKind = "quote" | "account" | "application";

export type SearchHit = { kind: HitKind; id: string };

type Source = {
  kind: HitKind;
  table: string;
  id: string;
  /** The columns that are indexed. */
  columns: string[];
  /** The words of a row, as SQL: a phone as its last nine digits, however it was stored. */
  words(row: string, how: Spelling): string[];
};

/** What SQLite and PostgreSQL write differently. */
type Spelling = {
  ofForm(row: string, field: string): string;
  contents(row: string): string;
  lastDigits(phone: string): string;
};

const PHONE_DIGITS = 9;
/** So many of a phone's last digits are a word too, behind a sign that begins no other word. */
const ENDING_DIGITS = 4;

const inSqlite: Spelling = {
  ofForm: (row, field) => `json_extract(${row}.form_snapshot, '$.addresses.${field}')`,
  contents: (row) => `json_extract(${row}.form_snapshot, '$.parcel.parcelDesc')`,
  lastDigits: (phone) => {
    const end = (length: number) => `substr(${digitsOf(phone)}, -${length})`;
    return `${end(PHONE_DIGITS)} || ' _' || ${end(ENDING_DIGITS)}`;
  },
};

const inPostgres: Spelling = {
  ofForm: (row, field) => `(${row}.form_snapshot -> 'addresses' ->> '${field}')`,
  contents: (row) => `(${row}.form_snapshot -> 'parcel' ->> 'parcelDesc')`,
  lastDigits: (phone) => `right(${digitsOf(phone)}, ${PHONE_DIGITS})`,
};

/** In a saved form. */
export const contactFields = {
  emails: ["fromEmail", "toEmail"],
  phones: ["fromPhone", "fromCell", "toPhone", "toCell"],
};

const writtenFields = ["from", "to"].flatMap((party) =>
  ["Name", "LatinName", "Suburb", "City"].map((field) => `${party}${field}`),
);

/** All the columns by which `staff find` finds somebody. */
const sources: Source[] = [
  {
    kind: "quote",
    table: "quotes",
    id: "id",
    columns: ["email", "form_snapshot"],
    words: (row, { ofForm, contents, lastDigits }) => [
      wholeEmail(`${row}.email`),
      ...contactFields.emails.map((field) => wholeEmail(ofForm(row, field))),
      ...inWriting([...writtenFields.map((field) => ofForm(row, field)), contents(row)]),
      ...contactFields.phones.map((field) => lastDigits(ofForm(row, field))),
    ],
  },
  {
    kind: "account",
    table: "users",
    id: "uid",
    columns: ["email", "name", "phone"],
    words: (row, { lastDigits }) => [
      wholeEmail(`${row}.email`),
      ...inWriting([`${row}.name`]),
      lastDigits(`${row}.phone`),
    ],
  },
  {
    kind: "application",
    table: "driver_applications",
    id: "id",
    columns: ["from_name", "from_surname", "from_email", "cell", "residence"],
    words: (row, { lastDigits }) => [
      ...inWriting(["from_name", "from_surname", "residence"].map((column) => `${row}.${column}`)),
      wholeEmail(`${row}.from_email`),
      lastDigits(`${row}.cell`),
    ],
  },
];

/**
 * An email is one word, joined by underscores, because half of all emails end in the same few words. Prefixes of 3 and
 * 4 letters are indexed. Nothing is ranked, so no lengths are kept. A changed definition, be it the order of its options,
 * fills the index anew: whoever changes which words are indexed changes that too, and PostgreSQL's names below.
 */
const table =
  "CREATE VIRTUAL TABLE search_index USING fts5(kind UNINDEXED, id, words, tokenize = \"unicode61 tokenchars '_'\", columnsize = 0, prefix = '3 4')";

/**
 * Creates the full-text index of `staff find`, and triggers that keep it up to date: changing or erasing a row also
 * changes or erases its words. For SQLite; for PostgreSQL see `postgresSearchIndexes`.
 */
export function makeSearchIndex(connection: Database.Database): void {
  const made = connection.prepare("SELECT sql FROM sqlite_master WHERE name = 'search_index'").pluck();
  if (made.get() !== table) {
    connection.exec("DROP TABLE IF EXISTS search_index");
    connection.exec(table);
    // Overwrites deleted words here too, instead of only marking them.
    connection.exec("INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1)");
  }
  const isEmpty = connection.prepare("SELECT rowid FROM search_index LIMIT 1").get() === undefined;
  for (const source of sources) if (isEmpty) connection.exec(fill(source));
  for (const sql of searchTriggers()) connection.exec(sql);
}

/** The triggers as SQL. */
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
 * The rows that contain all of these words, newest first.
 * @param isBegun whether the last word may be a prefix
 */
export function searchFor(
  connection: Database.Database,
  words: readonly string[],
  { first, isBegun }: { first: number; isBegun: boolean },
): SearchHit[] {
  const terms = words.map((word) => `"${asWord(word)}"`).join(" AND ");
  return connection
    .prepare("SELECT kind, id FROM search_index WHERE search_index MATCH ? ORDER BY rowid DESC LIMIT ?")
    .all(`words : (${terms}${isBegun ? "*" : ""})`, first) as SearchHit[];
}

/** The rows with a phone that ends with these digits, four at least: the newest first, at most so many. */
export function phonesEndingWith(connection: Database.Database, digits: string, most: number): SearchHit[] {
  return connection
    .prepare(
      "SELECT kind, id FROM search_index WHERE search_index MATCH ? AND words || ' ' LIKE ? ORDER BY rowid DESC LIMIT ?",
    )
    .all(`words : "_${digits.slice(-ENDING_DIGITS)}"`, `%${digits} %`, most) as SearchHit[];
}

/** A phone in the form that is indexed: its last nine digits; null if the text isn't a phone. */
export function phoneWord(typed: string): string | null {
  if (!/^[+\d\s()./-]+$/.test(typed)) return null;
  const digits = typed.replace(/\D/g, "");
  return digits.length >= PHONE_DIGITS ? digits.slice(-PHONE_DIGITS) : null;
}

/** A word in the form that is indexed, quoted so that nothing in it is query syntax. */
export function asWord(typed: string): string {
  const word = typed.replaceAll('"', " ");
  return word.includes("@") ? word.replace(IN_EMAILS, "_") : withStraightApostrophes(word);
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
  return together(source.words(row, inSqlite));
}

function together(words: string[]): string {
  return words.map((word) => `coalesce(${word}, '')`).join(" || ' ' || ");
}

/** What stands between a phone's digits, however it was written. */
const BETWEEN_DIGITS = [" ", "-", "+", "(", ")", ".", "/"];

function digitsOf(phone: string): string {
  return BETWEEN_DIGITS.reduce((sql, sign) => `replace(${sql}, '${sign}', '')`, phone);
}

/** What people wrote, with one kind of apostrophe; where there is one also without, `OBrien` of `O'Brien`, as many type. */
function inWriting(columns: string[]): string[] {
  const straight = apostrophes.reduce((sql, sign) => `replace(${sql}, '${sign}', '''')`, together(columns));
  return [straight, `CASE WHEN ${straight} LIKE '%''%' THEN replace(${straight}, '''', '') END`];
}

/**
 * The same for PostgreSQL: an index for each table over the words of its rows (`staff_words` in
 * `db/postgres/objects.sql`). An index is created once, at the first start without it; a changed one needs a new name.
 */
export function postgresSearchIndexes(): string {
  const made = sources
    .map(
      (source) =>
        `CREATE INDEX IF NOT EXISTS ${indexName[source.kind]} ON ${source.table} USING gin (${vector(source)});\n`,
    )
    .join("");
  const unnumbered = ["quote", "quote_contents", "account", "application"];
  const former = [...unnumbered, "quote_2", "account_2", "application_2"];
  return former.map((name) => `DROP INDEX IF EXISTS staff_search_${name};\n`).join("") + made;
}

const indexName: Record<HitKind, string> = {
  // With all that people write without apostrophes of any kind. Those before had a 2, or no number.
  quote: "staff_search_quote_3",
  account: "staff_search_account_3",
  application: "staff_search_application_3",
};

/**
 * What asks PostgreSQL for the rows with all words of `$1`, newest first: `$2` whether the last is a prefix, `$3` how
 * many.
 */
export const postgresSearch = () => newestOf("staff_query($1, $2)", "$3");

/** The same for the rows with a phone that ends with the digits of `endOfPhone`, which is `$1`; `$2` how many. */
export const postgresPhones = () => newestOf("$1::tsquery", "$2");

/** Phones are also indexed reversed, with a prefix that no word has, so that a search by last digits is a prefix search. */
export function endOfPhone(digits: string): string {
  return `'~${[...digits].reverse().join("")}':*`;
}

function newestOf(matching: string, most: string): string {
  const each = sources.map(
    (source) =>
      `SELECT '${source.kind}' AS kind, ${source.id} AS id, created_at FROM ${source.table} WHERE ${vector(source)} @@ ${matching}`,
  );
  return `SELECT kind, id FROM (${each.join(" UNION ALL ")}) AS found ORDER BY created_at DESC, id LIMIT ${most}`;
}

function vector(source: Source): string {
  return `staff_words(${source.words(source.table, inPostgres).join(", ")})`;
}
