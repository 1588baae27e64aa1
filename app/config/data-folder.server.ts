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

/**
 * The database's file, absolute, or that of staff's copy where the site uses PostgreSQL. They have different names, so
 * that no copy ever takes the place of a site's own database. Throws ConfigError for a folder.
 */
export function databaseFileOf(named: string | undefined, dataDir: string, isCopy: boolean): string {
  const file = path.resolve(named ?? path.join(dataDir, isCopy ? "staff.db" : "courier.db"));
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

/** @throws ConfigError when it can't be created */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw new ConfigError(`DATA_DIR: the folder ${dataDir} can't be created: ${reason(error)}`);
  }
  if (!statSync(dataDir).isDirectory()) throw new ConfigError(`DATA_DIR: ${dataDir} is a file, not a folder`);
}

/** @throws ConfigError when the database's folder doesn't exist; the data folder itself is created later */
export function refuseMissingFolder(databaseFile: string, dataDir: string): void {
  const folder = path.dirname(databaseFile);
  if (folder !== dataDir && !isFolder(folder))
    throw new ConfigError(`DATABASE_URL: there is no folder ${folder}, or this user may not open it`);
}

/** Creates one folder at a time: where none can be created, as below /proc, Node's recursive option loops for ever. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process of ours may have created it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * A session secret that is created once, readable by its owner only, so that drafts survive a restart. An empty file is
 * refused: with an empty secret anybody could sign.
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

/** Written to another file and synced before it is renamed, so that it is complete even after a power cut. */
function makeSecret(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    writeFileSync(aside, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    linkSync(aside, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    // Another process of ours may have created it meanwhile; then its secret is used.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** A file's name survives a power cut once its folder is synced. */
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
