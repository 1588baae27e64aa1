import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { isPostgres } from "#db/dialect";
import { rateLimits } from "#db/schema/accounts";
import { boxes } from "#db/schema/pricing";
import { dropStaffViews } from "#db/staff-views.server";
import { openStore, type Store, type Tx } from "#db/store.server";
import { inTheFile } from "../support/a-guest";
import { aFolder, aStore } from "../support/a-store";

let file: string;
let store: Store;
beforeEach(async () => {
  file = path.join(aFolder(), "courier.db");
  store = await aStore(file);
});

const unrelated = () =>
  store.tx((tx) => tx.insert(rateLimits).values({ key: String(Math.random()), points: 1, expire: new Date() }));

/** Changes rows as staff do, from another program. */
function staffType(statement: string): void {
  inTheFile({ dataDir: path.dirname(file) }, statement);
}

/** SQLite's file is asked once in a turn of the event loop, PostgreSQL's database twice a second. */
async function expectNewMark(store: Store, before: unknown): Promise<void> {
  if (isPostgres) return expect.poll(store.priceMark).not.toBe(before);
  await nextTurn();
  expect(store.priceMark()).not.toBe(before);
}

describe("the price mark changes", () => {
  test.each([
    "UPDATE boxes SET cost_cents = 999 WHERE id = 'flyer-bag'",
    "UPDATE postal_areas SET served = NOT served WHERE from_code = '1431'",
    "UPDATE countries SET name = 'Brasil' WHERE iso2 = 'BR'",
    "UPDATE rates SET amount_cents = 1 WHERE kind = 'zone'",
    "INSERT INTO rates (kind, rate_key, valid_from, amount_cents) VALUES ('zone', 'metro', '2026-12-01', 1)",
    ...(isPostgres ? [] : ["INSERT OR REPLACE INTO countries SELECT * FROM countries WHERE iso2 = 'BR'"]),
    "DELETE FROM boxes WHERE id = 'flyer-bag'",
    "DELETE FROM postal_areas",
    "DELETE FROM countries",
    "DELETE FROM rates",
  ])("after %s", async (statement) => {
    const before = store.priceMark();
    expect(store.priceMark()).toBe(before);
    staffType(statement);
    await expectNewMark(store, before);
    const after = store.priceMark();
    expect(store.priceMark()).toBe(after);
  });

  test("when a transaction of ours commits, and not before or after a rollback", async () => {
    const before = store.priceMark();
    const change = (tx: Tx) => tx.update(boxes).set({ costCents: 999 }).where(eq(boxes.id, "flyer-bag"));
    const failing = store.tx(async (tx) => {
      await change(tx);
      expect(store.priceMark()).toBe(before);
      throw new Error("power cut");
    });
    await expect(failing).rejects.toThrow("power cut");
    await nextTurn();
    expect(store.priceMark()).toBe(before);
    await store.tx(change);
    await expectNewMark(store, before);
  });

  test.runIf(!isPostgres)("also after a migration that rebuilt a table", async () => {
    await store.close();
    const migration = new Database(file);
    dropStaffViews(migration);
    migration.exec(
      "CREATE TABLE rebuilt AS SELECT * FROM rates; DROP TABLE rates; ALTER TABLE rebuilt RENAME TO rates",
    );
    migration.close();
    const later = await openStore(file);
    const before = later.priceMark();
    staffType("UPDATE rates SET amount_cents = 1");
    await expectNewMark(later, before);
    await later.close();
  });
});

describe("while other things are saved", () => {
  test("the mark stays", async () => {
    const before = store.priceMark();
    await unrelated();
    await nextTurn();
    expect(store.priceMark()).toBe(before);
  });

  test.runIf(!isPostgres)("and while one turn of the event loop lasts, so that a page asks the file once", async () => {
    const before = store.priceMark();
    staffType("UPDATE rates SET amount_cents = 1");
    expect(store.priceMark()).toBe(before);
    await expectNewMark(store, before);
  });

  test("prices are calculated without reading their tables again, until a rate changes", async () => {
    let readings = 0;
    const read = new Proxy(store.read, {
      get(target, name) {
        if (name === "select") readings++;
        return Reflect.get(target, name);
      },
    });
    const pricing = embeddedPricing({ read, priceMark: store.priceMark }, () => new Date());
    const ask = { fromPostal: "1431", toPostal: "1804", quantity: 1, selectedBoxId: "flyer-bag", applyVat: true };
    const before = await pricing.quoteLocal(ask);
    const readOnce = readings;
    expect(readOnce).toBeGreaterThan(0);

    await unrelated();
    await nextTurn();
    expect(await pricing.quoteLocal(ask)).toEqual(before);
    expect(readings).toBe(readOnce);

    const mark = store.priceMark();
    staffType("UPDATE rates SET amount_cents = amount_cents + 1000 WHERE kind = 'zone'");
    await expectNewMark(store, mark);
    expect(await pricing.quoteLocal(ask)).not.toEqual(before);
    expect(readings).toBeGreaterThan(readOnce);
  });
});
