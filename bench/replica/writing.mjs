import { execFile, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import Database from "better-sqlite3";

/** A folder for a data folder and, unless sshd keeps it, a replica. */
export function aPlace() {
  const folder = mkdtempSync(path.join(tmpdir(), "courier-bench-"));
  mkdirSync(path.join(folder, "elsewhere"), { mode: 0o700 });
  const { REPLICA_PLACE: place, LITESTREAM_SFTP_KEY_PATH: key, PATH } = process.env;
  const env = {
    PATH,
    NODE_ENV: "production",
    DATA_DIR: path.join(folder, "data"),
    LITESTREAM_REPLICA_URL: place ? `${place}/${path.basename(folder)}` : `file://${path.join(folder, "elsewhere")}`,
    ...(key && { LITESTREAM_SFTP_KEY_PATH: key }),
  };
  return {
    env,
    folder,
    database: path.join(folder, "data/courier.db"),
    copyFolder: new URL(env.LITESTREAM_REPLICA_URL).pathname,
    loseDisk: () => rmSync(env.DATA_DIR, { recursive: true }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** A process that writes to the database, and the writes that it has acknowledged. */
export async function startWriting({ env }, perSecond, more = {}) {
  const writer = spawn(process.execPath, ["build/bench/writer.js"], {
    env: { ...env, PER_SECOND: String(perSecond), LOG_LEVEL: "warn", ...more },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged = [];
  const ended = new Promise((resolve) => writer.once("close", resolve));
  await new Promise((resolve) => {
    createInterface({ input: writer.stdout }).on("line", (line) => {
      if (line === "ready") return resolve();
      if (!/^\d+ \d+ [\d.]+$/.test(line)) return;
      const [no, at, ms] = line.split(" ").map(Number);
      acknowledged.push({ no, at, ms });
    });
  });
  return {
    acknowledged,
    async stop() {
      writer.kill("SIGTERM");
      await ended;
    },
    /** Kills the process but not its Litestream, and returns whether that still runs a second later. */
    async killAlone() {
      const litestream = pidIn(env);
      writer.kill("SIGKILL");
      await ended;
      await pause(1_000);
      const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(litestream)], { encoding: "utf8" });
      return { isAlive: /^[^Z]/.test(stdout.trim()), end: () => process.kill(litestream, "SIGKILL") };
    },
    /** Kills both at once without warning, as a power failure does. */
    async kill() {
      process.kill(pidIn(env), "SIGKILL");
      writer.kill("SIGKILL");
      const killedAt = Date.now();
      await ended;
      return killedAt;
    },
  };
}

function pidIn({ DATA_DIR }) {
  return Number(readFileSync(path.join(DATA_DIR, "litestream.pid"), "utf8"));
}

/** Runs `npm run db:…` without npm, and returns the seconds that it took. */
export async function command({ env }, name, ...args) {
  const begin = performance.now();
  await promisify(execFile)(process.execPath, [`build/tools/${name}.js`, ...args], { env });
  return (performance.now() - begin) / 1000;
}

/** How many emails a database holds without a gap: the next one's number. */
export function emailsIn(file) {
  const database = new Database(file, { readonly: true });
  const [count, last] = database
    .prepare("SELECT count(*), coalesce(max(CAST(substr(id, 8) AS INTEGER)), -1) FROM outgoing_mails")
    .raw()
    .get();
  database.close();
  if (last + 1 !== count) throw new Error(`${file} has a gap: ${count} letters, the last is number ${last}`);
  return count;
}

/** Resolves once the replica can be restored: over SFTP, a file grows under its final name. */
export async function firstWholeCopy({ copyFolder }) {
  for (let before = 0, bytes = 0; bytes === 0 || bytes !== before; ) {
    before = bytes;
    await pause(100);
    bytes = wholeCopyBytes(copyFolder);
  }
}

function wholeCopyBytes(folder) {
  try {
    const name = readdirSync(folder, { recursive: true }).find((name) => name.endsWith(".snapshot.lz4"));
    return name ? statSync(path.join(folder, name)).size : 0;
  } catch {
    return 0;
  }
}
