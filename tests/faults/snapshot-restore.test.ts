import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { keepClosed } from "#db/open-mark.server";
import { takeSnapshot } from "../../server/backup/snapshot";
import { aGuestAtTheReview, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { restore } from "../support/a-replica";
import { aFolder, aStore } from "../support/a-store";
import { asSent } from "../support/as-sent";
import { startAndExit, startSite } from "../support/running-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

test("a snapshot replaces the database, and the old one is kept, including its last commits", async () => {
  const folder = aFolder();
  const file = path.join(folder, "courier.db");
  const snapshot = path.join(folder, "kept.db");
  const site = await startSite({ DATA_DIR: folder });
  await aGuestAtTheReview(site);
  await takeSnapshot(file, snapshot);
  await aGuestAtTheReview(site);
  // Its last writes are only in the write-ahead log.
  await site.kill();

  const { code, output } = restore({ DATA_DIR: folder }, snapshot);
  expect(code).toBe(0);
  expect(output).toMatch(
    /^Restored \S+courier\.db: \d+\.\d MB, sound\. Its newest quote is from [^\n]+\nThe old database is kept as \S+\./,
  );
  expect(count(file, "quotes")).toBe(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [kept = "", ...more] = readdirSync(folder).filter((name) => name.startsWith("courier.db.before-"));
  // One plain file, with its log checkpointed.
  expect(more).toEqual([]);
  expect(count(path.join(folder, kept), "quotes")).toBe(2);

  const again = await startSite({ DATA_DIR: folder });
  await aGuestAtTheReview(again);
  await again.stop();
  expect(count(file, "quotes")).toBe(2);
});

test("on another machine with the same secret the links of before open, and so do those of its commands; with a list of secrets, those of both", async () => {
  const SESSION_SECRET = "the secret of the machine that is gone";
  const lost = await startSite({ SESSION_SECRET });
  const { waybillNo } = await aGuestWithAWaybill(lost);
  const link = waybillLinkIn(lost, "booking-confirmed:");
  const snapshot = path.join(aFolder(), "kept.db");
  await takeSnapshot(path.join(lost.dataDir, "courier.db"), snapshot);
  await lost.stop();

  const DATA_DIR = aFolder();
  expect(restore({ DATA_DIR }, snapshot)).toEqual({ code: 0, output: expect.not.stringContaining("is kept as") });
  const statusWith = async (secret: string, ...links: string[]) => {
    const site = await startSite({ DATA_DIR, SESSION_SECRET: secret });
    const opened = links.map(async (each) => (await new Visitor(site.url).open(each)).status);
    const found = await Promise.all(opened);
    await site.stop();
    return found;
  };
  expect(await statusWith(SESSION_SECRET, link)).toEqual([200]);
  const change = ["change", "booking", waybillNo, "--to-phone", "0831112222"];
  expect(await staff({ dataDir: DATA_DIR }, change)).toMatchObject({ code: 0 });
  const newer = waybillLinkIn({ dataDir: DATA_DIR, secret: SESSION_SECRET }, "booking-changed:");
  expect(newer).toBe(link);
  const another = "a secret of the new machine";
  expect(await statusWith(`${another}, ${SESSION_SECRET}`, link)).toEqual([200]);
  expect(await staff({ dataDir: DATA_DIR }, [...change.slice(0, -1), "0834445555"])).toMatchObject({ code: 0 });
  const newest = waybillLinkIn({ dataDir: DATA_DIR, secret: another }, "booking-changed:");
  expect(newest).not.toBe(link);
  expect(await statusWith(another, link, newest)).toEqual([404, 200]);
});

test("no invoice has the number of another that was issued since the snapshot, and what happened since is told", async () => {
  const { folder, file, snapshot, site } = await aSiteSince();
  await site.stop();
  const { code, output } = restore({ DATA_DIR: folder }, snapshot);
  expect(code).toBe(0);
  expect(output).not.toContain("Waits still");
  const lines = output.trimEnd().split("\n");
  expect(lines[2]).toBe("Issued since, and not in it: INV-TEST-000002 to INV-TEST-000003. Numbers go on after these.");
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Sent since, and sent again when the site starts: [1-9]\d*$/),
      expect.stringMatching(/^ {2}email to thandi@example\.co\.za: Waited then$/),
      "Withdrawn or given up since, and sent when the site starts, though they may not be true any more: 2",
      ...["  email to thandi@example.co.za: Comes today", "  email to thandi@example.co.za: Being sent"],
      "Booked since by shops' programs, and not in it: 1. They get 404 for them, and may book them again.",
      expect.stringMatching(/^ {2}Q\S+, order 1001, of \S+@\S+, \d{1,2} [A-Z][a-z]+ 20\d\d/),
    ]),
  );
  const again = await startSite({ DATA_DIR: folder });
  await aGuestWithAWaybill(again);
  await again.stop();
  expect(again.logs()).not.toContain("is behind");
  expect(invoicesIn(file)).toEqual(["INV-TEST-000001", "INV-TEST-000004"]);
});

test("the numbers of a database that can't be read come from the note beside it, or from whoever restores", async () => {
  const { folder, file, snapshot, site } = await aSiteSince();
  await site.stop();
  writeFileSync(file, "torn to pieces".repeat(999));
  const { output } = restore({ DATA_DIR: folder }, snapshot);
  expect(output).toContain("Issued since, and not in it: INV-TEST-000002 to INV-TEST-000003.");
  expect(output).toContain("\nThere was no database to compare it with: messages that wait in it are sent");

  const DATA_DIR = aFolder();
  expect(restore({ DATA_DIR }, snapshot).output).toContain(
    "Its last invoices and credit notes: INV-TEST-000001. If somebody holds a later one, restore again with --next-",
  );
  expect(restore({ DATA_DIR }, snapshot, "--next-invoice", "1", "--next-credit-note", "1")).toEqual({
    code: 1,
    output: "INV-TEST-000001 was issued already: the next can't be before INV-TEST-000002. Nothing was changed.\n",
  });
  expect(restore({ DATA_DIR }, snapshot, "--next-invoice", "8", "--next-credit-note", "3").output).toContain(
    "Issued since, and not in it: INV-TEST-000002 to INV-TEST-000007, CN-TEST-000001 to CN-TEST-000002.",
  );
  const next = await startSite({ DATA_DIR });
  await aGuestWithAWaybill(next);
  await next.stop();
  expect(invoicesIn(path.join(DATA_DIR, "courier.db"))).toEqual(["INV-TEST-000001", "INV-TEST-000008"]);
  // And a snapshot of that one keeps them.
  const later = path.join(aFolder(), "later.db");
  await takeSnapshot(path.join(DATA_DIR, "courier.db"), later);
  expect(restore({ DATA_DIR }, later).output).toContain("No invoice or credit note was issued since.");
});

/**
 * A site with a snapshot of one invoice, in which a letter waits. Since then the letter was sent, staff have done
 * something, two more parcels were paid, and a shop's program has booked.
 */
async function aSiteSince() {
  const folder = aFolder();
  const file = path.join(folder, "courier.db");
  const snapshot = path.join(aFolder(), "kept.db");
  const site = await startSite({ DATA_DIR: folder });
  await aGuestWithAWaybill(site);
  for (const [id, subject] of [
    ...[
      ["waits", "Waited then"],
      ["false", "Comes today"],
    ],
    ...[
      ["claimed", "Being sent"],
      ["still", "Waits still"],
    ],
  ] as const)
    inTheFile(
      site,
      `INSERT INTO outgoing_mails (id, letter_key, channel, state, to_address, receiver, subject, text_body, html_body,
         attempts, next_attempt_at, scheduled_at, queued_at)
       VALUES ('${id}', '${id}', 'email', 'queued', 'thandi@example.co.za', 'example.co.za', '${subject}', '', '', 0,
         '2036-01-01T00:00:00.000Z', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z')`,
    );
  await takeSnapshot(file, snapshot);
  inTheFile(site, "UPDATE outgoing_mails SET state = 'sent' WHERE id = 'waits'");
  inTheFile(site, "UPDATE outgoing_mails SET state = 'skipped' WHERE id = 'false'");
  inTheFile(site, "UPDATE outgoing_mails SET withdrawn_at = '2026-11-21T00:00:00.000Z' WHERE id = 'claimed'");
  inTheFile(
    site,
    "INSERT INTO staff_actions VALUES ('since', '2026-11-28T10:00:00.000Z', 'Thandi', 'marked', 'TH1', '')",
  );
  await aGuestWithAWaybill(site);
  const { waybillNo } = await aGuestWithAWaybill(site);
  inTheFile(
    site,
    `UPDATE quotes SET api_key_id = 'a-key', reference = '1001' WHERE id = (SELECT quote_id FROM waybills WHERE waybill_no = '${waybillNo}')`,
  );
  return { folder, file, snapshot, site };
}

function invoicesIn(file: string): unknown[] {
  const database = new Database(file, { readonly: true });
  const numbers = database.prepare("SELECT invoice_no FROM invoices ORDER BY number").pluck().all();
  database.close();
  return numbers;
}

/** The path and key of the waybill's link in the newest email of a kind. */
function waybillLinkIn(site: { dataDir: string; secret?: string | undefined }, kind: string): string {
  const [email] = inTheFile<{ text: string }>(
    site,
    `SELECT text_body AS text FROM outgoing_mails
     WHERE letter_key LIKE '${kind}%' AND text_body LIKE '%/waybill/%' ORDER BY rowid DESC`,
  );
  return /\/waybill\/\S+/.exec(asSent(site, email?.text ?? ""))?.[0] ?? "";
}

test("while the site runs nothing is replaced; a snapshot may be restored to another file at any time", async () => {
  const site = await startSite();
  const file = path.join(site.dataDir, "courier.db");
  const snapshot = path.join(aFolder(), "kept.db");
  await takeSnapshot(file, snapshot);
  const inode = statSync(file).ino;
  const refused = restore({ DATA_DIR: site.dataDir }, snapshot);
  expect(refused).toEqual({
    code: 1,
    output: expect.stringMatching(/^The site, or another of its programs, [^\n]+\n$/),
  });
  expect(statSync(file).ino).toBe(inode);

  const drill = path.join(aFolder(), "drill.db");
  expect(restore({ DATA_DIR: site.dataDir }, snapshot, "--to", drill).code).toBe(0);
  expect(count(drill, "boxes")).toBeGreaterThan(0);
  expect(restore({ DATA_DIR: site.dataDir }, snapshot, "--to", drill).output).toMatch(/already exists/);
  await site.stop();
});

test("while it is being replaced, the site doesn't start", async () => {
  const folder = aFolder();
  const closed = keepClosed(path.join(folder, "courier.db"));
  const { code, logs } = await startAndExit({ DATA_DIR: folder, PORT: "0" });
  expect({ code, logs }).toEqual({
    code: 1,
    logs: expect.stringMatching(/^The database \S+ is being restored or copied\. [^\n]+\n$/),
  });
  closed?.release();
});

test("a damaged database is replaced by a snapshot, and kept as it is with its log", async () => {
  const folder = aFolder();
  const file = path.join(folder, "courier.db");
  const store = await aStore(file);
  const snapshot = path.join(aFolder(), "kept.db");
  await takeSnapshot(file, snapshot);
  await store.close();
  writeFileSync(file, "torn to pieces".repeat(999));
  writeFileSync(`${file}-wal`, "what is left of its log");
  expect(restore({ DATA_DIR: folder }, snapshot).code).toBe(0);
  const kept = readdirSync(folder)
    .filter((name) => name.startsWith("courier.db.before-"))
    .sort();
  expect(kept.map((name) => readFileSync(path.join(folder, name), "utf8").slice(0, 7))).toEqual(["torn to", "what is"]);
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(count(file, "boxes")).toBeGreaterThan(0);
});

test.each<[string, (folder: string) => string[], RegExp, number]>([
  ["a file that isn't there", () => ["no-such.db"], /^There is no file \S+no-such\.db, or [^\n]+\n$/, 1],
  [
    "a file that is no database",
    (folder) => {
      writeFileSync(path.join(folder, "letter.db"), "Dear Thandi, ".repeat(500));
      return [path.join(folder, "letter.db")];
    },
    /^The file \S+letter\.db isn't a SQLite database\. Nothing was changed\. Restore another snapshot, or --from-replica\.\n$/,
    1,
  ],
  [
    "a damaged snapshot",
    (folder) => {
      const bytes = readFileSync(path.join(folder, "good.db"));
      bytes.fill(0x55, 4096 * 5, 4096 * 9);
      writeFileSync(path.join(folder, "damaged.db"), bytes);
      return [path.join(folder, "damaged.db")];
    },
    /^The database \S+damaged\.db is damaged \([^\n]+\)\. Nothing was changed\. Restore another snapshot, or --from-replica\.\n$/,
    1,
  ],
  [
    "a snapshot with a row that names one that isn't there",
    (folder) => {
      const torn = new Database(path.join(folder, "good.db"));
      torn.pragma("foreign_keys = OFF");
      torn.exec(
        "INSERT INTO waybills (waybill_no, quote_id, issued_at) VALUES ('TH00000000000', 'none', '2026-11-21T00:00:00.000Z')",
      );
      torn.close();
      return [path.join(folder, "good.db")];
    },
    /^In the database \S+good\.db, waybills names a row of quotes that isn't there\. Nothing was changed\. /,
    1,
  ],
  [
    "a database of another program",
    (folder) => {
      new Database(path.join(folder, "recipes.db")).exec("CREATE TABLE recipes (name TEXT)").close();
      return [path.join(folder, "recipes.db")];
    },
    /^The database \S+recipes\.db belongs to another program\. Nothing was changed\. /,
    1,
  ],
  [
    "an empty file",
    (folder) => {
      writeFileSync(path.join(folder, "empty.db"), "");
      return [path.join(folder, "empty.db")];
    },
    /^The database \S+empty\.db is empty: [^\n]+ Nothing was changed\. /,
    1,
  ],
  ["a folder", (folder) => [folder], /^\S+ is a folder, not a snapshot\.\n$/, 1],
  [
    "a snapshot of a newer release",
    (folder) => {
      const newer = new Database(path.join(folder, "good.db"));
      newer.pragma("user_version = 9999");
      newer.close();
      return [path.join(folder, "good.db")];
    },
    /^The database \S+good\.db is newer than this code \([^\n]+\)\. Start the newer release\. Nothing was changed\. /,
    1,
  ],
  [
    "a number that isn't one",
    () => ["good.db", "--next-invoice", "0", "--next-credit-note", "1"],
    /^--next-invoice: must be a number such as 42\n/,
    2,
  ],
  [
    "the next invoice's number alone",
    () => ["good.db", "--next-invoice", "9"],
    /^Give --next-credit-note too: 1 if none was issued yet\.\n/,
    2,
  ],
  [
    "numbers for a new file",
    () => ["good.db", "--to", "x.db", "--next-invoice", "9", "--next-credit-note", "1"],
    /^A new file gets no numbers/,
    2,
  ],
  ["nothing", () => [], /^One snapshot, or --from-replica\.\nnpm run db:restore/, 2],
  ["both", () => ["good.db", "--from-replica"], /^One snapshot, or --from-replica\./, 2],
  ["a second copy that isn't kept", () => ["--from-replica"], /^LITESTREAM_REPLICA_URL /, 2],
])("asked to restore %s, it says so and leaves the database as it was", async (_, prepare, words, code) => {
  const folder = aFolder();
  const file = path.join(folder, "courier.db");
  await (await aStore(file)).close();
  await takeSnapshot(file, path.join(folder, "good.db"));
  const before = readFileSync(file);
  expect(restore({ DATA_DIR: folder }, ...prepare(folder))).toEqual({ code, output: expect.stringMatching(words) });
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(folder).filter((name) => /before-|restoring/.test(name))).toEqual([]);
});

test("a moment that isn't one is refused before the replica is asked", () => {
  const env = { DATA_DIR: aFolder(), LITESTREAM_REPLICA_URL: `file://${aFolder()}` };
  expect(restore(env, "--from-replica", "--at", "noon")).toEqual({
    code: 2,
    output: expect.stringMatching(/^--at: must be a moment such as /),
  });
});

function count(file: string, table: string): unknown {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  } finally {
    database.close();
  }
}
