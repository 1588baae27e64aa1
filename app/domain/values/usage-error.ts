/** A command line that can't be understood. The message says what would be correct. */
export class UsageError extends Error {
  override name = "UsageError";
}
