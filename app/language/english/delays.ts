import { day, days, number, place, type Sentence, say } from "../say";

/**
 * Where nobody comes, and until when. `where`: towns, or the first and the last postal code; null for everywhere. `resumes`: the first working day
 * after it. `days`: the first and the last day of one that hasn't begun.
 */
type Delay = {
  where: string | readonly [first: string, last: string] | null;
  resumes: string;
  days: readonly [first: string, last: string] | null;
  because: string;
};

const when = ({ resumes, days: toCome }: Delay) => {
  if (!toCome) return say`before ${day(resumes)}`;
  const [first, last] = toCome;
  return first === last ? say`on ${day(first)}` : say`from ${days(first, last)}`;
};
const saying = (what: Sentence) => (delay: Delay) => say`${what} ${when(delay)}: ${delay.because}.`;
const inPlace = (what: Sentence) => (delay: Delay) => saying(there(what, delay))(delay);
function there(what: Sentence, { where }: Delay): Sentence {
  if (where === null) return what;
  if (typeof where === "string") return say`${what} in ${place(where)}`;
  const [first, last] = where;
  return first === last
    ? say`${what} at postal code ${number(first)}`
    : say`${what} at postal codes ${number(first)} to ${number(last)}`;
}

/** Delays of areas and days, in the words of pages, of tracking and of messages. The reason is staff's own words. */
export const delays = {
  /** On pages for everybody. */
  anybody: (delay: Delay) =>
    delay.where
      ? inPlace(say`We can't collect or deliver`)(delay)
      : saying(say`We can't collect or deliver anywhere`)(delay),
  /** Of one parcel. */
  visit: {
    collection: inPlace(say`We can't collect it`),
    delivery: inPlace(say`We can't deliver it`),
    return: inPlace(say`We can't bring it back`),
  },
  title: say`We can't come everywhere just now`,
  afterwards: say`We come as soon as we can after that.`,
  headline: (because: string) => say`Delayed: ${because}`,
  row: (resumes: string, because: string) => say`Delayed, not before ${day(resumes)}: ${because}`,
};
