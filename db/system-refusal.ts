import path from "node:path";

/**
 * Codes of the system and SQLite for a disk that can't be written. A full disk often shows as an I/O error, as a broken
 * one does.
 */
const TAKES_NO_MORE = /^(?:SQLITE_FULL|SQLITE_IOERR\w*|ENOSPC|EDQUOT|EFBIG|EIO)$/;
/** Their codes for missing permissions. */
const FORBIDDEN = /^(?:SQLITE_(?:CANTOPEN|READONLY|PERM)\w*|EACCES|EPERM|EROFS)$/;

/**
 * The system's refusal in one line, for whoever can fix it; undefined for any other error.
 * @param database its file, if known
 */
export function systemRefusal(error: unknown, database?: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (takesNoMore(error)) {
    return `The disk of ${database ? path.dirname(database) : "the data"} is full or broken (${error.message}). Make room there and try again: docs/operations.md, "The disk is full".`;
  }
  return isForbidden(error) ? forbidden(error.message, database) : undefined;
}

/** The same of a database file with bytes that aren't its own, usually after a disk that failed or a copy that was cut short. */
const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)\w*$/;

/** That a database is damaged, in one line, with the way out; undefined for any other error. */
export function damageInWords(error: unknown, database = "of the site"): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!DAMAGED.test(codeOf(error))) return damageInWords(error.cause, database);
  return `The database ${database} is damaged (${error.message}). Restore a backup: docs/backups.md, "Restoring".`;
}

/** Whether the disk is full, or broken. */
export function takesNoMore(error: unknown): boolean {
  return TAKES_NO_MORE.test(codeOf(error));
}

export function isForbidden(error: unknown): boolean {
  return FORBIDDEN.test(codeOf(error));
}

/** Usually the process runs as another user than the site. */
export function forbidden(why: string, database?: string): string {
  return `The ${database ? `database ${database}` : "data"} can't be opened: ${why}. Only the user that runs the site may open it (sudo -u thuma …), on a disk that can be written to.`;
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
