import { plainText } from "#app/language/plain-text";
import type { Words } from "#app/language/say";

/** A command line that can't be understood. The words say what would be correct. */
export class UsageError extends Error {
  override name = "UsageError";
  /** The argument that it is about, if it is about one. */
  field?: string;

  constructor(readonly words: Words) {
    super(plainText(words));
  }
}
