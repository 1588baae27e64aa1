import { forbidden, systemRefusal } from "./system-refusal";

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
  const why = error instanceof Error ? error.message : String(error);
  return new StoreError(systemRefusal(error, file) ?? forbidden(why, file));
}
