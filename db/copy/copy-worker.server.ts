import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import path from "node:path";

/**
 * Writes staff's copy in a process of its own, behind all else. Does nothing while another one is writing it.
 * @param signal ends it
 * @throws with the reason, in one line
 */
export function copyForStaff(url: string, file: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.resolve("build/tools/staff-copy-worker.js"), file], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, DATABASE_URL: url },
      killSignal: "SIGKILL",
      signal,
    });
    runLater(child.pid);
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
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some containers don't allow a lower priority; then it runs at the usual one.
  }
}
