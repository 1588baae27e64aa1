import { copyFileSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { copyDatabase } from "#db/copy/copy.server";
import { NO_COPY_YET, writeStaffCopy } from "#db/copy/staff-copy.server";
import { aDesk } from "../support/a-desk";
import { aFolder } from "../support/a-store";
import { anOffice, asStaff } from "../support/an-office";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { openSite } from "../support/open-site";
import { staffProcess } from "../support/staff";
import { stoppedPlace, storePlace } from "../support/store-place";

test("whoever has marked a parcel finds it marked, and who reads the copy, as of its writing", async () => {
  const office = await anOffice();
  const { waybillNo } = await office.paid();
  const file = path.join(aFolder(), "staff.db");
  await writeStaffCopy(await storePlace(office.file), file, new Date());
  const desk = aDesk(office);
  await desk.ask("mark", "collected", waybillNo);
  expect(await desk.ask("show", "bookings")).toMatchObject({ rows: [{ waybill_no: waybillNo, status: "Collected" }] });
  expect(asStaff(file, "SELECT status FROM staff_bookings")).toEqual([{ status: "Paid, to be collected" }]);
  desk.leave();
});

test.each([
  ["show", "bookings"],
  ["list", "quotes"],
  ["list", "refunds"],
  ["export", "invoices"],
])("%s %s reads on a machine whose site hasn't written a copy yet", async (...words) => {
  const office = await anOffice();
  await office.paid();
  const period = words[0] === "export" ? ["--from", "2026-11-01", "--until", "2026-11-30"] : [];
  const { code, err } = await staffProcess({ dataDir: path.dirname(office.file) }, [...words, ...period], {
    DATA_DIR: aFolder(),
  });
  expect(code, err).toBe(0);
  expect(err).not.toContain("copy");
});

test("before the site has written its first copy, the office's figures and lists say so, and their files", async () => {
  const site = await openSite({ SESSION_SECRET });
  onTestFinished(async () => void (await site.stop()));
  const reader = await anOfficeBrowser(site, "reader");
  rmSync(path.join(site.dataDir, "staff.db"), { force: true });
  for (const address of ["/office/figures", "/office/list/payments_to_refund", "/office/list/bookings"]) {
    const page = await reader.open(address);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(NO_COPY_YET)]);
  }
  for (const address of ["/office/figures/weeks", "/office/list/bookings/csv"]) {
    const file = await reader.send(address, {});
    expect([file.status, await file.text()], address).toEqual([503, expect.stringContaining("Try again in a minute")]);
  }
});

test("a file that isn't a copy is never replaced, and the site says in one line why", async () => {
  const office = await anOffice();
  const file = path.join(aFolder(), "staff.db");
  const own = new Database(file);
  own.exec("CREATE TABLE ours (words TEXT)");
  own.close();
  await expect(writeStaffCopy(await storePlace(office.file), file, new Date())).rejects.toThrow(
    /^.*staff\.db isn't a copy that the site wrote for staff\. Move it away; then one is written\.$/,
  );
  expect(asStaff(file, "SELECT name FROM sqlite_schema")).toEqual([{ name: "ours" }]);
});

test("a log that another file has left beside the copy is never read with it", async () => {
  const office = await anOffice();
  const { waybillNo } = await office.paid();
  const copy = { url: await storePlace(office.file), file: path.join(aFolder(), "staff.db") };
  await writeStaffCopy(copy.url, copy.file, new Date());
  // What a killed process leaves: a database whose newest rows are in its log.
  const former = path.join(aFolder(), "courier.db");
  const left = new Database(former);
  left.pragma("journal_mode = WAL");
  left.exec("CREATE TABLE site_facts (name TEXT, value TEXT, told_at TEXT)");
  for (const end of ["-wal", "-shm"]) copyFileSync(`${former}${end}`, `${copy.file}${end}`);
  left.close();
  await writeStaffCopy(copy.url, copy.file, new Date());
  expect(asStaff(copy.file, "SELECT waybill_no FROM staff_bookings")).toEqual([{ waybill_no: waybillNo }]);
  expect(readdirSync(path.dirname(copy.file))).not.toContain("staff.db-wal");
});

test("the copy of former releases, courier.db, goes; a site's own courier.db stays", async () => {
  const office = await anOffice();
  const url = await storePlace(office.file);
  const [folder, another] = [aFolder(), aFolder()];
  await writeStaffCopy(url, path.join(folder, "courier.db"), new Date());
  await writeStaffCopy(url, path.join(folder, "staff.db"), new Date());
  expect(readdirSync(folder)).toEqual(["staff.db"]);
  await copyDatabase(await stoppedPlace(office.file), path.join(another, "courier.db"), new Date(), () => undefined);
  await writeStaffCopy(url, path.join(another, "staff.db"), new Date());
  expect(readdirSync(another)).toEqual(expect.arrayContaining(["courier.db", "staff.db"]));
});

test.each([["show", "bookings"], ["today"], ["find", "thandi"]])(
  "%s %s ends within 10 s in one line while PostgreSQL doesn't answer",
  async (...words) => {
    const silent = createServer((client) => void client.on("error", () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const office = await anOffice();
    const { code, err } = await staffProcess({ dataDir: path.dirname(office.file) }, words.filter(Boolean), {
      DATABASE_URL: `postgres://thuma@127.0.0.1:${port}/postgres`,
    });
    expect([code, err]).toEqual([1, expect.stringMatching(/^PostgreSQL (can't be reached|hasn't answered).*\n$/)]);
  },
);
