import { readdirSync } from "node:fs";
import path from "node:path";
import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sqliteSource } from "#db/copy/sqlite-side.server";
import { openStore } from "#db/store.server";
import { aFolder } from "../support/a-store";
import { anOffice, asStaff } from "../support/an-office";
import { meaningsInViews, tableNotes, viewNotes } from "../support/database-notes";

const sqlTypes: Record<string, string> = {
  text: "text",
  moment: "text",
  day: "text",
  JSON: "text",
  "whole number": "integer",
  degrees: "real",
  cents: "integer",
  "yes/no": "integer",
};

type LiveColumn = { name: string; type: string };
async function liveSchema() {
  const { file } = await anOffice();
  const columns = (name: string) =>
    asStaff<LiveColumn>(file, `SELECT name, lower(type) AS type FROM pragma_table_info('${name}')`);
  const named = (type: string) =>
    asStaff<{ name: string }>(
      file,
      `SELECT name FROM pragma_table_list WHERE type = '${type}' AND schema = 'main' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'each\\_%' ESCAPE '\\' ORDER BY name`,
    ).map(({ name }) => name);
  return {
    tables: new Map(named("table").map((name) => [name, columns(name)])),
    views: new Map(named("view").map((name) => [name, columns(name).map((column) => column.name)])),
  };
}

test("all that SQLite itself calls tables are copied, and none of the search index", async () => {
  const { file } = await anOffice();
  const plain =
    "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND name NOT GLOB 'sqlite_*'";
  const side = sqliteSource(file);
  const copied = await side.tables();
  await side.close();
  expect(copied.map(({ name }) => name).toSorted()).toEqual(
    asStaff<{ name: string }>(file, `${plain} ORDER BY name`).map(({ name }) => name),
  );
});

describe("docs/database.md", () => {
  test("describes exactly the tables and columns that exist", async () => {
    const { tables } = await liveSchema();
    const described = [...tableNotes()].map(([table, columns]) => [table, columns.map(({ name }) => name).toSorted()]);
    const there = [...tables].map(([table, columns]) => [table, columns.map(({ name }) => name).toSorted()]);
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(there));
  });

  test("describes each column's type as it is in the file: money in cents, moments, days, numbers", async () => {
    const { tables } = await liveSchema();
    for (const [table, columns] of tableNotes()) {
      for (const { name, holds, meaning } of columns) {
        const column = tables.get(table)?.find((column) => column.name === name);
        expect(sqlTypes[holds], `${table}.${name} holds "${holds}"`).toBe(column?.type);
        expect(holds === "cents", `${table}.${name}`).toBe(name.endsWith("_cents"));
        if (name.endsWith("_at")) expect(holds, `${table}.${name}`).toBe("moment");
        expect(meaning.trim(), `${table}.${name}`).not.toBe("");
      }
    }
  });

  test("names every value of columns with fixed values", async () => {
    const files = readdirSync("db/schema").map((file) => path.resolve("db/schema", file));
    const schemas: object[] = await Promise.all(files.map((file) => import(/* @vite-ignore */ file)));
    const tables = schemas.flatMap((schema) => Object.values(schema)).filter((each) => is(each, Table));
    expect(tables.length).toBeGreaterThan(10);
    const notes = tableNotes();
    for (const table of tables) {
      const name = getTableName(table);
      for (const column of Object.values(getTableColumns(table))) {
        const meaning = notes.get(name)?.find((note) => note.name === column.name)?.meaning ?? "";
        for (const word of column.enumValues ?? []) expect(meaning, `${name}.${column.name}`).toContain(`\`${word}\``);
      }
    }
  });

  test("lists every view with its columns in order, and describes each view and column", async () => {
    const { views } = await liveSchema();
    expect(Object.fromEntries(viewNotes())).toEqual(Object.fromEntries(views));
    const meanings = meaningsInViews();
    expect(meanings.views.toSorted()).toEqual([...views.keys()]);
    expect(meanings.columns.toSorted()).toEqual([...new Set([...views.values()].flat())].toSorted());
  });
});

test("in a new database each staff view is explained in one line", async () => {
  const file = path.join(aFolder(), "courier.db");
  await (await openStore(file)).close();
  const help = asStaff<{ view: string; what_for: string }>(file, "SELECT view, what_for FROM staff_help");
  expect(help.length).toBeGreaterThan(10);
  for (const { view, what_for } of help) {
    expect(what_for, view).toMatch(/^[A-Z]\S.*[.)]$/);
    expect(what_for, view).not.toMatch(/--|\s{2}|^\s|\s$|\n/);
  }
});
