import path from "node:path";
import { fullDisk } from "./full-disk";

/** A database that this code must not open; its message is one clear line for whoever starts the site. */
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

/** The system refuses a file: its disk is full, or, mostly, somebody acts as another user than the site. */
export function cannotOpen(file: string, error: unknown): StoreError {
  const noRoom = fullDisk(error, path.dirname(file));
  if (noRoom) return new StoreError(noRoom);
  const why = error instanceof Error ? error.message : error;
  return new StoreError(
    `The database ${file} can't be opened: ${why}. Only the user that the site runs as may open it (sudo -u thuma …).`,
  );
}
