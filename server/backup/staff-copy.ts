import { MINUTES } from "../../app/durations";
import { log } from "../../app/log.server";
import { after, type Timer } from "../../app/timers.server";
import { copyForStaff } from "../../db/copy/copy-worker.server";

/** The pause after one copy before the next begins. */
const REST_MS = 1 * MINUTES;

/**
 * With PostgreSQL, staff still read a SQLite file with the same views. It is a copy, written again a minute after the
 * last one. Of several processes with one data folder one writes it.
 */
export function startStaffCopy({ postgresUrl, databaseFile }: { postgresUrl: string; databaseFile: string }) {
  const stopping = new AbortController();
  let next: Timer;

  async function write(): Promise<void> {
    try {
      await copyForStaff(postgresUrl, databaseFile, stopping.signal);
    } finally {
      if (!stopping.signal.aborted) copyAfter(REST_MS);
    }
  }
  function failed(error: unknown): void {
    if (!stopping.signal.aborted) log.error({ err: error }, "staff's copy of the database could not be written");
  }
  function copyAfter(ms: number): void {
    next = after(ms, write, failed);
  }
  copyAfter(0);

  return {
    /** Cancels a copy that is being written; the last complete one stays. */
    async stop() {
      stopping.abort();
      await next.stop();
    },
  };
}
