import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { SECONDS } from "#app/durations";
import { lockAlone } from "#db/lock-file.server";
import { findFault } from "#db/soundness.server";
import { takeSnapshot } from "../../server/backup/snapshot";
import { snapshotFolder } from "../../server/backup/snapshot-folder";
import { aFolder, aStore } from "../support/a-store";
import { command } from "../support/command";
import { startSite } from "../support/running-site";
import { startWriteLoad } from "../support/write-load";

/** `SNAPSHOTS=100 npm test -- tests/faults/snapshot.test.ts` takes a hundred. */
const SNAPSHOTS = Number(process.env.SNAPSHOTS ?? 8);

test(`${SNAPSHOTS} snapshots under write load: each is whole, and of one moment`, async () => {
  const file = path.join(aFolder(), "courier.db");
  const store = await aStore(file);
  const load = startWriteLoad(store);
  const folder = aFolder();
  const taken: { acknowledged: number; held: string[] }[] = [];
  for (let n = 0; n < SNAPSHOTS; n += 1) {
    const acknowledged = load.saved.length;
    const copy = await takeSnapshot(file, path.join(folder, `${n}.db`));
    expect(findFault(copy.file)).toBeUndefined();
    taken.push({ acknowledged, held: quotesIn(copy.file) });
  }
  await load.stop();
  for (const { acknowledged, held } of taken) {
    // It has everything confirmed before it began, and nothing that came after something it lacks.
    expect(held.length).toBeGreaterThanOrEqual(acknowledged);
    expect(held).toEqual(load.saved.slice(0, held.length).sort());
  }
  console.info(`${SNAPSHOTS} snapshots while ${load.saved.length} quotes were saved`);
  expect(load.saved.length).toBeGreaterThan(10 * SNAPSHOTS);
});

test("a command copies the database while the site runs: to a plain file that only its owner can read", async () => {
  const site = await startSite();
  const { code, output } = snapshot(site.dataDir);
  const [name = ""] = readdirSync(snapshotFolder(site.dataDir));
  const file = path.join(snapshotFolder(site.dataDir), name);
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/courier-\S+Z\.db, \d+\.\d MB, looked through/),
  });
  expect(output.trim()).toContain(name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(snapshotFolder(site.dataDir))).toHaveLength(1);
  const copy = new Database(file, { readonly: true });
  expect(copy.pragma("journal_mode", { simple: true })).toBe("delete");
  expect(copy.prepare("SELECT count(*) FROM boxes").pluck().get()).toBeGreaterThan(0);
  copy.close();
  const folder = path.join(aFolder(), "usb");
  const unplugged = snapshot(site.dataDir, [path.join(folder, "thuma.db")]);
  expect(unplugged).toEqual({ code: 1, output: `There is no folder ${folder}. Is its disk mounted?\n` });
  expect(existsSync(folder)).toBe(false);
  await site.stop();
});

test("if the disk fills up meanwhile, it leaves no file and says so", async () => {
  const folder = aFolder();
  await (await aStore(path.join(folder, "courier.db"))).close();
  // Like a full disk, the system refuses to write more than 200 blocks of 512 bytes.
  const full = snapshot(folder, [], ["sh", "-c", 'ulimit -f 200; exec "$@"', "--"]);
  expect(full).toEqual({
    code: 1,
    output: expect.stringMatching(/^The disk of \S+ is full or broken \([^\n]+\)\.\n$/),
  });
  expect(readdirSync(snapshotFolder(folder))).toEqual([]);
  expect(snapshot(folder).code).toBe(0);
});

test.each<[string, (folder: string) => string[], RegExp]>([
  ["there is no database", () => [], /^There is no database at \S+courier\.db\. npm start makes one\.\n$/],
  [
    "the database is somebody else's",
    (folder) => {
      new Database(path.join(folder, "courier.db")).exec("CREATE TABLE recipes (name TEXT)").close();
      return [];
    },
    /belongs to another program/,
  ],
  [
    "the file isn't a database",
    (folder) => {
      writeFileSync(
        path.join(folder, "courier.db"),
        "no database at all, but long enough to be taken for one".repeat(99),
      );
      return [];
    },
    /isn't a SQLite database/,
  ],
  [
    "the folder can't be created",
    (folder) => {
      new Database(path.join(folder, "courier.db")).close();
      writeFileSync(path.join(folder, "snapshots"), "");
      return [];
    },
    /^The folder \S+snapshots can't be written to: [^\n]+\n$/,
  ],
  [
    "a file of that name is there",
    (folder) => {
      new Database(path.join(folder, "courier.db")).close();
      writeFileSync(path.join(folder, "kept.db"), "");
      return [path.join(folder, "kept.db")];
    },
    /kept\.db already exists\. Choose another name\.\n$/,
  ],
  [
    "another snapshot is being written",
    (folder) => {
      new Database(path.join(folder, "courier.db")).close();
      lockAlone(path.join(folder, "courier.db-snapshot"));
      return [];
    },
    /^Another snapshot is being written\. Try again when it is done\.\n$/,
  ],
])("when %s, one line says so and no file is left", (_, prepare, words) => {
  const folder = aFolder();
  expect(snapshot(folder, prepare(folder))).toEqual({ code: 1, output: expect.stringMatching(words) });
  const made = path.join(folder, "snapshots");
  if (existsSync(made) && statSync(made).isDirectory()) expect(readdirSync(made)).toEqual([]);
});

test("an incomplete copy never gets a snapshot's name", async () => {
  const folder = aFolder();
  const file = path.join(folder, "courier.db");
  const store = await aStore(file);
  await store.close();
  const damaged = new Database(file);
  damaged.pragma("foreign_keys = OFF");
  damaged.exec("INSERT INTO waybills (waybill_no, quote_id, issued_at) VALUES ('TH1', 'no-such-quote', '2026-11-16')");
  damaged.close();
  const { code, output } = snapshot(folder);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("names a row of") });
  expect(readdirSync(snapshotFolder(folder))).toEqual([]);
});

test("stopped while it writes, it leaves no half file; a killed one's is deleted by the next", async () => {
  const folder = aFolder();
  const file = path.join(folder, "courier.db");
  const store = await aStore(file);
  const stopping = new AbortController();
  const target = path.join(snapshotFolder(folder), "courier-2026-11-21T003000Z.db");
  const stopped = takeSnapshot(file, target, stopping.signal);
  setTimeout(() => stopping.abort(), 30);
  await expect(stopped).rejects.toThrow("Stopped before it was finished.");
  expect(readdirSync(snapshotFolder(folder))).toEqual([]);

  writeFileSync(`${target}.unfinished`, "half");
  writeFileSync(path.join(snapshotFolder(folder), "somebody-else.unfinished"), "theirs");
  await takeSnapshot(file, target);
  expect(readdirSync(snapshotFolder(folder)).sort()).toEqual([path.basename(target), "somebody-else.unfinished"]);
  await store.close();
});

function quotesIn(file: string): string[] {
  const copy = new Database(file, { readonly: true });
  const ids = copy.prepare("SELECT id FROM quotes ORDER BY id").pluck().all() as string[];
  copy.close();
  return ids;
}

/** `npm run db:snapshot`, without npm. */
function snapshot(dataDir: string, args: string[] = [], through: string[] = []) {
  return command("db-snapshot", { DATA_DIR: dataDir }, args, through);
}

test("a snapshot ends with the process that wanted it, so that the log doesn't grow for its sake", async () => {
  const file = path.join(aFolder(), "courier.db");
  await (await aStore(file)).close();
  const large = new Database(file);
  large.exec(`CREATE TABLE ballast (bytes BLOB);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO ballast SELECT randomblob(1000000) FROM n`);
  large.close();
  const copy = path.join(aFolder(), "copy.db");
  const words = JSON.stringify([path.resolve("build/tools/snapshot-worker.js"), file, copy]);
  const wanting = `console.log(require("child_process").spawn(process.execPath, ${words}, { stdio: "ignore" }).pid); setInterval(() => {}, 1000)`;
  const parent = spawn(process.execPath, ["-e", wanting], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await once(parent.stdout, "data");
  await expect.poll(() => existsSync(copy), { interval: 5 }).toBe(true);
  // A quick disk would have taken it all before the next look at the parent.
  const snapshot = Number(printed);
  process.kill(snapshot, "SIGSTOP");
  parent.kill("SIGKILL");
  await once(parent, "exit");
  await pause(SECONDS);
  process.kill(snapshot, "SIGCONT");
  await expect.poll(() => isRunning(snapshot)).toBe(false);
  // Not all of it was written.
  expect(statSync(copy).size).toBeLessThan(statSync(file).size);
});

/** One that has ended stays in the list until its new parent has asked for its code. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
