import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from "node:fs";
import { endianness } from "node:os";
import path from "node:path";

/**
 * SQLite's write-ahead log begins with 32 bytes, of which eight name this run of it; the first four of those are a
 * number that goes up by one at each new beginning. Then come frames: a page each, and 24 bytes about it.
 */
const HEADER_BYTES = 32;
const RUN = { at: 16, bytes: 8 };
const FRAME_HEADER_BYTES = 24;
/** The index of the log, which processes share (`-shm`): page size, frames that count, and the run's name again. */
const INDEX = { bytes: 48, pageSizeAt: 14, framesAt: 16, runAt: 32 };

/** What Litestream keeps beside a database: its own copy of the write-ahead log. */
function litestreamFolder(databaseFile: string): string {
  return path.join(path.dirname(databaseFile), `.${path.basename(databaseFile)}-litestream`);
}

/**
 * Litestream picks up where it left off even when the write-ahead log has begun anew meanwhile, but takes several new
 * beginnings for one: what was written between them would never reach the second copy, which would be broken without a
 * word. So when the thread is lost, its notes go, and it begins with a whole copy again.
 * @returns whether the thread was lost
 */
export function forgetLostThread(databaseFile: string): boolean {
  const folder = litestreamFolder(databaseFile);
  const followed = beginning(lastLogIn(folder), HEADER_BYTES);
  const now = beginning(`${databaseFile}-wal`, HEADER_BYTES);
  if (!followed || !now) return false;
  const beginnings = (now.readUInt32BE(RUN.at) - followed.readUInt32BE(RUN.at)) >>> 0;
  if (beginnings <= 1) return false;
  rmSync(folder, { recursive: true });
  return true;
}

/** Whether Litestream has read the write-ahead log to its end. True only while it runs, and once nobody writes any more. */
export function hasReadAll(databaseFile: string): boolean {
  const log = lastLogIn(litestreamFolder(databaseFile));
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
