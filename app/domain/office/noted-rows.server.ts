import { SECONDS } from "#app/durations";
import { every } from "#app/timers.server";
import type { Store, Tx } from "#db/store.server";

const WRITTEN_EVERY_MS = 1 * SECONDS;
/** So many wait only while nothing can be written. */
const MOST_WAITING = 10_000;
const ROWS_AT_A_TIME = 500;

/** What pages note without waiting for a write. */
export type NotedRows<Row> = {
  /** Notes rows, to be written within a second. */
  note(...rows: Row[]): void;
  /** What isn't written yet, oldest first. */
  waiting(): readonly Row[];
  /**
   * Writes what was noted since the last time, in one transaction. It is tried again if it fails.
   * @returns how many rows were lost, because more waited than are kept
   */
  write(store: Store): Promise<number>;
};

/**
 * Rows in memory that are written a moment later, so that a page that only reads waits for nobody.
 * @param insert each row has its own id; one that is stored already must be left as it is
 */
export function notedRows<Row>(insert: (tx: Tx, rows: Row[]) => Promise<unknown>): NotedRows<Row> {
  let waiting: Row[] = [];
  return {
    note(...rows) {
      waiting.push(...rows);
    },
    waiting: () => waiting,
    async write(store) {
      if (waiting.length === 0) return 0;
      const rows = new Set(waiting);
      try {
        await store.tx(async (tx) => {
          const all = [...rows];
          for (let at = 0; at < all.length; at += ROWS_AT_A_TIME) await insert(tx, all.slice(at, at + ROWS_AT_A_TIME));
        });
        waiting = waiting.filter((row) => !rows.has(row));
        return 0;
      } catch (error) {
        const lost = Math.max(0, waiting.length - MOST_WAITING);
        waiting = waiting.slice(lost);
        if (lost === 0) throw error;
        return lost;
      }
    },
  };
}

/** Writes what was noted once a second while the process runs, and what still waits when it ends. */
export function startWritingNoted(
  store: Store,
  noted: readonly Pick<NotedRows<unknown>, "write">[],
  report: { failed(error: unknown): void; lost(rows: number): void },
) {
  async function write(): Promise<void> {
    for (const rows of noted) {
      const lost = await rows.write(store).catch(report.failed);
      if (lost) report.lost(lost);
    }
  }
  const writing = every(WRITTEN_EVERY_MS, write, report.failed);
  return {
    async stop() {
      await writing.stop();
      await write().catch(report.failed);
    },
  };
}
