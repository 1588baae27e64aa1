/** Said in a way that the program doesn't know; its message tells what would have been right. */
export class UsageError extends Error {
  override name = "UsageError";
}
