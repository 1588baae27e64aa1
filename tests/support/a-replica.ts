import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** The settings of a site with a second copy in a folder, on a disk that is never lost. */
export function aReplicatedSite() {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-replica-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { DATA_DIR: path.join(folder, "data"), LITESTREAM_REPLICA_URL: `file://${path.join(folder, "elsewhere")}` };
}

/** `npm run db:restore`, without npm. */
export function restore(env: Record<string, string>, ...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["server/tool.mjs", "db-restore", ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    encoding: "utf8",
  });
  return { code: status, said: stdout + stderr };
}

/** Whether a program still runs; a dead one that nobody has asked after doesn't. */
export function isRunning(pid: number): boolean {
  return !/^(?:Z|)$/.test(
    spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
      .stdout.trim()
      .slice(0, 1),
  );
}
