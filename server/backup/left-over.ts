import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { SECONDS } from "../../app/durations";

const PATIENCE_MS = 3 * SECONDS;
const LOOK_EVERY_MS = 20;

/**
 * Ends the Litestream process of a site that was killed. It went on alone, which does no harm, but two at once would.
 * It gets a moment to send what it still has.
 */
export async function endLeftOver(pidFile: string, configFile: string): Promise<void> {
  const pid = Number(read(pidFile));
  // The process id may have been reused.
  if (!pid || !commandOf(pid).includes(configFile)) return rmSync(pidFile, { force: true });
  send(pid, "SIGTERM");
  const givesUpAt = performance.now() + PATIENCE_MS;
  while (isAlive(pid) && performance.now() < givesUpAt) await pause(LOOK_EVERY_MS);
  send(pid, "SIGKILL");
  while (isAlive(pid)) await pause(LOOK_EVERY_MS);
  rmSync(pidFile, { force: true });
}

function commandOf(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return read(`/proc/${pid}/cmdline`) ?? "";
  }
}

function isAlive(pid: number): boolean {
  return send(pid, 0) && !/\) Z /.test(read(`/proc/${pid}/stat`) ?? "");
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
