import { formatRand } from "#app/domain/values/money";
import { saDate, saDateTime, saWeekday, shortDate, shortDates } from "#app/domain/values/sa-time";
import { type Drawing, drawn, sentence, type Words } from "./say";

const same = (text: string) => text;
/** How a terminal, a text message, a subject and any other plain text draw what a sentence is made of. */
export const asWritten: Drawing<string> = {
  words: same,
  name: same,
  place: same,
  number: same,
  verbatim: same,
  time: same,
  count: String,
  day: shortDate,
  days: ([first, last]) => shortDates(first, last),
  date: (moment) => saDate(new Date(moment)),
  longAgo: saWeekday,
  weekday: (day) => saWeekday(day).split(" ")[0] ?? "",
  moment: (moment) => saDateTime(new Date(moment)),
  amount: formatRand,
  link: ({ words }) => plainText(words),
  strong: ({ words }) => plainText(words),
  field: (name) => `--${name}`,
  tick: (name) => `add --${name}`,
  choice: same,
  command: ({ name, known }) => [name, ...Object.entries(known).map(typedAs)].join(" "),
  list: (name) => `show ${name}`,
  url: same,
};

const typedAs = ([name, value]: [string, string]) => value || `--${name} …`;

/** A sentence as plain text. */
export function plainText(words: Words): string {
  return drawn(sentence(words), asWritten).join("");
}
