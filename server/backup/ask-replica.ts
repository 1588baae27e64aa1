import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MINUTES, SECONDS } from "../../app/durations";
import { asWritten, findLitestream, litestreamEnvironment, type Replica, writeLitestreamConfig } from "./litestream";

const ANSWER_WITHIN_MS = 20 * SECONDS;
const RESTORE_WITHIN_MS = 60 * MINUTES;

/** The replica can't be reached or read. The message is Litestream's reason, in one line. */
export class ReplicaError extends Error {
  override name = "ReplicaError";
}

/**
 * Whether the replica contains a database.
 * @throws ReplicaError when it can't be asked
 */
export async function isInReplica(databaseFile: string, replica: Replica): Promise<boolean> {
  const listed = await litestream("snapshots", [], { databaseFile, replica, withinMs: ANSWER_WITHIN_MS });
  // The first line is a header; each other line is a snapshot.
  return listed.trim().split("\n").length > 1;
}

/**
 * Restores the database to a new file, as it was last or at a moment of the last three days.
 * @param at ISO 8601, with its zone
 * @throws ReplicaError when there is none, or it can't be reached
 */
export async function restoreFromReplica(
  databaseFile: string,
  replica: Replica,
  newFile: string,
  at?: string,
): Promise<void> {
  try {
    await restoreUpTo(at);
  } catch (error) {
    // Over SFTP a segment that was being written when the machine failed has its final name but is incomplete.
    const lastPiece = at === undefined ? await newestPiece(databaseFile, replica) : undefined;
    if (!lastPiece) throw error;
    await restoreUpTo(new Date(lastPiece.getTime() - 1).toISOString()).catch(() => Promise.reject(error));
  }

  async function restoreUpTo(moment?: string): Promise<void> {
    const limit = moment === undefined ? [] : ["-timestamp", moment];
    try {
      await litestream("restore", ["-o", newFile, ...limit], { databaseFile, replica, withinMs: RESTORE_WITHIN_MS });
    } finally {
      removeUnfinished(newFile);
    }
  }
}

/**
 * When the newest segment was written, to the second; undefined if there is none. Throws ReplicaError when it can't be
 * asked.
 */
export async function newestPiece(databaseFile: string, replica: Replica): Promise<Date | undefined> {
  const listed = await litestream("wal", [], { databaseFile, replica, withinMs: ANSWER_WITHIN_MS });
  const times = listed.split("\n").map((line) => Date.parse(line.trim().split(/\s+/).at(-1) ?? ""));
  const newest = Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
  return newest > 0 ? new Date(newest) : undefined;
}

/** Litestream leaves the files of a failed restore. */
function removeUnfinished(newFile: string): void {
  const [folder, piece] = [path.dirname(newFile), `${path.basename(newFile)}.tmp`];
  for (const name of readdirSync(folder)) if (name.startsWith(piece)) rmSync(path.join(folder, name));
}

type Question = { databaseFile: string; replica: Replica; withinMs: number };

function litestream(verb: string, args: string[], { databaseFile, replica, withinMs }: Question): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "courier-litestream-"));
  const configFile = path.join(folder, "litestream.yml");
  writeLitestreamConfig(configFile, databaseFile, replica);
  return new Promise<string>((resolve, reject) => {
    const words = [verb, "-config", configFile, asWritten, ...args, databaseFile];
    const options = { env: litestreamEnvironment(replica), timeout: withinMs };
    execFile(findLitestream(replica), words, options, (error, stdout, stderr) => {
      // Asked for a list, it exits with 0 even when it could not reach the replica.
      const trouble = troubleIn(stderr);
      if (!error && trouble === undefined) return resolve(stdout);
      if (error?.killed) return reject(new ReplicaError(`no answer within ${withinMs / SECONDS} seconds`));
      reject(new ReplicaError(inOurWords(trouble ?? error?.message)));
    });
  }).finally(() => rmSync(folder, { recursive: true }));
}

function inOurWords(trouble: string | undefined): string | undefined {
  if (trouble !== "no matching backups found") return trouble;
  return "The replica has nothing from that time. It goes back at most three days, and ends with its last commit.";
}

/** The last error that it logged. */
function troubleIn(stderr: string): string | undefined {
  return logLines(stderr).findLast(({ level }) => level === "ERROR")?.error;
}

function logLines(stderr: string): { level?: string; error?: string }[] {
  return stderr.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return line ? [{ level: "ERROR", error: line }] : [];
    }
  });
}
