import { spawn } from "node:child_process";
import path from "node:path";
import { MINUTES } from "../../app/durations";
import { log } from "../../app/log.server";
import { lockAlone } from "../../db/lock-file.server";

/** The pause after one copy before the next begins. */
const REST_MS = 1 * MINUTES;

/**
 * With PostgreSQL, staff still read a SQLite file with the same views. It is a copy, written again a minute after the
 * last one. Of several processes with one data folder one writes it.
 */
export function startStaffCopy({ postgresUrl, databaseFile }: { postgresUrl: string; databaseFile: string }) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let underway = Promise.resolve();

  async function write(): Promise<void> {
    const lock = lockAlone(`${databaseFile}-copy`);
    try {
      if (lock) await written(postgresUrl, databaseFile, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, "staff's copy of the database could not be written");
    } finally {
      lock?.release();
    }
    if (!stopping.signal.aborted) timer = setTimeout(begin, REST_MS).unref();
  }
  function begin(): void {
    underway = write();
  }
  begin();

  return {
    /** Cancels a copy that is being written; the last complete one stays. */
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await underway;
    },
  };
}

function written(postgresUrl: string, file: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.resolve("build/tools/staff-copy-worker.js"), file], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, DATABASE_URL: postgresUrl },
      killSignal: "SIGKILL",
      signal,
    });
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
