import { catalogue } from "#app/language/language";
import type { Reader } from "#db/store.server";
import { piecesOf } from "../parcels/issue-waybill.server";
import { delayedInWords } from "../parcels/parcel-state-in-words";
import type { Quote } from "../parcels/quotes/quote";
import { type Delayed, partyAt } from "../parcels/visits";
import type { Email } from "../post/email";
import { asSaid } from "../prices/delays";
import type { Arrival } from "../prices/usual-arrival";
import { saDay, saMoment } from "../values/sa-time";
import { linksOf } from "./message-links.server";
import type { Wordings } from "./notify.server";
import { messageKey, type ParcelEmailData } from "./parcel-email";
import { parcelDelayed, parcelDelayOver } from "./sender-emails";
import { delayOverText, parcelDelayedText } from "./texts";
import type { Person } from "./who-is-notified";

type Parcel = { quote: Quote; waybillNo: string };

/** That nobody can come: emails to both people, and a text to the one whom we would visit. True until its last day is over. */
export async function delayedWordings(store: Reader, parcel: Parcel, delayed: Delayed, now: Date): Promise<Wordings> {
  const { visit, delay } = delayed;
  const today = saDay(now);
  const what = delayedInWords(delayed, today);
  const trueUntil = saMoment(delay.untilDay, "24:00");
  // Of a delay that another one outlasted people hear once more when that is taken back.
  const occasion = `delayed:${parcel.quote.id}:${delay.id}:${now.toISOString()}`;
  return wordingsFor(store, parcel, occasion, visit, null, now, {
    email: (data) => ({ ...parcelDelayed(data, what), trueUntil }),
    text: {
      about: "Your parcel is delayed",
      words: delayedText(parcel.waybillNo, delayed, today),
      trueUntil,
    },
  });
}

/** That it is over. `arrival`: when we come, if that is known. */
export async function delayOverWordings(
  store: Reader,
  parcel: Parcel,
  { visit, delay }: Delayed,
  comes: Arrival | null,
  now: Date,
): Promise<Wordings> {
  const on = comes?.isPlanned ? comes.first : null;
  return wordingsFor(store, parcel, `delay-over:${parcel.quote.id}:${delay.id}`, visit, comes, now, {
    email: (data) => parcelDelayOver(data, delay.because, on),
    text: { about: "The delay is over", words: delayOverText(parcel.waybillNo, delay.because, on) },
  });
}

async function wordingsFor(
  store: Reader,
  { quote, waybillNo }: Parcel,
  occasion: string,
  visit: Delayed["visit"],
  arrival: Arrival | null,
  now: Date,
  { email, text }: { email(data: ParcelEmailData): Email; text: { about: string; words: string; trueUntil?: Date } },
): Promise<Wordings> {
  const links = await linksOf(store, { quoteId: quote.id, waybillNo });
  const sent = { ...quote, quantity: (await piecesOf(store, waybillNo)).of };
  const write = (person: Person, to: string) =>
    email({ occasion, person, to, quote: sent, waybillNo, links, arrival, happenedAt: now, now });
  const textTo = (person: Person) => ({
    ...{ key: `${messageKey({ occasion, person })}:sms`, ...text, holds: "nothing secret" as const },
  });
  const visited = partyAt[visit] === "from" ? { senderText: textTo("sender") } : { receiverText: textTo("receiver") };
  return { sender: write, receiver: write, ...visited };
}

/** The text to the one whom we would visit. */
export function delayedText(waybillNo: string, { visit, delay }: Delayed, today: string): string {
  const words = catalogue().delays.visit[visit];
  const said = asSaid(delay, today);
  return parcelDelayedText(waybillNo, words(said), words({ ...said, where: null }));
}
