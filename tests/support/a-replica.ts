import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { command } from "./command";

/**
 * The settings of a site with a replica in another folder, or over SFTP when `tests/with-sftp.mjs` names a server.
 */
export function aReplicatedSite() {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-replica-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, "elsewhere"), { mode: 0o700 });
  const { REPLICA_PLACE: place, LITESTREAM_SFTP_KEY_PATH: key } = process.env;
  return {
    DATA_DIR: path.join(folder, "data"),
    LITESTREAM_REPLICA_URL: place ? `${place}/${path.basename(folder)}` : `file://${path.join(folder, "elsewhere")}`,
    ...(key && { LITESTREAM_SFTP_KEY_PATH: key }),
  };
}

/** `npm run db:restore`, without npm. */
export function restore(env: Record<string, string>, ...args: string[]) {
  return command("db-restore", env, args);
}

/** Whether a process is running; a zombie isn't. */
export function isRunning(pid: number): boolean {
  return !/^(?:Z|)$/.test(
    spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
      .stdout.trim()
      .slice(0, 1),
  );
}
