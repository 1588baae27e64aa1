import { accessSync, constants } from "node:fs";
import path from "node:path";
import { type Lock, lockAlone, lockTogether } from "./lock-file.server";
import { cannotOpen, StoreError } from "./store-error";

/** Every process that has a database open shares this lock; a process that replaces the file holds it exclusively. */
const openLockFileOf = (databaseFile: string) => `${databaseFile}-open`;

/** @throws StoreError while the database is being replaced, or when its folder isn't writable */
export function lockOpen(databaseFile: string): Lock {
  const mark = taken(databaseFile, lockTogether);
  if (mark) return mark;
  throw new StoreError(`The database ${databaseFile} is being restored or copied. Start again when that is done.`);
}

/** Undefined when any process has the database open. @throws StoreError when its folder isn't writable: the file couldn't be replaced */
export function keepClosed(databaseFile: string): Lock | undefined {
  return taken(databaseFile, (mark) => {
    accessSync(path.dirname(mark), constants.W_OK);
    return lockAlone(mark);
  });
}

function taken(databaseFile: string, lock: (file: string) => Lock | undefined): Lock | undefined {
  try {
    return lock(openLockFileOf(databaseFile));
  } catch (error) {
    throw cannotOpen(databaseFile, error);
  }
}
