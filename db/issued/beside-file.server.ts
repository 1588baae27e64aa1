import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { StoreError } from "../store-error";
import { beyond, carryOver, type Issued, issuedIn, rangeAfter } from "./papers.server";

/**
 * `courier.db-issued`: the last numbers that a database has issued, in a small file beside it. A database that was
 * damaged, or replaced by an older one, doesn't know them.
 */
export const besideName = (databaseFile: string) => `${databaseFile}-issued`;

/** Each writes its own first, so that the note is always whole. */
const asideOf = (databaseFile: string) => `${besideName(databaseFile)}.${randomUUID()}`;

/** A line for each paper, one for the action, and one that shows that the file is whole. */
const asText = ({ papers, action }: Issued) => [...papers, `${ACTION}${action ?? ""}`, END].join("\n");
const ACTION = "action ";
const END = "end";

/** What was noted last; undefined if that can't be read. */
export function issuedBeside(databaseFile: string): Issued | undefined {
  try {
    const lines = readFileSync(besideName(databaseFile), "utf8").split("\n");
    const action = lines.at(-2);
    if (lines.at(-1) !== END || !action?.startsWith(ACTION)) return undefined;
    return { papers: lines.slice(0, -2), action: action.slice(ACTION.length) || null };
  } catch {
    return undefined;
  }
}

/** Notes what a SQLite store has issued. @param reader a connection to the database */
export function noteIssued(reader: Database.Database, databaseFile: string) {
  // The note of one that is behind stays until a start has said so.
  const isBehind = lackingIn(reader, databaseFile) !== undefined;
  const note = noteOf(issuedIn(reader), databaseFile);
  return isBehind ? { ...note, look: () => undefined } : note;
}

/**
 * Notes what a store has issued. The disk isn't waited for, because every commit is on it already: after a power cut the
 * note may be older, never newer. Where it can't be written nothing happens.
 * @param restMs a pause before each look, in which others may commit
 */
export function noteOf(issued: () => Issued | Promise<Issued>, databaseFile: string, restMs = 0) {
  const aside = asideOf(databaseFile);
  const closing = new AbortController();
  let written = "";
  let underway: Promise<void> | undefined;

  /** Looks again at the end: another process may have noted more meanwhile, and this would have put it back. */
  async function write(): Promise<void> {
    if (restMs > 0) await pause(restMs, undefined, { signal: closing.signal }).catch(() => undefined);
    for (let text = asText(await issued()); text !== written; text = asText(await issued())) {
      await replaced(text);
      written = text;
    }
  }

  async function replaced(text: string): Promise<void> {
    try {
      await writeFile(aside, text, { mode: 0o600 });
      await rename(aside, besideName(databaseFile));
    } catch {
      await rm(aside, { force: true }).catch(() => undefined);
    }
  }

  return {
    /** Call it after a commit. */
    look(): void {
      underway ??= write()
        .catch(() => undefined)
        .finally(() => {
          underway = undefined;
        });
    },
    /** Call it before the connection is closed. */
    async close(): Promise<void> {
      closing.abort();
      await underway;
    },
  };
}

/**
 * Notes anew what a database has issued. Where it can't be written nothing happens.
 * @param opened a connection to it; without one nobody has it open
 */
export function noteAnew(databaseFile: string, opened?: Database.Database): void {
  const aside = asideOf(databaseFile);
  try {
    // Closed again, it leaves no log.
    const connection = opened ?? new Database(databaseFile);
    try {
      writeFileSync(aside, asText(issuedIn(connection)()), { mode: 0o600 });
    } finally {
      if (!opened) connection.close();
    }
    renameSync(aside, besideName(databaseFile));
  } catch {
    rmSync(aside, { force: true });
  }
}

/** What a database lacks of what is noted beside it. */
type Lacking = { papers: string[]; action: boolean; own: Issued };

function lackingIn(connection: Database.Database, databaseFile: string): Lacking | undefined {
  const noted = issuedBeside(databaseFile);
  if (!noted) return undefined;
  const own = issuedIn(connection)();
  const papers = beyond(noted.papers, own.papers);
  const hasAction =
    noted.action === null ||
    connection.prepare("SELECT 1 FROM staff_actions WHERE id = ?").get(noted.action) !== undefined;
  return papers.length === 0 && hasAction ? undefined : { papers, action: !hasAction, own };
}

/**
 * Compares a database with the note beside it. If it is behind, because its log was damaged or an older file was put in
 * its place, its numbers go on after those that were issued, and the note begins anew.
 * @returns what it lacks, in one line; undefined if it isn't behind
 */
export function catchUpWithNote(connection: Database.Database, databaseFile: string, now: Date): string | undefined {
  const lacking = lackingIn(connection, databaseFile);
  if (!lacking) return undefined;
  const { papers, action, own } = lacking;
  if (papers.length > 0) carryOver(connection, papers, now);
  noteAnew(databaseFile, connection);
  const lacks = [
    ...papers.map((paper) => rangeAfter(own.papers, paper)),
    ...(action ? ["the last of staff's actions"] : []),
  ];
  return `the database ${databaseFile} is behind ${path.basename(besideName(databaseFile))}, as after a damaged log, or with an older file in its place. It lacks ${lacks.join(", ")}. ${papers.length > 0 ? "Numbers go on after these. " : ""}docs/backups.md, "A database that is behind", says what to do`;
}

/**
 * For a command, whose output isn't the log that an administrator reads.
 * @throws StoreError when numbers would be issued twice, because no site has started since the database fell behind
 */
export function refuseBehind(connection: Database.Database, databaseFile: string): void {
  const papers = lackingIn(connection, databaseFile)?.papers ?? [];
  if (papers.length === 0) return;
  throw new StoreError(
    `The database ${databaseFile} lacks ${papers.join(", ")}, which were issued. Start the site once (npm start): its log says what to do.`,
  );
}
