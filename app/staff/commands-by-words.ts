import { editDistance } from "#app/domain/values/edit-distance";
import type { Command } from "./command";

/** Words that say nothing of what somebody looks for. */
const SMALL = new Set([
  "a",
  "an",
  "and",
  "by",
  "do",
  "for",
  "how",
  "i",
  "in",
  "is",
  "it",
  "my",
  "of",
  "on",
  "the",
  "to",
  "was",
  "with",
]);
/** Words from this length on may have a wrong letter. */
const LONG = 6;
/** So many are offered. */
const MOST = 5;

/** The commands that do what these words say, the nearest first: "refund", "lost phone", "wrong address". */
export function commandsByWords(typed: string, commands: readonly Command[]): Command[] {
  return found(typed, commands)
    .slice(0, MOST)
    .map(({ command }) => command);
}

/** The one command that these words mean more than every other, if there is one. */
export function commandMeant(typed: string, commands: readonly Command[]): Command | null {
  const [first, second] = found(typed, commands);
  return first && first.points > (second?.points ?? 0) ? first.command : null;
}

function found(typed: string, commands: readonly Command[]) {
  const sought = wordsIn(typed);
  if (sought.length === 0) return [];
  return commands
    .map((command, at) => ({ command, at, points: pointsOf(command, sought) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points || one.at - other.at);
}

/** All of the words have to be there; in one of its phrases together, or in its name, they count more, alone there most. */
function pointsOf({ name, also, summary }: Command, sought: string[]): number {
  const phrases = [name, ...also.split(","), summary].map(wordsIn);
  const has = (words: string[], word: string) => words.some((each) => isLike(each, word));
  if (!sought.every((word) => phrases.some((words) => has(words, word)))) return 0;
  const together = phrases.filter((words) => sought.every((word) => has(words, word)));
  if (together.length === 0) return 1;
  if (together.includes(phrases[0] ?? [])) return 5;
  if (together.some(({ length }) => length === sought.length)) return 4;
  return together[0] === phrases.at(-1) ? 2 : 3;
}

/** The word itself, its beginning, or nearly the word. */
function isLike(word: string, sought: string): boolean {
  if (word === sought || (sought.length >= 4 && word.startsWith(sought))) return true;
  if (word.length >= 4 && sought.startsWith(word) && sought.length - word.length <= 3) return true;
  return sought.length >= LONG && word.length >= LONG && editDistance(word, sought) <= 1;
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "" && !SMALL.has(word));
