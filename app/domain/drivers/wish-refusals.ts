import { contact } from "#app/contact";
import { limits } from "../limits/limits";
import type { Wish } from "./wishes.server";

const CLOSED = "Somebody told us that a wish was not theirs, so this link takes no more.";
const TOO_MANY = "This was changed ten times.";

/**
 * Why a link takes no wish any more, nor gives one back; null while it does. The page asks this before it shows its form,
 * and the form's action when it takes the wish.
 */
export function whyNoMoreWishes(wishes: readonly Wish[]): string | null {
  const isClosed = wishes.some(({ endedBy }) => endedBy === "not the receiver");
  const why = isClosed ? CLOSED : changesIn(wishes) >= limits.wishes.points ? TOO_MANY : null;
  return why && `${why} Please phone us at ${contact().phoneShown}.`;
}

/** A wish counts once when it is made, and once more when it is taken back. */
function changesIn(wishes: readonly Wish[]): number {
  return wishes.length + wishes.filter(({ endedBy }) => endedBy === "the receiver").length;
}
