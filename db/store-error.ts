import { isAway, isGivenUp, LostCommitError } from "./postgres/refusal";
import { forbidden, systemRefusal } from "./system-refusal";

/** A database that this code must not open. The message is one clear line for whoever starts the site. */
export class StoreError extends Error {
  override name = "StoreError";

  /** @param fault what is wrong with which file; whoever doesn't open it for the site has other advice to give */
  constructor(
    readonly fault: string,
    advice = "",
  ) {
    super(`${fault} ${advice}`.trim());
  }
}

/** A transaction couldn't begin in time: another program, or an earlier transaction of ours, held the write lock. */
export class StoreBusyError extends Error {
  override name = "StoreBusyError";
}

/** Whether another process holds the write lock. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof StoreBusyError || (error instanceof Error && codeOf(error).startsWith("SQLITE_BUSY"));
}

/** Whether nothing can be written now: the database is locked or unreachable, or the disk is full or not writable. */
export function isUnwritable(error: unknown): boolean {
  if (isLockedOut(error) || isGivenUp(error) || isAway(error) || systemRefusal(error) !== undefined) return true;
  // Drizzle wraps SQLite's errors.
  return error instanceof Error && error.cause !== undefined && isUnwritable(error.cause);
}

/** The system refuses a file: its disk is full or, usually, the process runs as another user than the site. */
export function cannotOpen(file: string, error: unknown): StoreError {
  const why = error instanceof Error ? error.message : String(error);
  if (isMissingModule(error))
    return new StoreError(`SQLite's native module can't be loaded: ${firstLine(why)}.`, REINSTALL);
  return new StoreError(systemRefusal(error, file) ?? forbidden(why, file));
}

const REINSTALL =
  "Install the packages again on this machine, for its system and processor: rm -r node_modules && npm run build";

/** Node's errors for a native module that is missing or was built for another system. */
function isMissingModule(error: unknown): boolean {
  return error instanceof Error && ["MODULE_NOT_FOUND", "ERR_DLOPEN_FAILED"].includes(codeOf(error));
}

/** Whether the answer to a COMMIT was lost, so that nobody knows whether it was saved. SQLite always knows. */
export function isCommitLost(error: unknown): boolean {
  return error instanceof LostCommitError || (error instanceof Error && isCommitLost(error.cause));
}

function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code);
}

function firstLine(words: string): string {
  return words.split("\n")[0] ?? "";
}
