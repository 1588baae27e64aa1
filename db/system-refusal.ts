import path from "node:path";

/** How the system and SQLite say that a disk takes no more. A full one often shows as an I/O error: so does a broken one. */
const TAKES_NO_MORE = /^(?:SQLITE_FULL|SQLITE_IOERR\w*|ENOSPC|EDQUOT|EFBIG|EIO)$/;
/** How they say that this user may not, or that nobody may. */
const FORBIDDEN = /^(?:SQLITE_(?:CANTOPEN|READONLY|PERM)\w*|EACCES|EPERM|EROFS)$/;

/**
 * What the system refuses, in one line for whoever can put it right; nothing for a fault of another kind.
 * @param database its file, if that is known
 */
export function systemRefusal(error: unknown, database?: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (TAKES_NO_MORE.test(codeOf(error))) {
    return `The disk of ${database ? path.dirname(database) : "the data"} is full or broken (${error.message}). Make room there and try again: docs/operations.md, "The disk is full".`;
  }
  return isForbidden(error) ? forbidden(error.message, database) : undefined;
}

export function isForbidden(error: unknown): boolean {
  return FORBIDDEN.test(codeOf(error));
}

/** Mostly somebody acts as another user than the site. */
export function forbidden(why: string, database?: string): string {
  return `The ${database ? `database ${database}` : "data"} can't be opened: ${why}. Only the user that runs the site may open it (sudo -u thuma …), on a disk that can be written to.`;
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
