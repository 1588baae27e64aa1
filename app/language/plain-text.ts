import { formatRand } from "#app/domain/values/money";
import { catalogue } from "./language";
import { type Drawing, drawn, sentence, type Words } from "./say";

const same = (text: string) => text;
const dates = () => catalogue().dates;
/** How a terminal, a text message, a subject and any other plain text draw what a sentence is made of. */
export const asWritten: Drawing<string> = {
  words: same,
  name: same,
  place: same,
  number: same,
  verbatim: same,
  time: same,
  count: String,
  day: (day) => plainText(dates().day(day)),
  days: ([first, last]) => plainText(dates().days(first, last)),
  date: (moment) => plainText(dates().date(new Date(moment))),
  longAgo: (day) => plainText(dates().longAgo(day)),
  weekday: (day) => plainText(dates().weekday(day)),
  moment: (moment) => plainText(dates().moment(new Date(moment))),
  amount: formatRand,
  link: ({ href, words }) => `${plainText(words)}: ${href}`,
  strong: ({ words }) => plainText(words),
  field: (name) => `--${name}`,
  tick: (name) => `add --${name}`,
  choice: same,
  command: ({ name, known, options }) =>
    [name, ...Object.entries(known).map(typedAs), ...Object.entries(options).map(optionAs)].join(" "),
  list: (name) => `show ${name}`,
  url: same,
};

/** `yes` is the value of one that stands alone. */
const optionAs = ([name, value]: [string, string]) =>
  value === "yes" ? `--${name}` : `--${name} ${/\s/.test(value) ? `"${value}"` : value || "…"}`;
const typedAs = ([name, value]: [string, string]) => value || `--${name} …`;

/** A sentence as plain text. */
export function plainText(words: Words): string {
  return drawn(sentence(words), asWritten).join("");
}

/** A number that no line breaks. */
export const unbroken = (number: string) => number.replaceAll(" ", "\u00a0");

/** A sentence as the text of a page. */
export function pageText(words: Words): string {
  return drawn(sentence(words), { ...asWritten, number: unbroken }).join("");
}
