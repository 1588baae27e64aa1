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
