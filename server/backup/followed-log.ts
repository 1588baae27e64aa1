import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { endianness } from "node:os";
import path from "node:path";

/**
 * SQLite's write-ahead log begins with 32 bytes, of which eight name this run of it. Then come frames: a page
 * each, and 24 bytes about it.
 */
const HEADER_BYTES = 32;
const RUN = { at: 16, bytes: 8 };
const FRAME_HEADER_BYTES = 24;
/** The index of the log, which processes share (`-shm`): page size, frames that count, and the run's name again. */
const INDEX = { bytes: 48, pageSizeAt: 14, framesAt: 16, runAt: 32 };

/** What Litestream keeps beside a database: its own copy of the write-ahead log. */
function notesOf(databaseFile: string): string {
  return path.join(path.dirname(databaseFile), `.${path.basename(databaseFile)}-litestream`);
}

/** Whether Litestream has read the write-ahead log to its end. True only while it runs, and once nobody writes any more. */
export function hasReadAll(databaseFile: string): boolean {
  const log = lastLogIn(notesOf(databaseFile));
  const followed = beginning(log, HEADER_BYTES);
  const index = beginning(`${databaseFile}-shm`, INDEX.bytes);
  if (!log || !followed || !index) return false;
  const isSameRun = followed
    .subarray(RUN.at, RUN.at + RUN.bytes)
    .equals(index.subarray(INDEX.runAt, INDEX.runAt + RUN.bytes));
  const [pageBytes, frames] = isLittleEndian
    ? [index.readUInt16LE(INDEX.pageSizeAt), index.readUInt32LE(INDEX.framesAt)]
    : [index.readUInt16BE(INDEX.pageSizeAt), index.readUInt32BE(INDEX.framesAt)];
  return isSameRun && statSync(log).size >= HEADER_BYTES + frames * (FRAME_HEADER_BYTES + pageBytes);
}

const isLittleEndian = endianness() === "LE";

function lastLogIn(folder: string): string | undefined {
  try {
    const generation = readFileSync(path.join(folder, "generation"), "utf8").trim();
    const logs = path.join(folder, "generations", generation, "wal");
    const last = readdirSync(logs)
      .filter((name) => name.endsWith(".wal"))
      .sort()
      .at(-1);
    return last && path.join(logs, last);
  } catch {
    return undefined;
  }
}

/** The first bytes of a file; nothing when it hasn't that many. */
function beginning(file: string | undefined, bytes: number): Buffer | undefined {
  if (!file) return undefined;
  const read = Buffer.alloc(bytes);
  try {
    const handle = openSync(file, "r");
    try {
      return readSync(handle, read, 0, bytes, 0) === bytes ? read : undefined;
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}
