import { editDistance } from "#app/domain/values/edit-distance";

/** The known words that may have been meant, nearest first: two at most, none if nothing is close. */
export function nearest(typed: string, known: readonly string[]): string[] {
  const most = Math.max(1, Math.floor(typed.length / 3));
  return known
    .map((word) => ({ word, far: word.startsWith(typed) ? 0 : editDistance(typed, word) }))
    .filter(({ far }) => far <= most)
    .toSorted((one, other) => one.far - other.far)
    .slice(0, 2)
    .map(({ word }) => word);
}

/** "Did you mean …?", or nothing. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const near = nearest(typed.toLowerCase(), known);
  return near.length > 0 ? ` Did you mean "${near.join('" or "')}"?` : "";
}
