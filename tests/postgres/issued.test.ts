import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aGuestWithAWaybill } from "../support/a-guest";
import { aFolder } from "../support/a-store";
import { startSite } from "../support/running-site";
import { copyPlace, emptyPlace, inTheDatabase, removePlace, storePlace } from "../support/store-place";

test("after a backup of PostgreSQL was restored no number comes twice, and the start says what is missing", async () => {
  const DATA_DIR = aFolder();
  const [file, backup] = ["courier.db", "backup.db"].map((name) => path.join(DATA_DIR, name)) as [string, string];
  onTestFinished(() => [file, backup].forEach(removePlace));
  const env = { DATA_DIR, SESSION_SECRET: "the secret of a site on PostgreSQL" };
  const first = await startSite({ ...env, DATABASE_URL: await emptyPlace(file) });
  await aGuestWithAWaybill(first);
  await first.stop();
  await copyPlace(file, backup);
  const second = await startSite({ ...env, DATABASE_URL: await storePlace(file) });
  await aGuestWithAWaybill(second);
  await aGuestWithAWaybill(second);
  const note = path.join(DATA_DIR, "staff.db-issued");
  const noted = () => existsSync(note) && readFileSync(note, "utf8").split("\n")[0];
  await expect.poll(noted).toBe("INV-TEST-000003");
  await second.kill();

  const restored = await startSite({ ...env, DATABASE_URL: await storePlace(backup) });
  expect(restored.logs()).toMatch(
    /the PostgreSQL database is behind staff\.db-issued, [^"]+ It lacks INV-TEST-000002 to INV-TEST-000003\. Numbers go on after these\./,
  );
  await aGuestWithAWaybill(restored);
  await restored.stop();
  expect(noted()).toBe("INV-TEST-000004");
  const numbers = inTheDatabase<{ no: string }>(backup, "SELECT invoice_no AS no FROM invoices ORDER BY number");
  expect(numbers.map(({ no }) => no)).toEqual(["INV-TEST-000001", "INV-TEST-000004"]);
  const again = await startSite({ ...env, DATABASE_URL: await storePlace(backup) });
  await again.stop();
  expect(again.logs()).not.toContain("is behind");
});
