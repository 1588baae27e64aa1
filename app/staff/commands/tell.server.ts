import { tellNews } from "#app/domain/messages/tell.server";
import { phoneAsShown } from "#app/domain/values/phone.server";
import { dayAndTime, shortDate } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { field, number, say } from "#app/language/say";
import { command } from "../command";
import { did, notDone } from "../desk.server";
import { type Asking, kinds } from "../kinds.server";
import { actOnEach, type Parcels, parcelsFrom } from "../many.server";
import { isUnderWay } from "../parcel-facts";

/** The numbers, after which the words come. */
function parcelsFirst(words: string[], { call, desk }: Asking): [Parcels, string[]] {
  const [first = words.length] = words.flatMap((word, at) => (/^(?:th)?[\d /-]*$/i.test(word) ? [] : [at]));
  if (first === 0 && call.option("file") === undefined) throw new UsageError(kinds.parcels.missing);
  return [parcelsFrom(words.slice(0, first), call, desk), words.slice(first)];
}

/** By how many of the two no message reaches. */
const howMany = ["both are told", "one of the two is told", "neither is told by a message"];

export const tell = command({
  name: "tell",
  page: "check first",
  right: "clerk",
  also: "news, late, promised, delayed, where is my parcel, inform both, when does it come",
  possible: isUnderWay,
  summary: "tell sender and receiver what you know of their parcel, and by when they will hear again",
  more: say`Both get an email, the receiver also a text. Tracking shows your words to everybody who has the number,
    with the day. ${field("until")}: they will hear again by 17:00 on that day, and until then the parcel leaves
    Today. What you tell them later replaces it.`,
  examples: ['tell TH4821093753 "It is in Bloemfontein and comes on Thursday." --until 2026-12-01'],
  arguments: {
    waybill: { kind: "parcels", take: parcelsFirst },
    words: { kind: "words", label: "what you tell them", example: "It is in Bloemfontein and comes on Thursday." },
  },
  options: {
    until: {
      kind: "day",
      required: say`By when will they hear from you again? Use ${field("until")}, such as tomorrow.`,
      label: "by when they will hear again",
    },
  },
  async run({ waybill, words, until: day }, desk) {
    return actOnEach(desk, waybill, async (tx, waybillNo) => {
      const telling = await tellNews(tx, waybillNo, words, day ?? "", desk.now);
      if (!telling.ok) return notDone(say`${number(waybillNo)}: ${telling.why}.`);
      const { added, said, until, unreached } = telling;
      const by = `${dayAndTime(until).time} on ${shortDate(dayAndTime(until).day)}`;
      return did(
        added && { action: "told", subject: waybillNo, details: `${said} Next news by ${by}.` },
        added
          ? say`${number(waybillNo)}: ${howMany[unreached.length] ?? ""}. They will hear again by ${by}.`
          : say`${number(waybillNo)}: they were told this already, so nothing more is sent.`,
        ...unreached.map(
          ({ name, phone }) => say`No message reaches ${name}: phone ${phone === "" ? "them" : phoneAsShown(phone)}.`,
        ),
      );
    });
  },
});
