import { schoolGrade, wordsOf } from "./grade";

/** What twelve-year-olds can read. */
export const CUSTOMERS_GRADE = 6;
/** Legal texts name laws and times; still plainer than most. */
export const LEGAL_GRADE = 8;
/** GOV.UK's limit for a sentence. */
const MOST_WORDS = 25;
/** With fewer words the formula means nothing. */
const SMALLEST_SAMPLE = 20;
/** How many of the hardest sentences to name. */
const NAMED = 5;

/** What is too hard to read in a text, sentence by sentence; empty if nothing is. */
export function tooHard(name: string, sentences: string[], grade: number): string[] {
  const long = sentences
    .filter((sentence) => wordsOf(sentence).length > MOST_WORDS)
    .map((sentence) => `${name}: ${wordsOf(sentence).length} words in a sentence, at most ${MOST_WORDS}: ${sentence}`);
  const measured = schoolGrade(sentences);
  if (measured <= grade || sentences.flatMap(wordsOf).length < SMALLEST_SAMPLE) return long;
  const hardest = sentences
    .map((sentence) => ({ sentence, own: schoolGrade([sentence]) }))
    .filter(({ own }) => own > grade)
    .sort((a, b) => b.own - a.own)
    .slice(0, NAMED)
    .map(({ sentence, own }) => `${name}: reads at grade ${own.toFixed(1)}: ${sentence}`);
  return [
    ...long,
    `${name}: reads at grade ${measured.toFixed(1)}, at most ${grade}; the hardest sentences:`,
    ...hardest,
  ];
}
