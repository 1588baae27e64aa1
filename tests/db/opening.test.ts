import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { keepClosed } from "#db/open-mark.server";
import { boxes } from "#db/schema/pricing";
import { searchFor } from "#db/search-index.server";
import { joinStore, openStore } from "#db/store.server";
import { aFolder, placeDatabase } from "../support/a-store";
import { anOffice } from "../support/an-office";

let file: string;
beforeEach(() => {
  file = path.join(aFolder(), "courier.db");
});

test("while anybody has a database open it isn't replaced, and while it is replaced nobody opens it", async () => {
  placeDatabase(file);
  const site = await openStore(file);
  const command = await joinStore(file);
  expect(keepClosed(file)).toBeUndefined();
  await site.close();
  expect(keepClosed(file)).toBeUndefined();
  await command.close();
  const replacing = keepClosed(file);
  for (const open of [openStore, joinStore])
    await expect(open(file)).rejects.toThrow(/^The database \S+ is being restored or copied\. Start again when/);
  replacing?.release();
  await (await openStore(file)).close();
});

test("a closed store neither reads nor writes, and what was waiting to be written is written before", async () => {
  placeDatabase(file);
  const store = await openStore(file);
  const last = store.tx((tx) => tx.update(boxes).set({ name: "At last" }));
  await Promise.all([last, store.close()]);
  await expect(store.tx(async () => {})).rejects.toThrow("not open");
  await expect(store.read.select().from(boxes)).rejects.toThrow("not open");
  const after = await joinStore(file);
  expect((await after.read.select().from(boxes)).map(({ name }) => name)).toContain("At last");
  await after.close();
});

describe("a command that works beside the site", () => {
  test("makes no database where there is none", async () => {
    await expect(joinStore(file)).rejects.toMatchObject({
      name: "StoreError",
      message: expect.stringMatching(/^There is no database \S+ yet\. Start the site once \(npm start\)/),
    });
    expect(readdirSync(path.dirname(file))).toEqual([]);
  });

  test.each([
    ["older", 1, "Start this release of the site once (npm start): it migrates the file."],
    ["newer", 9999, "Start the newer release."],
  ])("refuses one that is %s than its code, and leaves it closed", async (which, version, advice) => {
    placeDatabase(file);
    edit(`PRAGMA user_version = ${version}`);
    const refusal = joinStore(file);
    await expect(refusal).rejects.toThrow(`The database ${file} is ${which} than this code (version ${version}`);
    await expect(refusal).rejects.toThrow(advice);
    const lock = keepClosed(file);
    expect(lock).toBeDefined();
    lock?.release();
    // Only the last to close a database removes its log.
    edit("SELECT count(*) FROM boxes");
    expect(readdirSync(path.dirname(file)).toSorted()).toEqual(["courier.db", "courier.db-open"]);
  });
});

test.each([
  ["is a link to itself", () => symlinkSync(file, file), joinStore],
  ["is a folder", () => mkdirSync(file), openStore],
  ["is in a folder that isn't there", () => undefined, () => openStore(path.join(file, "courier.db"))],
])("a place that %s can't be opened, which is one line for whoever starts the site", async (_what, make, open) => {
  make();
  await expect(open(file)).rejects.toMatchObject({
    name: "StoreError",
    message: expect.stringMatching(/^The database \S+ can't be opened: [^\n]+\. Only the user that runs the site/),
  });
});

function edit(statements: string): void {
  const staff = new Database(file);
  staff.exec(statements);
  staff.close();
}

test("an index of what staff search that is gone, or empty, is filled again at the next start", async () => {
  const office = await anOffice();
  await office.quote({ addresses: { fromName: "Nomsa Zwane" } });
  await office.store.close();
  for (const loss of ["DROP TABLE search_index", "DELETE FROM search_index; DROP VIEW staff_help"]) {
    const staff = new Database(office.file);
    staff.exec(loss);
    staff.close();
    await (await openStore(office.file)).close();
    const reading = new Database(office.file, { readonly: true });
    expect([loss, searchFor(reading, ["zwane"], { first: 9, isBegun: false })]).toMatchObject([
      loss,
      [{ kind: "quote" }],
    ]);
    reading.close();
  }
});
