import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { limits } from "../limits/limits";
import type { Wish } from "./wishes.server";

/**
 * Why a link takes no wish any more, nor gives one back; null while it does. The page asks this before it shows its form,
 * and the form's action when it takes the wish.
 */
export function whyNoMoreWishes(wishes: readonly Wish[]): string | null {
  const isClosed = wishes.some(({ endedBy }) => endedBy === "not the receiver");
  const { closed, tooMany } = catalogue().receiver.wishes;
  if (isClosed) return plainText(closed());
  return changesIn(wishes) >= limits.wishes.points ? plainText(tooMany()) : null;
}

/** A wish counts once when it is made, and once more when it is taken back. */
function changesIn(wishes: readonly Wish[]): number {
  return wishes.length + wishes.filter(({ endedBy }) => endedBy === "the receiver").length;
}
