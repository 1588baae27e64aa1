import { formatRand } from "#app/domain/values/money";
import { saDateTime, shortDate } from "#app/domain/values/sa-time";
import { type Drawing, drawn, type Sentence } from "./say";

const same = (text: string) => text;
/** How a text message, a subject and any other plain text draw what a sentence is made of. */
const asWritten: Drawing<string> = {
  words: same,
  name: same,
  place: same,
  number: same,
  verbatim: same,
  time: same,
  count: String,
  day: shortDate,
  moment: saDateTime,
  amount: formatRand,
  field: same,
  command: same,
  list: same,
};

/** A sentence as plain text. */
export function plainText(sentence: Sentence): string {
  return drawn(sentence, asWritten).join("");
}
