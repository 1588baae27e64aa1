import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { MINUTES } from "../app/durations";
import { every } from "../app/timers.server";

const MB = 1_000_000;
/** Four times the size at which SQLite itself checkpoints the write-ahead log. */
const LARGE_BYTES = 16 * MB;
const LOOK_EVERY_MS = 1 * MINUTES;

/**
 * Checkpoints the write-ahead log and truncates it. The long part, copying, lets others read and write. If a reader
 * still needs an older part of the log, it gives up at once.
 */
const CUT_DOWN = `
  const { module, file } = require("node:worker_threads").workerData;
  const connection = require(module)(file, { timeout: 0, fileMustExist: true });
  connection.pragma("synchronous = FULL");
  connection.pragma("wal_checkpoint(PASSIVE)");
  connection.pragma("wal_checkpoint(TRUNCATE)");
  connection.close();
`;

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
  const module = createRequire(import.meta.url).resolve("better-sqlite3");
  return new Promise((resolve, reject) => {
    new Worker(CUT_DOWN, { eval: true, workerData: { module, file } })
      .once("error", reject)
      .once("exit", () => resolve());
  });
}
