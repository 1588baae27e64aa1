import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { aGuestWithAWaybill } from "../support/a-guest";
import { staffQueries } from "../support/database-notes";
import { siteForAllTests } from "../support/open-site";

const site = siteForAllTests();

test("staff who leave a view open all day don't block a booking, and never see half of one", async () => {
  const { waybillNo: before } = await aGuestWithAWaybill(site);
  const staff = new Database(path.join(site.dataDir, "courier.db"), { readonly: true });
  const numbers = () => staff.prepare("SELECT waybill_no FROM staff_bookings").pluck().all();
  staff.exec("BEGIN");
  expect(numbers()).toEqual([before]);

  const { waybillNo: meanwhile } = await aGuestWithAWaybill(site);
  for (const { sql } of staffQueries()) staff.prepare(sql).all();
  expect(numbers()).toEqual([before]);

  staff.exec("COMMIT");
  expect(numbers()).toEqual([meanwhile, before]);
  staff.close();
});

test("a file opened as the document says can't be written to", () => {
  const staff = new Database(path.join(site.dataDir, "courier.db"), { readonly: true });
  expect(() => staff.exec("DELETE FROM quotes")).toThrow("readonly");
  staff.close();
  const writer = new Database(path.join(site.dataDir, "courier.db"));
  expect(() => writer.exec("UPDATE staff_bookings SET status = 'Delivered'")).toThrow(
    "cannot modify staff_bookings because it is a view",
  );
  writer.close();
});
