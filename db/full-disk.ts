/** How the system and SQLite say that a disk takes no more. A full one often shows as an I/O error: so does a broken one. */
const TAKES_NO_MORE = /^(?:SQLITE_FULL|SQLITE_IOERR\w*|ENOSPC|EDQUOT|EFBIG|EIO)$/;

/**
 * One line for whoever can make room, where that is what is wrong; nothing otherwise.
 * @param folder what the disk holds, if that is known
 */
export function fullDisk(error: unknown, folder = "the data"): string | undefined {
  if (!(error instanceof Error) || !TAKES_NO_MORE.test(String((error as NodeJS.ErrnoException).code))) return undefined;
  return `The disk of ${folder} is full or broken (${error.message}). Make room there and try again: docs/operations.md, "The disk is full".`;
}
