import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { ConfigError, reason } from "./config-error";

/** The database's file, absolute. Throws ConfigError for a folder. */
export function databaseFileOf(named: string | undefined, dataDir: string): string {
  const file = path.resolve(named ?? path.join(dataDir, "courier.db"));
  if (!isFolder(file)) return file;
  throw new ConfigError(`${named ? "DATABASE_URL" : "DATA_DIR"}: ${file} is a folder, not a file`);
}

export function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

/** @throws ConfigError where it can't be made */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw new ConfigError(`DATA_DIR: the folder ${dataDir} can't be created: ${reason(error)}`);
  }
  if (!statSync(dataDir).isDirectory()) throw new ConfigError(`DATA_DIR: ${dataDir} is a file, not a folder`);
}

/** @throws ConfigError where the database's folder is none; the data folder itself is made later */
export function refuseMissingFolder(databaseFile: string, dataDir: string): void {
  const folder = path.dirname(databaseFile);
  if (folder !== dataDir && !isFolder(folder))
    throw new ConfigError(`DATABASE_URL: there is no folder ${folder}, or this user may not open it`);
}

/** One after the other: asked for all at once, Node tries for ever where none can be made, as beneath /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process of ours may have made it in the meantime.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Made once, readable by the owner only, so that drafts survive a restart. With an empty one anybody could sign.
 */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, "session-secret");
  let secret: string;
  try {
    if (!existsSync(file)) makeSecret(file);
    secret = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw unusable(dataDir, error);
  }
  if (secret) return secret;
  throw new ConfigError(`DATA_DIR: ${file} is empty. Remove it and start again: the site makes a new one.`);
}

/** Whole or not at all, also after a power cut: written aside and synced before it gets its name. */
function makeSecret(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    writeFileSync(aside, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    linkSync(aside, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    // Another process of ours may have made it in the meantime: then its secret is the one.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** A name survives a power cut once its folder is synced. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function unusable(dataDir: string, error: unknown): ConfigError {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return new ConfigError(
    ["ENOSPC", "EDQUOT", "EFBIG"].includes(code)
      ? `DATA_DIR: the disk of ${dataDir} is full (${reason(error)}). Make room there and start again.`
      : `DATA_DIR: the folder ${dataDir} can't be used by this user: ${reason(error)}`,
  );
}
