import { copyFileSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { findFault } from "#db/soundness.server";
import { aFolder, aStore, placeDatabase } from "../support/a-store";

let file: string;
beforeEach(() => {
  file = path.join(aFolder(), "courier.db");
});

test("a sound database has no fault, and looking changes nothing in it, not even the log of a copy", async () => {
  const store = await aStore(file);
  edit(file, "UPDATE boxes SET cost_cents = cost_cents + 1");
  const copy = path.join(aFolder(), "courier.db");
  for (const end of ["", "-wal"]) copyFileSync(`${file}${end}`, `${copy}${end}`);
  await store.close();
  const bytes = () => ["", "-wal"].map((end) => readFileSync(`${copy}${end}`).toString("base64"));
  const before = bytes();
  expect(findFault(copy)).toBeUndefined();
  expect(bytes()).toEqual(before);
  // Only the last to close a database tidies up its log.
  edit(copy, "SELECT count(*) FROM boxes");
  expect(existsSync(`${copy}-wal`)).toBe(false);
});

describe("the fault is told in one line, with the file, but without advice for a start:", () => {
  test("another program's database", () => {
    edit(file, "CREATE TABLE recipes (id text)");
    expect(findFault(file)).toBe(`The database ${file} belongs to another program.`);
  });

  test("a newer release's", () => {
    placeDatabase(file);
    edit(file, "PRAGMA user_version = 9999");
    expect(findFault(file)).toMatch(
      /^The database \S+ is newer than this code \(version 9999, known up to \d+\)\. Start/,
    );
  });

  test("what isn't a database", () => {
    writeFileSync(file, "Phone the customer back about waybill TH 482 109 375 3.\n".repeat(50));
    expect(findFault(file)).toBe(`The file ${file} isn't a SQLite database.`);
  });

  test("a file that isn't there", () => {
    expect(findFault(file)).toBe(`The database ${file} can't be read: unable to open database file.`);
  });

  test.each(["rates", "sqlite_autoindex_rates_1"])("one damaged page, of %s", (object) => {
    placeDatabase(file);
    overwritePageOf(object);
    expect(findFault(file)).toMatch(/^The database \S+ is damaged: .*\.$/s);
  });

  test("a damaged list of tables", () => {
    placeDatabase(file);
    overwritePageOf("sqlite_master");
    expect(findFault(file)).toBe(`The database ${file} can't be read: database disk image is malformed.`);
  });

  test("a row that names another one that isn't there", () => {
    placeDatabase(file);
    edit(
      file,
      `PRAGMA foreign_keys = OFF;
       INSERT INTO waybills (waybill_no, quote_id, issued_at) VALUES ('TH0', 'nobody', '2026-11-21T08:00:00.000Z')`,
    );
    expect(findFault(file)).toBe(`In the database ${file}, waybills names a row of quotes that isn't there.`);
  });
});

test("what isn't the database's fault is thrown: a missing folder, perhaps of a disk that isn't mounted", () => {
  expect(() => findFault(path.join(aFolder(), "usb", "courier.db"))).toThrow("directory does not exist");
});

function edit(database: string, statements: string): void {
  const staff = new Database(database);
  staff.exec(statements);
  staff.close();
}

/** As a disk does that loses a block: all its bytes are lost, but for the first page's head, which says what the file is. */
function overwritePageOf(object: string): void {
  const reader = new Database(file);
  reader.pragma("journal_mode = DELETE");
  const size = Number(reader.pragma("page_size", { simple: true }));
  const page = Number(reader.prepare("SELECT rootpage FROM sqlite_master WHERE name = ?").pluck().get(object) ?? 1);
  reader.close();
  const HEAD_BYTES = page === 1 ? 100 : 0;
  writeSync(openSync(file, "r+"), Buffer.alloc(size - HEAD_BYTES, 0xff), 0, null, (page - 1) * size + HEAD_BYTES);
}
