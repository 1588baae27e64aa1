import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { isPostgres } from "#db/dialect";
import { waybills } from "#db/schema/waybills";
import { openStore } from "#db/store.server";
import { aParcel } from "../../demo/a-parcel";
import { inTheFile } from "../support/a-guest";
import { aFolder, aStore } from "../support/a-store";
import { worldOf } from "../support/a-world";

const NOON = "2026-11-20T10:00:00.000Z";
const LATER = "2026-11-20T14:00:00.000Z";

test("a waybill has its parcel's last event, in whatever order events were written, corrected or undone", async () => {
  const { edit, lastEvent } = await aPaidParcel();
  expect(await lastEvent()).toMatchObject({ last_event: "booked" });

  edit("DELETE FROM tracking_events");
  edit(event("e2", "in_transit", LATER));
  edit(event("e1", "collected", NOON));
  expect(await lastEvent()).toEqual({ last_event: "in_transit", last_event_at: LATER });

  edit("UPDATE tracking_events SET happened_at = '2026-11-20T08:00:00.000Z' WHERE id = 'e2'");
  expect(await lastEvent()).toEqual({ last_event: "collected", last_event_at: NOON });
  edit("DELETE FROM tracking_events WHERE id = 'e1'");
  expect(await lastEvent()).toMatchObject({ last_event: "in_transit" });
});

test("of two events in the same moment the one written last counts", async () => {
  const { edit, lastEvent } = await aPaidParcel();
  edit(event("z", "out_for_delivery", "2030-01-01T00:00:00.000Z"));
  edit(event("a", "delivered", "2030-01-01T00:00:00.000Z"));
  expect(await lastEvent()).toMatchObject({ last_event: "delivered" });
});

/** PostgreSQL's first migration has the column. */
test.runIf(!isPostgres)("waybills from before this column get their last event once", async () => {
  const file = path.join(aFolder(), "courier.db");
  const migrations = readdirSync("db/migrations").filter((name) => name.endsWith(".sql"));
  const before = migrations.slice(0, migrations.indexOf("0005_find_among_a_million.sql"));
  const old = new Database(file);
  for (const name of before) old.exec(readFileSync(`db/migrations/${name}`, "utf8"));
  old.exec(`
    PRAGMA application_id = ${0x5468756d}; PRAGMA user_version = ${before.length}; PRAGMA foreign_keys = OFF;
    INSERT INTO waybills (waybill_no, quote_id, issued_at) VALUES ('TH1', 'q1', '${NOON}'), ('TH2', 'q2', '${NOON}');
    INSERT INTO tracking_events (id, waybill_no, kind, happened_at) VALUES
      ('b', 'TH1', 'delivered', '${LATER}'), ('a', 'TH1', 'booked', '${NOON}'), ('c', 'TH2', 'booked', '${NOON}')`);
  old.close();
  await (await openStore(file)).close();
  const now = new Database(file, { readonly: true });
  expect(now.prepare("SELECT waybill_no, last_event, last_event_at FROM waybills ORDER BY waybill_no").all()).toEqual([
    { waybill_no: "TH1", last_event: "delivered", last_event_at: LATER },
    { waybill_no: "TH2", last_event: "booked", last_event_at: NOON },
  ]);
  now.close();
});

async function aPaidParcel() {
  const dataDir = aFolder();
  const store = await aStore(path.join(dataDir, "courier.db"));
  await aParcel().in(worldOf(store));
  return {
    edit: (statement: string) => void inTheFile({ dataDir }, statement),
    lastEvent: async () => {
      const [waybill] = await store.read.select().from(waybills);
      return { last_event: waybill?.lastEvent, last_event_at: waybill?.lastEventAt?.toISOString() };
    },
  };
}

function event(id: string, kind: string, happenedAt: string): string {
  return `INSERT INTO tracking_events (id, waybill_no, kind, happened_at)
    SELECT '${id}', waybill_no, '${kind}', '${happenedAt}' FROM waybills`;
}
