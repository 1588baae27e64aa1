import { syllable } from "syllable";

/**
 * The Flesch–Kincaid grade level (1975): the years of school that somebody needs to read a text. Word processors and
 * plain-language guides use it. The package `syllable` counts the syllables, which is the hard part.
 */
export function schoolGrade(sentences: string[]): number {
  const words = sentences.flatMap(wordsOf);
  if (words.length === 0) return 0;
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

const DATES =
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)\b/g;

/** Numbers and dates don't count, because they are easy to read whatever their syllables. */
export function wordsOf(sentence: string): string[] {
  return sentence.replace(DATES, "").match(/\p{L}[\p{L}'’]*/gu) ?? [];
}
