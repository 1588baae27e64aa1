import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { int, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepingStatements } from "#db/kept-statements.server";

const boxes = sqliteTable("boxes", { id: int("id"), name: text("name") });

let connection: Database.Database;
beforeEach(() => {
  connection = new Database(":memory:");
  connection.exec("CREATE TABLE boxes (id INTEGER, name TEXT); INSERT INTO boxes VALUES (1, 'Flyer'), (2, 'Large')");
});
afterEach(() => connection.close());

test("a query is compiled once, however often it is asked", () => {
  const store = drizzle(keepingStatements(connection));
  const compiled = vi.spyOn(connection, "prepare");
  for (let asked = 0; asked < 5; asked += 1) {
    expect(store.select().from(boxes).all()).toHaveLength(2);
    store.insert(boxes).values({ id: 3, name: "Small" }).run();
    store.delete(boxes).where(sql`id = 3`).run();
  }
  expect(compiled).toHaveBeenCalledTimes(3);
});

test("the same text answers with objects and with lists, in any order", () => {
  const store = drizzle(keepingStatements(connection));
  const held = store.select().from(boxes).prepare();
  const { sql: words } = store.select().from(boxes).toSQL();
  const asObjects = () => store.all(sql.raw(words));
  const flyer = { id: 1, name: "Flyer" };
  for (const ask of [asObjects, () => held.all(), asObjects, () => store.select().from(boxes).all(), () => held.all()])
    expect(ask()).toEqual([flyer, { id: 2, name: "Large" }]);
  expect(store.get(sql.raw(words))).toEqual(flyer);
  expect(held.get()).toEqual(flyer);
});

test("a column that was added is there for queries that were asked before", () => {
  const store = drizzle(keepingStatements(connection));
  const all = () => store.all(sql`SELECT * FROM boxes WHERE id = 1`);
  all();
  connection.exec("ALTER TABLE boxes ADD COLUMN price INTEGER DEFAULT 7");
  expect(all()).toEqual([{ id: 1, name: "Flyer", price: 7 }]);
});

test("of more texts than are kept, or a very long one, each is answered, and compiled again later", () => {
  const store = drizzle(keepingStatements(connection));
  const compiled = vi.spyOn(connection, "prepare");
  const ask = (number: number) => expect(store.get(sql.raw(`SELECT ${number} AS number`))).toEqual({ number });
  for (let number = 0; number < 500; number += 1) ask(number);
  ask(499);
  expect(compiled).toHaveBeenCalledTimes(500);
  ask(0);
  expect(compiled).toHaveBeenCalledTimes(501);
  const long = sql.raw(`SELECT 7 AS number /* ${"long ".repeat(2_000)} */`);
  for (let asked = 0; asked < 2; asked += 1) expect(store.get(long)).toEqual({ number: 7 });
  expect(compiled).toHaveBeenCalledTimes(503);
});
