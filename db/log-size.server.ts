import { stat } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { MINUTES } from "../app/durations";
import { every } from "../app/timers.server";

const MB = 1_000_000;
/** Four times the size at which SQLite itself checkpoints the write-ahead log. */
const LARGE_BYTES = 16 * MB;
const LOOK_EVERY_MS = 1 * MINUTES;

const PROGRAM = "build/tools/log-worker.js";

/**
 * Truncates a database's write-ahead log whenever it is large: SQLite leaves it as large as the longest read once made
 * it. Runs in a thread of its own, because hundreds of megabytes take tenths of a second. Use it only where no other
 * program (Litestream) manages the log.
 * @param report called with error messages
 * @returns a function that stops it
 */
export function keepLogSmall(file: string, report: (words: string) => void): () => Promise<void> {
  async function look(): Promise<void> {
    if ((await sizeOf(`${file}-wal`)) > LARGE_BYTES) await cutDown(file);
  }
  const failed = (error: unknown) => report(`the write-ahead log of ${file} could not be made smaller: ${error}`);
  return every(LOOK_EVERY_MS, look, failed).stop;
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

function cutDown(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    new Worker(path.resolve(PROGRAM), { workerData: { file } }).once("error", reject).once("exit", () => resolve());
  });
}
