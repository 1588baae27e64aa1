import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { noteAnew } from "../../db/issued/beside-file.server";
import { keepClosed } from "../../db/open-mark.server";
import { findFault } from "../../db/soundness.server";
import { syncFile } from "../../db/sync-file.server";
import { restoreFromReplica } from "./ask-replica";
import { endLeftOver } from "./left-over";
import type { Replica } from "./litestream";
import { carryNumbersOver, issuedHere, type Numbers, whyTooLow } from "./numbers";
import { happenedSince, type Since } from "./since";
import { UnsoundError, writeCopy } from "./snapshot";

/** Why nothing was restored, in one clear line. The present database is unchanged. */
export class RestoreError extends Error {
  override name = "RestoreError";
}

export type Source = { file: string } | { replica: Replica; at?: string };
export type Restored = { file: string; bytes: number };
/** @param keptAs the name of the database that was there, if there was one */
export type Replaced = Restored & { keptAs: string | undefined; numbers: Numbers; since: Since | undefined };

/**
 * Replaces the database with a snapshot or the replica, after checking it. The old database is kept beside it. No number
 * of an invoice or credit note that it has issued is issued again.
 * @param lastPapers the last numbers that were issued, where whoever restores knows them: `INV-000041`
 * @throws RestoreError, SnapshotError when the site is running, or the copy can't be read or is corrupt
 */
export async function restoreInPlace(
  { databaseFile, dataDir }: { databaseFile: string; dataDir: string },
  source: Source,
  now: Date,
  lastPapers: string[] = [],
): Promise<Replaced> {
  const closed = keepClosed(databaseFile);
  if (!closed) {
    throw new RestoreError(
      "The site, or another of its programs, has the database open. Stop it first, or restore to another file: --to <file>",
    );
  }
  const aside = `${databaseFile}.restoring`;
  try {
    // Lets it send what it still has, so that the replica is complete before it is read.
    await endLeftOver(path.join(dataDir, "litestream.pid"), path.join(dataDir, "litestream.yml"));
    rmSync(aside, { force: true });
    await fetchCopy(databaseFile, source, aside);
    const here = issuedHere(databaseFile);
    for (const paper of lastPapers) {
      const why = whyTooLow(paper, [...(here ?? []), ...(issuedHere(aside) ?? [])]);
      if (why) throw new RestoreError(why);
    }
    const since = happenedSince(databaseFile, aside);
    const numbers = carryNumbersOver(aside, here, lastPapers, now);
    for (const rest of ["-wal", "-shm"]) rmSync(aside + rest, { force: true });
    const keptAs = keepPresent(databaseFile, now);
    for (const rest of ["-wal", "-shm"]) rmSync(databaseFile + rest, { force: true });
    renameSync(aside, databaseFile);
    syncFile(path.dirname(databaseFile));
    noteAnew(databaseFile);
    return { file: databaseFile, bytes: statSync(databaseFile).size, keptAs, numbers, since };
  } finally {
    for (const end of ["", "-wal", "-shm"]) rmSync(aside + end, { force: true });
    closed.release();
  }
}

/**
 * Restores to another file, whether the site is running or not: for a drill, or to look at old data.
 * @throws RestoreError, SnapshotError when the copy can't be read or is corrupt, or the file already exists
 */
export async function restoreElsewhere(databaseFile: string, source: Source, target: string): Promise<Restored> {
  if (existsSync(target)) throw new RestoreError(`${target} already exists. Choose another name.`);
  try {
    await fetchCopy(databaseFile, source, `${target}.restoring`);
    renameSync(`${target}.restoring`, target);
    return { file: target, bytes: statSync(target).size };
  } finally {
    rmSync(`${target}.restoring`, { force: true });
  }
}

async function fetchCopy(databaseFile: string, source: Source, newFile: string): Promise<void> {
  if ("file" in source) {
    if (!existsSync(source.file))
      throw new RestoreError(`There is no file ${source.file}, or the user that runs the site can't read its folder.`);
    if (statSync(source.file).isDirectory()) throw new RestoreError(`${source.file} is a folder, not a snapshot.`);
    return writeCopy(source.file, newFile).catch(adviseAnother);
  }
  await restoreFromReplica(databaseFile, source.replica, newFile, source.at);
  chmodSync(newFile, 0o600);
  syncFile(newFile);
  const fault = findFault(newFile);
  // Checking it created an empty log beside it.
  for (const rest of ["-wal", "-shm"]) rmSync(newFile + rest, { force: true });
  if (fault) {
    throw new RestoreError(
      `The replica is damaged: ${fault.replaceAll(` ${newFile}`, "")} Nothing was changed. Restore an earlier moment with --at <moment>.`,
    );
  }
}

function adviseAnother(error: unknown): never {
  if (!(error instanceof UnsoundError)) throw error;
  throw new RestoreError(`${error.message} Nothing was changed. Restore another snapshot, or --from-replica.`);
}

/** Gives the present database a second name, so that there is one under its own name at every moment. */
function keepPresent(databaseFile: string, now: Date): string | undefined {
  if (!existsSync(databaseFile)) return undefined;
  workLogIn(databaseFile);
  const keptAs = `${databaseFile}.before-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z`;
  for (const rest of ["-wal", ""]) if (existsSync(databaseFile + rest)) nameTwice(databaseFile + rest, keptAs + rest);
  return keptAs;
}

/** Checkpoints the kept database into one plain file. A damaged one keeps its write-ahead log. */
function workLogIn(databaseFile: string): void {
  try {
    const present = new Database(databaseFile);
    present.pragma("wal_checkpoint(TRUNCATE)");
    present.close();
  } catch {
    // It can't be opened, which is probably why it is being replaced.
  }
}

/** Some file systems (USB sticks) don't support hard links. */
function nameTwice(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name);
  }
}
