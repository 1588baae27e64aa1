import { copyFileSync, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { copyDatabase } from "#db/copy/copy.server";
import { writeStaffCopy } from "#db/copy/staff-copy.server";
import { MOST_BY_DIGITS } from "#db/found-rows.server";
import { makeObjects } from "#db/made-objects.server";
import { openPostgresViews } from "#db/postgres/views.server";
import type { ViewRows } from "#db/read-apart.server";
import { phoneWord } from "#db/search-index.server";
import { openStaffViews } from "#db/staff-views.server";
import { openStore } from "#db/store.server";
import { sortedByIndex } from "#db/view-pages.server";
import { addresses } from "../../demo/typed-answers";
import { aWorkshop } from "../simulation/workshop.mjs";
import { aFolder } from "../support/a-store";
import { anOffice } from "../support/an-office";
import { staffProcess } from "../support/staff";
import { emptyPlace, removePlace, stoppedPlace } from "../support/store-place";

const STEPS = 1_000;
/** The line of `staff_site` that a copy alone has. */
const COPIED_FACT = "this file was copied from PostgreSQL";
const EVERY = 1_000;

test("a customer who has just paid is found, and what they paid for is work for today, without any copy", async () => {
  const office = await anOffice();
  const dataDir = aFolder();
  const ask = async (...words: string[]) => {
    const { code, out, err } = await staffProcess({ dataDir: path.dirname(office.file) }, [...words, "--json"], {
      DATA_DIR: dataDir,
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return JSON.parse(out) as Record<string, unknown>[];
  };
  await office.paid({ addresses: { fromName: "Zodwa Mthembu" } });
  const { waybillNo } = await office.paid({
    addresses: { fromName: "Zinhle Ndaba-Khumalo", fromPhone: "083 999 0001" },
  });
  for (const typed of ["khumalo ZINHLE", "zinh", "+27 83 999 0001", "0001", waybillNo, waybillNo.slice(-5)])
    expect({ typed, numbers: (await ask("find", typed)).map(({ number }) => number) }).toEqual({
      typed,
      numbers: expect.arrayContaining([waybillNo]),
    });
  const byEmail = await ask("find", addresses.fromEmail);
  expect(byEmail.map(({ what }) => what)).toEqual(expect.arrayContaining(["booking", "email"]));
  expect(await ask("today")).toContainEqual(expect.objectContaining({ work: "No day to collect yet", how_many: 2 }));
  expect((await ask("history", waybillNo)).length).toBeGreaterThan(1);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("staff.db"))).toEqual([]);
});

test(`each view, find and history say the same on both databases, and the copy, after the same ${STEPS} simulated steps`, async () => {
  const [kept, moving] = [aFolder(), aFolder()];
  const file = path.join(kept, "courier.db");
  const workshop = await aWorkshop();
  try {
    const site = await workshop.siteFrom(path.resolve("."));
    const { output } = await workshop.simulate(site, ["--seed", "1", "--steps", String(STEPS)], { keep: kept });
    expect(output).toContain("nothing fell");
  } finally {
    workshop.clear();
  }
  const sqlite = new Database(file);
  sqlite.pragma("journal_mode = DELETE");
  makeObjects(sqlite, new Date());
  const all = (query: string) => sqlite.prepare(query).pluck().all() as string[];
  const sought = soughtIn(all);
  const numbers = all(
    "SELECT waybill_no FROM waybills JOIN staff_actions ON subject = waybill_no GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 3",
  );
  const quoteNumbers = all("SELECT quote_no FROM quotes ORDER BY created_at LIMIT 2");
  sqlite.close();
  copyFileSync(file, path.join(moving, "courier.db"));
  const filled: string[] = [];
  const url = await emptyPlace(path.join(moving, "postgres"));
  onTestFinished(() => removePlace(path.join(moving, "postgres")));
  await copyDatabase(path.join(moving, "courier.db"), url, new Date(), () => undefined);
  expect(existsSync(path.join(moving, "courier.db"))).toBe(false);

  const copy = path.join(kept, "staff.db");
  await writeStaffCopy(url, copy, new Date());
  const [here, there, copied] = [openStaffViews(file), openPostgresViews(url), openStaffViews(copy)];
  for (const view of here.names()) {
    const { columns, rows } = await here.read(view);
    // Their times are in minutes. Of the rows of one minute neither database says which comes first.
    const inOrder = (given: ViewRows["rows"]) =>
      view in sortedByIndex
        ? given.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
        : given;
    const onPostgres = await there.read(view);
    expect([view, onPostgres.columns, inOrder(onPostgres.rows)]).toEqual([view, columns, inOrder(rows)]);
    const inCopy = (await copied.read(view)).rows.filter(({ fact }) => fact !== COPIED_FACT);
    expect([view, inOrder(inCopy)]).toEqual([view, inOrder(rows)]);
    if (rows.length > 0) filled.push(view);
  }
  copied.close();
  expect(filled.length).toBeGreaterThan(25);
  const today = await here.read("staff_today");
  expect(today.rows.filter(({ how_many: count }) => Number(count) > 0).length).toBeGreaterThan(3);
  let rows = 0;
  for (const each of sought) {
    const found = await here.find(each, EVERY);
    rows += found.length;
    const foundThere = await there.find(each, EVERY);
    // Of many that end with the same digits only the newest are shown; of a list's parcels none is newer than another.
    if ("digits" in each && found.length >= MOST_BY_DIGITS)
      expect([each, foundThere.length]).toEqual([each, found.length]);
    else expect([each, foundThere]).toEqual([each, found]);
  }
  here.close();
  expect(sought.length).toBeGreaterThan(50);
  expect(rows).toBeGreaterThan(sought.length);

  const said = async (words: string[], place: string) => {
    const { code, out } = await staffProcess({ dataDir: kept }, words, { DATABASE_URL: place });
    expect([words, code]).toEqual([words, 0]);
    // Other programs write to this disk. Of the lines of one moment neither database says which comes first.
    return out
      .replace(/^.*\bDisk\t.*$/m, "")
      .split("\n")
      .toSorted();
  };
  expect(numbers.length).toBeGreaterThan(0);
  for (const words of [
    ["today"],
    // Few enough that none is left out: of a list's parcels none is newer than another.
    ["find", "person4", "nkosi"],
    ...[...numbers, ...quoteNumbers].map((number) => ["history", number]),
  ])
    expect(await said(words, url)).toEqual(await said(words, `file:${file}`));
});

test("a start with other views makes them anew, and PostgreSQL analyses what indexes hold of them, without a search path", async () => {
  const office = await anOffice();
  const { waybillNo } = await office.paid();
  const url = await stoppedPlace(office.file);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query("UPDATE site_schema SET objects = 'of another release'; DROP VIEW staff_today");
  await (await openStore(url)).close();
  const views = openPostgresViews(url);
  expect((await views.read("staff_today")).rows.length).toBeGreaterThan(20);
  expect((await views.read("staff_bookings")).rows).toMatchObject([{ waybill_no: waybillNo }]);
  // As its own housekeeping does.
  const { rows } = await admin.query("SELECT quote_ident(current_schema()) AS name");
  await admin.query("SET search_path = ''");
  for (const table of ["waybills", "quotes", "payments", "outgoing_mails"])
    await admin.query(`ANALYZE ${rows[0].name}.${table}`);
});

/** People and numbers of all kinds that a database knows, as staff type them. */
function soughtIn(all: (query: string) => string[]) {
  const some = (column: string, from: string) =>
    all(`SELECT DISTINCT ${column} FROM ${from} WHERE ${column} <> '' ORDER BY 1 LIMIT 6`);
  const ofForm = (field: string) => some(`json_extract(form_snapshot, '$.addresses.${field}')`, "quotes");
  const phones = [...ofForm("fromPhone"), ...ofForm("toPhone"), ...some("phone", "users")];
  const texts = [
    ...[...ofForm("fromName"), ...ofForm("toName"), ...ofForm("fromSuburb"), ...ofForm("toCity")],
    ...[...some("email", "users"), ...some("email", "quotes"), ...ofForm("toEmail"), ...some("name", "users")],
  ].map((text) => text.toLowerCase());
  return [
    ...phones.map((phone) => ({ words: [phoneWord(phone) ?? ""] })),
    ...phones.map((phone) => ({ words: [], digits: phone.slice(-4) })),
    ...some("quote_no", "quotes").map((quoteNo) => ({ words: [], digits: quoteNo.slice(3, 8) })),
    ...texts.map((text) => ({ words: text.split(/\s+/) })),
    ...texts.slice(0, 10).map((text) => ({ words: [text.slice(0, 3)] })),
    ...some("waybill_no", "waybills").map((waybillNo) => ({ words: [], waybillNo })),
    ...some("quote_no", "quotes").map((quoteNo) => ({ words: [], quoteNo })),
    ...some("pf_payment_id", "payments").map((theirs) => ({ words: [], theirs })),
    ...some("id", "outgoing_mails").map((theirs) => ({ words: [], theirs })),
  ];
}
