/** The known words that may have been meant, nearest first: two at most, none if nothing is close. */
export function nearest(typed: string, known: readonly string[]): string[] {
  const most = Math.max(1, Math.floor(typed.length / 3));
  return known
    .map((word) => ({ word, far: word.startsWith(typed) ? 0 : distance(typed, word) }))
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

/** How many letters have to be added, removed or replaced (Levenshtein distance). */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, email] of [...one].entries()) {
    const line = [row + 1];
    for (const [column, otherEmail] of [...other].entries()) {
      const replaced = (before[column] ?? 0) + (email === otherEmail ? 0 : 1);
      line.push(Math.min(replaced, (before[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    before = line;
  }
  return before.at(-1) ?? 0;
}
