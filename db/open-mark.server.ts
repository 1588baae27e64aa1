import { type Lock, lockAlone, lockTogether } from "./lock-file.server";
import { cannotOpen, StoreError } from "./store-error";

/** Everybody who has a database open holds its mark together; whoever puts another file in its place holds it alone. */
const markOf = (databaseFile: string) => `${databaseFile}-open`;

/** @throws StoreError when the database is just being replaced, or its folder can't be written to */
export function markOpen(databaseFile: string): Lock {
  const mark = taken(databaseFile, lockTogether);
  if (mark) return mark;
  throw new StoreError(`The database ${databaseFile} is being restored. Start again when that is done.`);
}

/** Nothing when somebody has the database open. */
export function keepClosed(databaseFile: string): Lock | undefined {
  return taken(databaseFile, lockAlone);
}

function taken(databaseFile: string, lock: (file: string) => Lock | undefined): Lock | undefined {
  try {
    return lock(markOf(databaseFile));
  } catch (error) {
    throw cannotOpen(databaseFile, error);
  }
}
