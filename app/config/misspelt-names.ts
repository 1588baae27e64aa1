import { editDistance } from "../domain/values/edit-distance";

/** No other program's variables begin with these. */
const OURS = /^(?:PAYFAST|EMAILJS|LITESTREAM|THUMA)_/;
const MOST_MISTAKES = 3;
/** Names as short as PORT and HOST are too close to other programs' variables. */
const SHORTEST = 7;

/**
 * Finds a variable that is probably a misspelling of one of ours and would otherwise be ignored. With our own prefixes
 * anything close counts. Without them only a missing letter or two swapped ones do, because names close to APP_URL
 * (API_URL) may belong to other programs.
 * @param known every name that is read
 */
export function misspelt(names: string[], known: string[]): { name: string; meant: string } | undefined {
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = known.find((each) => isSlip(name, each)) ?? nearest(name, known);
    if (meant !== undefined) return { name, meant };
  }
  return undefined;
}

/** Letters only: LOG_LEVEL without its underscore is LOGLEVEL, which other programs read. */
function isSlip(name: string, known: string): boolean {
  if (known.length < SHORTEST) return false;
  return [...known].some((letter, at) => {
    const [before, after] = [known.slice(0, at), known.slice(at + 1)];
    return (letter !== "_" && name === before + after) || name === before + after.slice(0, 1) + letter + after.slice(1);
  });
}

function nearest(name: string, known: string[]): string | undefined {
  if (!OURS.test(name)) return undefined;
  const [first] = known
    .map((each) => ({ each, mistakes: editDistance(name, each) }))
    .sort((a, b) => a.mistakes - b.mistakes);
  return first && first.mistakes <= MOST_MISTAKES ? first.each : undefined;
}
