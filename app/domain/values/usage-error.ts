/** A command line that can't be understood. The message says what would be correct. */
export class UsageError extends Error {
  override name = "UsageError";
  /** The argument that it is about, if it is about one. */
  field?: string;
}
