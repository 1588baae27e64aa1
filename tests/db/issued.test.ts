import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { beyond, highest, paperAfter, rangeAfter } from "#db/issued/papers.server";
import { invoices } from "#db/schema/invoices";
import { staffActions } from "#db/schema/staff-actions";
import { storeSiteFacts } from "#db/site-facts.server";
import { joinStore, openStore } from "#db/store.server";
import { aParcel } from "../../demo/a-parcel";
import { aFolder, placeDatabase } from "../support/a-store";
import { worldOf } from "../support/a-world";

const now = new Date("2026-11-28T10:00:00.000Z");

test("the last paper of each series counts, whatever the order", () => {
  const papers = ["INV-000009", "INV-TEST-000002", "INV-000010", "CN-000003", "INV-000001"];
  expect(highest(papers).toSorted()).toEqual(["CN-000003", "INV-000010", "INV-TEST-000002"]);
  expect(beyond(papers, ["INV-000010", "CN-000001"])).toEqual(["INV-TEST-000002", "CN-000003"]);
  expect([rangeAfter(["INV-000003"], "INV-000004"), rangeAfter([], "INV-TEST-000004")]).toEqual([
    "INV-000004",
    "INV-TEST-000001 to INV-TEST-000004",
  ]);
  expect([paperAfter("INV-000009"), paperAfter("INV-TEST-999999")]).toEqual(["INV-000010", "INV-TEST-1000000"]);
});

test("the last invoice and the last action are noted beside the database, by every process that has it open", async () => {
  const { file, store, issue, act } = await aDatabase();
  await issue();
  await act("first");
  const command = await openStore(file);
  await issue(command);
  await act("second", command);
  await command.close();
  expect(noteOf(file)).toEqual(["INV-TEST-000002", "action second", "end"]);
  await store.close();
  expect(readdirSync(path.dirname(file)).filter((name) => name.includes("-issued"))).toEqual(["courier.db-issued"]);
});

test("a database that is behind says so in one line, and gives no number a second time", async () => {
  const { file, store, issue, act } = await aDatabase();
  await issue();
  await act("first");
  await store.close();
  copyFileSync(file, `${file}.older`);
  const later = await openStore(file);
  await issue(later);
  await issue(later);
  await act("second", later);
  await later.close();
  // As a damaged log leaves it, or somebody who puts an older file in its place.
  copyFileSync(`${file}.older`, file);

  const lines: string[] = [];
  const again = await openStore(file, { report: (words) => lines.push(words) });
  expect(lines).toEqual([
    expect.stringMatching(
      /^the database \S+courier\.db is behind courier\.db-issued, [^\n]+\. It lacks INV-TEST-000002 to INV-TEST-000003, the last of staff's actions\. Numbers go on after these\. [^\n]+$/,
    ),
  ]);
  expect(await issue(again)).toBe("INV-TEST-000004");
  await again.close();
  const next = await openStore(file, { report: (words) => lines.push(words) });
  await next.close();
  expect(lines).toHaveLength(1);
});

test("a lost action alone is said too; a note that is older, torn or of nobody says nothing", async () => {
  const { file, store, issue, act } = await aDatabase();
  await issue();
  await act("first");
  await store.close();
  const older = readFileSync(`${file}-issued`);
  const start = async () => {
    const lines: string[] = [];
    const opened = await openStore(file, { report: (words) => lines.push(words) });
    await opened.close();
    return lines;
  };
  expect(await start()).toEqual([]);
  writeFileSync(`${file}-issued`, "INV-TEST-000001\naction another\nend");
  expect(await start()).toEqual([expect.stringMatching(/It lacks the last of staff's actions\. docs\/backups\.md/)]);
  for (const note of ["INV-TEST-000009\naction another\nen", "", older]) {
    writeFileSync(`${file}-issued`, note);
    expect(await start()).toEqual([]);
  }
});

test("a start with other settings keeps the numbers that were carried over", async () => {
  const { file, store, issue } = await aDatabase();
  await store.close();
  writeFileSync(`${file}-issued`, "INV-TEST-000007\naction \nend");
  const again = await openStore(file);
  for (const appUrl of ["http://one.example", "http://another.example"])
    await storeSiteFacts(again, { appUrl, paymentMode: "simulator" }, now);
  expect(await issue(again)).toBe("INV-TEST-000008");
  await again.close();
});

test("before a start has said so, a command is refused, or leaves the note as it is", async () => {
  const { file, store, act } = await aDatabase();
  await act("first");
  await store.close();
  writeFileSync(`${file}-issued`, "INV-TEST-000007\naction first\nend");
  await expect(joinStore(file)).rejects.toThrow(
    /^The database \S+ lacks INV-TEST-000007, which were issued\. Start the/,
  );
  await (await openStore(file)).close();
  const command = await joinStore(file);
  await act("second", command);
  await command.close();
  expect(noteOf(file)).toEqual(["INV-TEST-000007", "action second", "end"]);

  writeFileSync(`${file}-issued`, "INV-TEST-000007\naction lost\nend");
  const another = await joinStore(file);
  await act("third", another);
  await another.close();
  expect(noteOf(file)).toEqual(["INV-TEST-000007", "action lost", "end"]);
});

test("where it can't be written nothing happens", async () => {
  const { file, store, issue } = await aDatabase();
  mkdirSync(`${file}-issued`);
  expect(await issue()).toBe("INV-TEST-000001");
  await store.close();
  const lines: string[] = [];
  const again = await openStore(file, { report: (words) => lines.push(words) });
  expect(await issue(again)).toBe("INV-TEST-000002");
  await again.close();
  expect(lines).toEqual([]);
  rmSync(`${file}-issued`, { recursive: true });
  expect(readdirSync(path.dirname(file)).filter((name) => name.includes("-issued"))).toEqual([]);
});

test("a commit that issued nothing writes nothing", async () => {
  const { file, store, act } = await aDatabase();
  await act("first");
  await expect.poll(() => existsSync(`${file}-issued`)).toBe(true);
  rmSync(`${file}-issued`);
  await store.tx(async () => {});
  await store.close();
  expect(existsSync(`${file}-issued`)).toBe(false);
});

function noteOf(file: string): string[] {
  return readFileSync(`${file}-issued`, "utf8").split("\n");
}

/** A new database, and what issues in it. */
async function aDatabase() {
  const file = path.join(aFolder(), "courier.db");
  placeDatabase(file);
  const store = await openStore(file);
  /** @returns the invoice's number */
  const issue = async (at = store) => {
    await aParcel().in(worldOf(at, "simulator"), now);
    const [newest] = await at.read.select().from(invoices).orderBy(desc(invoices.number)).limit(1);
    return newest?.invoiceNo;
  };
  const act = (id: string, at = store) => {
    const row = { id, at: now, who: "Thandi", action: "marked", subject: "-", details: "" };
    return at.tx((tx) => tx.insert(staffActions).values(row));
  };
  return { file, store, issue, act };
}
