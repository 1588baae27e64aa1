import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountById } from "#app/domain/accounts/accounts.server";
import { accountData } from "#app/domain/people/account-data.server";
import { isPostgres } from "#db/dialect";
import { secretColumns } from "#db/secret-columns";
import { limitsAsked } from "../../../demo/limits-asked";
import { aDesk } from "../../support/a-desk";
import { documentOf, whole } from "../../support/a-whole-document";
import { anOffice, asStaff } from "../../support/an-office";
import { CANARY, canaryIn, EMAIL, OWNERS, plantSecrets, withoutCanary } from "../../support/planted-secrets";
import { freshForStaff } from "../../support/store-place";

const schema: object[] = await Promise.all(
  readdirSync("db/schema").map((file) => import(/* @vite-ignore */ path.resolve("db/schema", file))),
);
const tables = schema.flatMap((file) => Object.values(file).filter((each): each is Table => is(each, Table)));
type Column = ReturnType<typeof getTableColumns<Table>>[string];

/** Whether it is text or JSON, and not one of a few words or a moment, which can't be secret. */
function isText(column: Column): boolean {
  if (!["text", "json"].includes(column.getSQLType()) || (column.enumValues?.length ?? 0) > 0) return false;
  try {
    return !((column.mapFromDriverValue("2026-01-01T00:00:00.000Z") as unknown) instanceof Date);
  } catch {
    return true;
  }
}

test("of each column of text it is decided whether it is secret: db/secret-columns.ts", () => {
  const columns = tables.flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter(isText)
      .map(({ name }) => `${getTableName(table)}.${name}`),
  );
  const decided = Object.entries(secretColumns).flatMap(([table, { secret = {}, open }]) =>
    [...Object.keys(secret), ...open.split(/\s+/).filter(Boolean)].map((name) => `${table}.${name}`),
  );
  expect(columns.length).toBeGreaterThan(150);
  expect(decided.toSorted()).toEqual(columns.toSorted());
});

test("no secret is in a view, a command's answer, an export or a copy to read, before it is sent or after", async () => {
  const office = await anOffice();
  const now = new Date();
  const { account, quoteNo, waybillNo } = await plantSecrets(office, now);
  expect(withoutCanary({ dataDir: path.dirname(office.file) })).toEqual([]);
  const desk = aDesk(office);
  const read = (view: string) => desk.desk.views.read(view);
  const seen: Record<string, string[]> = {};
  const look = (where: string, what: unknown) => {
    const found = new Set(JSON.stringify(what)?.match(CANARY));
    if (found.size > 0) seen[where] = [...found];
  };
  for (const view of desk.desk.views.names()) look(view, await read(view));
  for (const typed of [
    ...["show messages", "show mail", "list emails", "list emails --sent", "today", `history ${waybillNo}`],
    ...[`history ${quoteNo}`, `find ${waybillNo}`, `find ${EMAIL}`, `proof ${waybillNo}`, "find 0821234567"],
  ])
    look(typed, await desk.ask(...typed.split(" ")));
  // Nor does anything find what holds it.
  for (const [table, { secret = {} }] of Object.entries(secretColumns))
    for (const column of Object.keys(secret))
      expect(await desk.ask("find", canaryIn(table, column))).toMatchObject({ rows: [] });
  const texts = (await read("staff_messages")).rows.filter(({ channel }) => channel === "Text");
  expect(texts.map(({ words }) => words).toSorted()).toEqual([
    ...["A one-time link", "The PIN of the delivery", "The PIN of the delivery"],
  ]);
  const reported = (await read("staff_reported_marks")).rows;
  expect(reported).toMatchObject([{ pin: "Wrong" }]);
  expect(seen).toEqual({});

  const known = (await accountById(office.store.read, account.uid)) ?? expect.fail("no account");
  const exported = documentOf(await desk.ask("export", "customer", EMAIL));
  const own = await whole(accountData(office.store.read, limitsAsked, known, now));
  for (const [where, copy] of Object.entries({ exported, own })) {
    expect(JSON.stringify(copy)).toContain("Thandi Nkosi");
    look(where, copy);
  }
  // The address that we call is its owner's own, and so is what their program answers.
  expect(seen).toEqual({ exported: OWNERS, own: OWNERS });
  desk.leave();

  // On SQLite staff read the database itself; with PostgreSQL a copy.
  if (!isPostgres) return;
  const copy = freshForStaff(office.file);
  expect(readFileSync(copy, "latin1").match(CANARY)).toBeNull();
  expect(asStaff(copy, "SELECT address FROM staff_webhooks")).toEqual([{ address: "https://shop.example" }]);
});
