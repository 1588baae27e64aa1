/**
 * A temporary PostgreSQL server: Debian's programs (`apt-get install postgresql`), a temporary folder, and a free port
 * on loopback. It needs no rights beyond its folder.
 */
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { fastFolder } from "../support/ram-disk.mjs";

const PROGRAMS = "/usr/lib/postgresql";
/** These tests cut no power, so commits need not wait for the disk. */
const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "jit=off"];

/**
 * Starts one and waits until it answers.
 * @param {{ settings?: string[] }} [options] further settings, `name=value`
 * @returns {Promise<{ url: string, stop(): void }>} the address of its database `postgres`, and what ends it and removes its files
 */
export async function startPostgres({ settings = FAST } = {}) {
  const programs = programsFolder();
  const folder = mkdtempSync(path.join(fastFolder(), "thuma-postgres-"));
  const owner = ownUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = path.join(folder, "data");
  const run = { ...owner, cwd: folder };
  execFileSync(
    path.join(programs, "initdb"),
    [
      "--pgdata",
      data,
      "--auth",
      "trust",
      "--username",
      "thuma",
      "--encoding",
      "UTF8",
      "--locale",
      "C.UTF-8",
      "--no-sync",
    ],
    { ...run, stdio: "ignore" },
  );
  const port = await freePort();
  const given = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    "max_connections=300",
    // mmap leaves no shared memory behind when the server is killed.
    "dynamic_shared_memory_type=mmap",
    ...settings,
  ];
  const server = spawn(path.join(programs, "postgres"), ["-D", data, ...given.flatMap((setting) => ["-c", setting])], {
    ...run,
    stdio: "ignore",
  });
  const stop = () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  process.once("exit", stop);
  const url = `postgres://thuma@127.0.0.1:${port}/postgres`;
  await answering(path.join(programs, "pg_isready"), port);
  return { url, stop };
}

/** Where PostgreSQL's own programs lie. Debian's `psql` in the PATH is a Perl program that looks for this one. */
export function programsFolder() {
  const versions = existsSync(PROGRAMS)
    ? readdirSync(PROGRAMS).filter((name) => existsSync(path.join(PROGRAMS, name, "bin/initdb")))
    : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  if (!newest) throw new Error("PostgreSQL isn't installed: apt-get install -y --no-install-recommends postgresql");
  return path.join(PROGRAMS, newest, "bin");
}

/** PostgreSQL refuses to run as root; Debian's package comes with a user for it. */
function ownUser() {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: number("-u"), gid: number("-g") };
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function answering(pgIsready, port) {
  for (let tries = 0; tries < 300; tries += 1) {
    try {
      return execFileSync(pgIsready, ["-h", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error("PostgreSQL did not start within 30 s");
}
