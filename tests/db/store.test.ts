import path from "node:path";
import Database from "better-sqlite3";
import { eq, type SQL, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { isPostgres } from "#db/dialect";
import { boxes } from "#db/schema/pricing";
import { seedLoads } from "#db/schema/seed-loads";
import { waybills } from "#db/schema/waybills";
import type { Store, Tx } from "#db/store.server";
import { StoreBusyError } from "#db/store-error";
import { aFolder, aStore } from "../support/a-store";

/** SQLite's value for "every commit waits for the disk". */
const FULL = 2;

let file: string;
let store: Store;
beforeEach(async () => {
  file = path.join(aFolder(), "courier.db");
  store = await aStore(file);
});

describe("committed data is kept", () => {
  test.runIf(!isPostgres).each([
    ["journal_mode", "wal"],
    ["synchronous", FULL],
    ["foreign_keys", 1],
  ])("every connection has %s = %s", async (pragma, value) => {
    const setting = sql.raw(`pragma_${pragma}`);
    const asked = { value: sql.raw(pragma) };
    expect(await store.read.select(asked).from(setting)).toEqual([{ value }]);
    expect(await store.tx((tx) => tx.select(asked).from(setting))).toEqual([{ value }]);
  });

  test("a reference to a missing row is refused", async () => {
    const orphan = store.tx((tx) =>
      tx.insert(waybills).values({ waybillNo: "TH0", quoteId: "nobody", issuedAt: new Date() }),
    );
    const refusal = isPostgres ? { cause: { code: "23503" } } : { code: "SQLITE_CONSTRAINT_FOREIGNKEY" };
    await expect(orphan).rejects.toMatchObject(refusal);
  });
});

describe("a transaction", () => {
  test("that fails half-way changes nothing, and the next one works", async () => {
    const failing = store.tx(async (tx) => {
      await rename(tx, "flyer-bag", "Half a change");
      await rename(tx, "stock-2", "The other half");
      throw new Error("power cut");
    });
    await expect(failing).rejects.toThrow("power cut");
    expect(await nameOf("flyer-bag")).toBe("Flyer bag");
    await store.tx((tx) => rename(tx, "flyer-bag", "Big bag"));
    expect(await nameOf("flyer-bag")).toBe("Big bag");
  });

  test("returns the result", async () => {
    expect(await store.tx(async () => 42)).toBe(42);
  });

  test("isn't visible to readers until it is committed", async () => {
    await store.tx(async (tx) => {
      await rename(tx, "flyer-bag", "Not yet");
      expect(await nameOf("flyer-bag")).toBe("Flyer bag");
    });
    expect(await nameOf("flyer-bag")).toBe("Not yet");
  });

  test.runIf(!isPostgres)("waits for the one before it, in order", async () => {
    const order: string[] = [];
    const step = (name: string, ms: number) =>
      store.tx(async () => {
        order.push(`${name} begins`);
        await pause(ms);
        order.push(`${name} ends`);
      });
    await Promise.all([step("first", 30), step("second", 1), step("third", 1)]);
    expect(order).toEqual(["first begins", "first ends", "second begins", "second ends", "third begins", "third ends"]);
  });

  test("counts correctly when a hundred people press the same button at once", async () => {
    const raise = (tx: Tx) =>
      tx
        .update(boxes)
        .set({ costCents: sql`${boxes.costCents} + 1` })
        .where(eq(boxes.id, "flyer-bag"));
    const [before] = await store.read.select().from(boxes).where(eq(boxes.id, "flyer-bag"));
    await Promise.all(Array.from({ length: 100 }, () => store.tx(raise)));
    const [after] = await store.read.select().from(boxes).where(eq(boxes.id, "flyer-bag"));
    expect((after?.costCents ?? 0) - (before?.costCents ?? 0)).toBe(100);
  });
});

describe.runIf(!isPostgres)("while staff hold the write lock in another program", () => {
  test("a transaction waits without blocking other requests, and then succeeds", async () => {
    const staff = new Database(file);
    staff.exec("BEGIN IMMEDIATE; UPDATE boxes SET name = 'Staff was here' WHERE id = 'stock-2'");
    let isDone = false;
    const waiting = store
      .tx((tx) => rename(tx, "flyer-bag", "At last"))
      .then(() => {
        isDone = true;
      });

    for (let asked = 0; asked < 20; asked += 1) {
      expect(await nameOf("flyer-bag")).toBe("Flyer bag");
      await pause(5);
    }
    expect(isDone).toBe(false);

    staff.exec("COMMIT");
    staff.close();
    await waiting;
    expect([await nameOf("flyer-bag"), await nameOf("stock-2")]).toEqual(["At last", "Staff was here"]);
  });

  test("the site starts anyway", async () => {
    await store.close();
    const staff = new Database(file);
    staff.exec("BEGIN IMMEDIATE");
    const opening = aStore(file);
    await pause(200);
    staff.exec("COMMIT");
    staff.close();
    expect((await (await opening).read.select().from(seedLoads)).length).toBeGreaterThan(0);
  });
});

function rename(tx: Tx, id: string, name: string) {
  return tx.update(boxes).set({ name }).where(eq(boxes.id, id));
}

async function nameOf(id: string): Promise<string | undefined> {
  const [box] = await store.read.select().from(boxes).where(eq(boxes.id, id));
  return box?.name;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

test.runIf(isPostgres)(
  "a statement that an administrator or its time limit cancels counts as busy, and nothing is done",
  async () => {
    const cancelled = store.tx(async (tx) => {
      await tx.insert(seedLoads).values({ tableName: "cancelled", fingerprint: "x", loadedAt: new Date() });
      const asked = (what: SQL) => tx.select({ what }).from(seedLoads).limit(1);
      await asked(sql`set_config('statement_timeout', '20', true)`);
      await asked(sql`pg_sleep(60)::text`);
    });
    await expect(cancelled).rejects.toThrow(StoreBusyError);
    expect(await store.read.$count(seedLoads, eq(seedLoads.tableName, "cancelled"))).toBe(0);
  },
);
