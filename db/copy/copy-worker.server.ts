import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { constants, setPriority } from "node:os";
import path from "node:path";

/**
 * Writes staff's copy in a process of its own, so that nobody waits for it, and which goes on when this one ends. Does
 * nothing while another one is writing it.
 * @param signal ends it. With one nobody waits for the copy, so that it runs behind all else; without, staff do.
 * @throws with the reason, in one line
 */
export function copyForStaff(url: string, file: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.resolve("build/tools/staff-copy-worker.js"), file], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, DATABASE_URL: url },
      detached: signal === undefined,
      killSignal: "SIGKILL",
      signal,
    });
    if (signal) runLater(child.pid);
    else {
      child.unref();
      if (child.stderr instanceof Socket) child.stderr.unref();
    }
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(errors.trim() || "it was ended from outside")),
    );
  });
}

function runLater(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Some containers don't allow a lower priority; then it runs at the usual one.
  }
}
