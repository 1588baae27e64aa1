/**
 * `node server/with-packages.mjs . node bench/killed-snapshot.mjs [MB]`: how large the write-ahead log of a running site gets,
 * and how long it stays so, when whoever wanted a snapshot is killed while it is written. A snapshot that went on alone would
 * hold its read, and the log couldn't be made smaller.
 *
 * The database has as many MB (400), and 40 MB are written while the snapshot reads. The site looks at its log each minute; its own
 * first snapshot, a minute after its start, may be in the way of the first look.
 */
import { spawn } from "node:child_process";
import { existsSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { buildIfStale } from "../server/fresh.mjs";
import { ours, ownFile } from "./contestants.mjs";
import { startServer } from "./server-process.mjs";

const MB = 1_000_000;
const LARGE_MB = Number(process.argv[2] ?? 400);
const WRITTEN_MB = 40;
const LOOK_EVERY_MS = 50;
const file = path.join(ownFile("data"), "courier.db");
const copy = path.join(ownFile("data"), "copy.db");

buildIfStale();
rmSync(ownFile("data"), { recursive: true, force: true });
const site = await startServer(ours("data"), { alone: false });
const database = new Database(file, { timeout: 10_000 });
database.exec("CREATE TABLE ballast (bytes BLOB)");
const add = database.prepare("INSERT INTO ballast VALUES (randomblob(?))");
const write = (megabytes) => {
  for (let written = 0; written < megabytes; written += 1) add.run(MB);
};
write(LARGE_MB);
database.pragma("wal_checkpoint(TRUNCATE)");

const wanting = `const { spawn } = require("node:child_process");
  console.log(spawn(process.execPath, ["build/tools/snapshot-worker.js", "${file}", "${copy}"], { stdio: "ignore" }).pid);
  setInterval(() => {}, 1000);`;
const parent = spawn(process.execPath, ["-e", wanting], { stdio: ["ignore", "pipe", "inherit"] });
const snapshot = Number(await new Promise((resolve) => parent.stdout.once("data", resolve)));
while (!existsSync(copy)) await pause(1);
process.kill(snapshot, "SIGSTOP");
write(WRITTEN_MB);
parent.kill("SIGKILL");
process.kill(snapshot, "SIGCONT");
const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
console.log(`killed: the log has ${logMb()} MB, the copy ${(statSync(copy).size / MB).toFixed(0)} of ${LARGE_MB} MB`);
while (existsSync(`/proc/${snapshot}/maps`) && logMb() > 0) await pause(LOOK_EVERY_MS);
console.log(`${seconds()} s: the snapshot has ended`);
while (logMb() > 0) await pause(LOOK_EVERY_MS);
console.log(`${seconds()} s: the log has 0 MB`);
database.close();
await site.stop();
process.exit();

function logMb() {
  return Math.round(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size / MB || 0);
}
