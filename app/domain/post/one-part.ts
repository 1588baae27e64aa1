import { plainText } from "#app/language/plain-text";
import type { Sentence } from "#app/language/say";
import { asGsm7, partsOf } from "./gsm7";

/**
 * The first wording that fits into one text message, or else the last.
 * @param wordings the longest first
 */
export function wordingThatFits(wordings: readonly Sentence[]): string {
  const texts = wordings.map(plainText);
  return texts.find((words) => partsOf(asGsm7(words)) === 1) ?? texts.at(-1) ?? "";
}
