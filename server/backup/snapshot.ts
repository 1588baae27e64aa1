import { spawn } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { reason } from "../../app/config/config-error";
import { lockAlone } from "../../db/lock-file.server";
import { syncFile } from "../../db/sync-file.server";
import { sizeInWords } from "../in-words";
import { takenAt } from "./snapshot-folder";

const MEGABYTES = 1_000_000;
/** Disk space that the site itself may need while the copy is being written. */
const LEFT_FOR_THE_SITE_BYTES = 64 * MEGABYTES;

export type Snapshot = { file: string; bytes: number; seconds: number };

/** Why there is no snapshot, in one clear line. No incomplete file is left behind. */
export class SnapshotError extends Error {
  override name = "SnapshotError";
}

/** The original is corrupt or isn't ours. The message names the file and what is wrong. */
export class UnsoundError extends SnapshotError {}

/** The snapshot process's exit code for that. */
export const UNSOUND = 3;

/**
 * Copies a database to a plain file while others write to it. Another process writes and checks the copy and syncs it
 * to disk; only then does it get its name.
 * @param target the new file; its folder is created if missing
 * @param signal cancels it, and leaves nothing behind
 * @throws SnapshotError
 */
export async function takeSnapshot(databaseFile: string, target: string, signal?: AbortSignal): Promise<Snapshot> {
  const begin = performance.now();
  if (!existsSync(databaseFile))
    throw new SnapshotError(`There is no database at ${databaseFile}. npm start makes one.`);
  if (existsSync(target)) throw new SnapshotError(`${target} already exists. Choose another name.`);
  const folder = openFolder(path.dirname(target));
  const onlyOne = lockAlone(`${databaseFile}-snapshot`);
  if (!onlyOne) throw new SnapshotError("Another snapshot is being written. Try again when it is done.");
  const aside = `${target}.unfinished`;
  try {
    removeUnfinished(folder);
    refuseWithoutRoom(databaseFile, folder);
    await writeCopy(databaseFile, aside, signal).catch(adviseSite);
    renameSync(aside, target);
    syncFile(folder);
    return { file: target, bytes: statSync(target).size, seconds: (performance.now() - begin) / 1000 };
  } finally {
    rmSync(aside, { force: true });
    rmSync(`${aside}-journal`, { force: true });
    onlyOne.release();
  }
}

function adviseSite(error: unknown): never {
  if (!(error instanceof UnsoundError)) throw error;
  throw new SnapshotError(
    `${error.message} Does DATABASE_URL name the right file? If so, restore a backup: docs/backups.md, "Restoring".`,
  );
}

function openFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    throw new SnapshotError(`The folder ${folder} can't be written to: ${reason(error)}.`);
  }
}

/** Files of a process that was killed while it wrote. Nobody else is writing now. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (takenAt(name.replace(/\.unfinished(?:-journal)?$/, "")) && !takenAt(name)) rmSync(path.join(folder, name));
  }
}

/** A full disk would stop the site itself. */
function refuseWithoutRoom(databaseFile: string, folder: string): void {
  const wal = statSync(`${databaseFile}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const neededBytes = statSync(databaseFile).size + wal + LEFT_FOR_THE_SITE_BYTES;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= neededBytes) return;
  throw new SnapshotError(
    `Not enough room in ${folder}: a snapshot needs ${sizeInWords(neededBytes)}, and only ${sizeInWords(bavail * bsize)} is free.`,
  );
}

/** Writes, checks and syncs a copy in a process of its own. Throws SnapshotError, UnsoundError. */
export function writeCopy(databaseFile: string, newFile: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = path.resolve("build/tools/snapshot-worker.js");
    const child = spawn(process.execPath, [worker, databaseFile, newFile], {
      stdio: ["ignore", "ignore", "pipe"],
      // SQLite doesn't react to signals while it writes.
      killSignal: "SIGKILL",
      signal,
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.once("error", (error) => {
      if (!child.pid) reject(error);
    });
    child.once("close", (code) => {
      if (code === 0) resolve();
      else if (code === UNSOUND) reject(new UnsoundError(errors.trim()));
      else
        reject(
          new SnapshotError(signal?.aborted ? "Stopped before it was finished." : inWords(errors.trim(), newFile)),
        );
    });
  });
}

function inWords(errors: string, newFile: string): string {
  if (/disk is full|disk I\/O error|ENOSPC/.test(errors))
    return `The disk of ${path.dirname(newFile)} is full or broken (${errors}).`;
  return errors || "Another program stopped the snapshot.";
}
