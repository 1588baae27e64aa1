/** How many letters of a word have to be added, removed or replaced to make another of it (Levenshtein distance). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const above = row;
    row = [at + 1];
    for (const [place, wanted] of [...other].entries()) {
      const replaced = (above[place] ?? 0) + (letter === wanted ? 0 : 1);
      row.push(Math.min(replaced, (above[place + 1] ?? 0) + 1, (row[place] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}

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
