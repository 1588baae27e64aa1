import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { restate } from "#app/domain/parcels/restate.server";
import { newId } from "#app/domain/values/ids.server";
import { type Copied, copyDatabase, sumOf } from "#db/copy/copy.server";
import { sqliteSource } from "#db/copy/sqlite-side.server";
import { writeStaffCopy } from "#db/copy/staff-copy.server";
import { trackingEvents } from "#db/schema/waybills";
import { aParcel } from "../../demo/a-parcel";
import { aFolder } from "../support/a-store";
import { anOffice, asStaff } from "../support/an-office";
import { emptyPlace, stoppedPlace } from "../support/store-place";

const now = new Date("2026-11-21T10:00:00.000Z");

/** A PostgreSQL site with rows in every table. */
async function aBusySite(): Promise<string> {
  const office = await anOffice();
  for (let parcels = 0; parcels < 3; parcels += 1) {
    const { waybillNo } = await aParcel().collected().in(office.world, now);
    // Of two events of one moment, which no mark has since, the one written later counts.
    const later = { id: newId(), waybillNo, kind: "in_transit", happenedAt: now } as const;
    await office.store.tx(async (tx) => {
      await tx.insert(trackingEvents).values(later);
      await restate(tx, waybillNo);
    });
  }
  await office.applied(1);
  await office.joined("thandi@example.co.za");
  await office.wrote("one", { worksUntil: new Date("2100-01-01") });
  return stoppedPlace(office.file);
}

async function sums(file: string) {
  const source = sqliteSource(file);
  const tables = await source.tables();
  const all = await Promise.all(tables.map(async (table) => [table.name, await sumOf(source, table)] as const));
  await source.close();
  return Object.fromEntries(all);
}

async function tablesNeverVacuumed(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT relname FROM pg_stat_user_tables WHERE schemaname = current_schema() AND last_vacuum IS NULL",
  );
  await client.end();
  return rows.filter(({ relname }) => relname !== "site_schema");
}

test("a site moves to SQLite and back to PostgreSQL with equal tables", async () => {
  const folder = aFolder();
  const [first, second] = [path.join(folder, "first.db"), path.join(folder, "second.db")];
  const elsewhere = await emptyPlace(path.join(folder, "elsewhere"));
  await copyDatabase(await aBusySite(), first, now, () => undefined);
  const copied: Copied[] = [];
  const kept = await copyDatabase(first, elsewhere, now, (done) => copied.push(done));
  expect([kept, readdirSync(folder).filter((name) => !/-(open|issued)$/.test(name))]).toEqual([
    path.join(folder, "first.before-postgres.db"),
    ["first.before-postgres.db"],
  ]);
  expect(copied.find(({ table }) => table === "tracking_events")?.rows).toBe(9);
  expect(await tablesNeverVacuumed(elsewhere)).toEqual([]);
  await copyDatabase(elsewhere, second, now, () => undefined);
  expect(await sums(second)).toEqual(await sums(kept));
  expect(asStaff(second, "SELECT DISTINCT last_event FROM waybills")).toEqual([{ last_event: "in_transit" }]);
});

test("a target that holds another site's data is refused, and neither side is changed", async () => {
  const folder = aFolder();
  const file = path.join(folder, "site.db");
  await copyDatabase(await aBusySite(), file, now, () => undefined);
  const before = readFileSync(file);
  await expect(copyDatabase(file, await aBusySite(), now, () => undefined)).rejects.toThrow(/isn't empty/);
  await expect(copyDatabase(await aBusySite(), file, now, () => undefined)).rejects.toThrow(/is a database already/);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("staff have the same views in a copy, which shows its age", async () => {
  const file = path.join(aFolder(), "courier.db");
  await writeStaffCopy(await aBusySite(), file, now);
  await writeStaffCopy(await aBusySite(), file, new Date(now.getTime() + 60_000));
  expect(asStaff(file, "SELECT status FROM staff_bookings")).toHaveLength(3);
  expect(asStaff(file, "SELECT value FROM staff_site WHERE fact LIKE '%copied%'")).toEqual([
    { value: "2026-11-21 12:01:00" },
  ]);
});
