import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { HOURS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { driverMarks } from "#db/schema/rounds";
import { dropStaffViews } from "#db/staff-views.server";
import { aParcel, type History } from "../../demo/a-parcel";
import { inTheFile } from "../support/a-guest";
import { ago, anOffice } from "../support/an-office";

/** The migration that gave stops and marks their visit, on the database that this test runs on. */
const [MIGRATION = ""] = globSync(`db/migrations${isPostgres ? "-postgres" : ""}/*_stop_visits.sql`);

test("an old stop gets the visit that was open when it was assigned, an old mark the one that was open when it came", async () => {
  const office = await anOffice();
  const { driver } = await office.store.tx((tx) =>
    addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, ago(9 * HOURS)),
  );
  const marked = { driverId: driver.id, kind: "nobody_there", visit: "return", pieces: 1, reason: "Closed" } as const;
  /** Assigned eight hours ago and marked four hours ago. */
  async function parcel(what: string, happens = (parcel: History) => parcel) {
    const { waybillNo } = await office.paid({ parcel: { quantity: 3 } }, ago(9 * HOURS));
    const day = "2026-11-23";
    await office.store.tx(async (tx) => {
      await assignStop(tx, { waybillNo, driver, day, visit: "delivery" }, ago(8 * HOURS));
      const at = { filledInAt: ago(4 * HOURS), receivedAt: ago(4 * HOURS) };
      await tx.insert(driverMarks).values({ ...marked, ...at, waybillNo, id: what, formKey: what });
    });
    await happens(aParcel(waybillNo)).in(office.world);
    run(`UPDATE stops SET id = '${what}' WHERE waybill_no = '${waybillNo}'`);
  }
  const site = { dataDir: path.dirname(office.file) };
  const run = (statement: string) => inTheFile(site, statement);
  await parcel("never collected");
  await parcel("collected before", (it) => it.at(ago(8.5 * HOURS)).collected());
  await parcel("collected in part before", (it) => it.at(ago(8.5 * HOURS)).collected(2));
  await parcel("collected since, before the mark", (it) => it.at(ago(6 * HOURS)).collected());
  await parcel("collected after the mark", (it) => it.at(ago(2 * HOURS)).collected());
  await parcel("never scanned as collected", (it) => it.at(ago(5 * HOURS)).marked("failed_attempt", { correct: true }));

  // The views read the columns, and are made again at the next start.
  if (!isPostgres) {
    const file = new Database(office.file);
    dropStaffViews(file);
    file.close();
  }
  for (const table of ["stops", "driver_marks"]) {
    run("DROP INDEX IF EXISTS stops_by_parcel");
    run(`ALTER TABLE ${table} DROP COLUMN visit${isPostgres ? " CASCADE" : ""}`);
  }
  run("CREATE UNIQUE INDEX stops_by_parcel ON stops (waybill_no, day)");
  for (const statement of readFileSync(MIGRATION, "utf8").split("--> statement-breakpoint")) run(statement);

  const visits = (table: string) =>
    Object.fromEntries(
      (run(`SELECT id, visit FROM ${table} ORDER BY id`) as { id: string; visit: string }[]).map(({ id, visit }) => [
        id,
        visit,
      ]),
    );
  expect(visits("stops")).toEqual({
    "never collected": "collection",
    "collected before": "delivery",
    "collected in part before": "collection",
    "collected since, before the mark": "collection",
    "collected after the mark": "collection",
    "never scanned as collected": "collection",
  });
  expect(visits("driver_marks")).toEqual({
    "never collected": "collection",
    "collected before": "delivery",
    "collected in part before": "collection",
    "collected since, before the mark": "delivery",
    "collected after the mark": "collection",
    "never scanned as collected": "delivery",
  });
});
