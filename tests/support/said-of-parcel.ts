import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import type { SentMessage } from "./a-parcel-on-the-way";

/** As many parcels as a test's sender has at most. */
const MOST = 40;

/**
 * What a message says of one parcel: of one about several its heading, its row and what follows from it; any other message
 * as it is. Undefined where it doesn't name the parcel.
 */
export function saidOfParcel(waybillNo: string, message: SentMessage): SentMessage | undefined {
  const spoken = spokenWaybillNumber(waybillNo);
  const names = (words: string) => words.includes(spoken) || words.includes(waybillNo);
  if (!names(`${message.subject}\n${message.text}`)) return undefined;
  const isOne = message.subject.endsWith(spoken) || !isOfSeveral(message);
  if (isOne) return message;
  const blocks = message.way === "sms" ? message.text.split(/(?<=\.) /) : message.text.split("\n\n");
  const at = blocks.findIndex(names);
  const heading = blocks.slice(0, at).findLast((block) => headlines().includes(block)) ?? message.subject;
  return { ...message, subject: message.way === "sms" ? "" : heading, text: blocks[at] ?? "" };
}

/** Whether a message is one about several parcels of a sender. */
export function isOfSeveral({ subject }: SentMessage): boolean {
  return headlines().some((headline) => subject.startsWith(headline));
}

let known: string[] | undefined;
function headlines(): string[] {
  const { kinds, news } = messagesCatalogue().several;
  known ??= Array.from({ length: MOST }, (_, index) => index + 1).flatMap((count) =>
    [...Object.values(kinds).map(({ headline }) => headline(count)), news(count)].map(plainText),
  );
  return known;
}
