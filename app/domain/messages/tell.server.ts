import type { Reader, Tx } from "#db/store.server";
import { receiverCanBeTold } from "../form/contacts.server";
import { agreedVisit } from "../parcels/agreed-visit.server";
import { findWaybill, historyOf, piecesOf } from "../parcels/issue-waybill.server";
import { parcelStateOf } from "../parcels/parcel-states.server";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { withoutLinks } from "../post/customer-words";
import { asGsm7, partsOf } from "../post/gsm7";
import { withdrawOvertaken } from "../post/overtaken.server";
import { DAY_ENDS_AT } from "../post/promise-kinds";
import { promise, promisesAbout, type StoredUntil } from "../post/promises.server";
import { dayAfter } from "../values/calendar-day";
import { newId } from "../values/ids.server";
import { type DoneOr, refused } from "../values/refused";
import { dayAndTime, isOver, saDay, saMomentOf } from "../values/sa-time";
import { asLine } from "../values/typed-text";
import { accountAddress } from "./addresses.server";
import { linksOf } from "./message-links.server";
import { notifyPeople, type Wordings } from "./notify.server";
import { messageKey, type ParcelEmailData } from "./parcel-email";
import { queuedNow } from "./queued-now.server";
import { parcelNews, parcelNewsOverdue } from "./sender-emails";
import { parcelNewsOverdueText, parcelNewsText } from "./texts";

/** So far ahead people may be told of the next news. */
const MOST_DAYS_AHEAD = 14;

/** Whom no message reaches, by name and phone as they stand in the booking. */
export type Unreached = { name: string; phone: string };

/** `said`: the office's words as people read them. */
export type Telling = DoneOr<{ added: boolean; said: string; until: string; unreached: Unreached[] }, { why: NotTold }>;
type NotTold =
  | "there is no such waybill"
  | "nobody waits for it any more: it has arrived, was returned or cancelled, or will not arrive"
  | "what do you want to tell them?"
  | "links and email addresses can't be sent: leave them out"
  | "that is too long for one text message: use fewer words"
  | "that time is over"
  | "that is more than 14 days ahead: say what you know by then";

/**
 * The office tells both people of a parcel how it stands, and by when they hear again: the end of that working day. Said
 * again with other words, it takes the place of what was said before. The same again changes nothing.
 * @param typed in the office's words, which anybody who tracks the parcel reads
 * @param day `2026-12-10`
 */
export async function tellNews(tx: Tx, waybillNo: string, typed: string, day: string, now: Date): Promise<Telling> {
  const said = asSentence(typed);
  const waybill = await findWaybill(tx, waybillNo);
  const quote = waybill && (await quoteById(tx, waybill.quoteId));
  if (!waybill || !quote) return refused("there is no such waybill");
  const until = `${day} ${DAY_ENDS_AT}`;
  const why = whyNot(waybillNo, said, until, now);
  if (why) return refused(why);
  if (waybill.nextVisit === null || quote.cancelledAt !== null)
    return refused("nobody waits for it any more: it has arrived, was returned or cancelled, or will not arrive");
  const before = await newsOf(tx, waybillNo);
  const isSame = before?.words === said && before.until === until && !isOver(until, now);
  if (isSame && (await isNewsOpen(tx, before)))
    return { ok: true, added: false, said, until, unreached: await unreachedOf(tx, quote) };
  await withdrawOvertaken(tx, quote.id, { by: "told" }, now);
  await promise(tx, "next_news", waybillNo, { until, words: said }, now);
  await notifyPeople(tx, "the office", quote, "news", await newsIn(tx, quote, waybillNo, { said, until }, now), now);
  return { ok: true, added: true, said, until, unreached: await unreachedNow(tx, quote, now) };
}

/**
 * Whom none of the messages that were queued now reaches: they have neither an email nor a cell phone, or stopped messages,
 * or had too many texts today.
 */
async function unreachedNow(tx: Tx, quote: Quote, now: Date): Promise<Unreached[]> {
  const told = new Set((await queuedNow(tx, quote, now)).flatMap(({ person, isSent }) => (isSent ? [person] : [])));
  const hasOneMailbox = quote.email.toLowerCase() === quote.formSnapshot.addresses.toEmail.toLowerCase();
  return peopleOf(quote, {
    sender: told.has("sender") || told.has("account"),
    receiver: told.has("receiver") || (hasOneMailbox && told.has("sender")),
  });
}

/** Those who aren't reached. */
function peopleOf({ formSnapshot }: Quote, isReached: { sender: boolean; receiver: boolean }): Unreached[] {
  const { fromName, fromPhone, toName, toPhone } = formSnapshot.addresses;
  return [
    ...(isReached.sender ? [] : [{ name: fromName, phone: fromPhone }]),
    ...(isReached.receiver ? [] : [{ name: toName, phone: toPhone }]),
  ];
}

/** On one line, and with its end: in a text message another sentence follows it. */
function asSentence(typed: string): string {
  const line = asLine(typed);
  return /[\p{L}\p{N}]$/u.test(line) ? `${line}.` : line;
}

function whyNot(waybillNo: string, said: string, until: string, now: Date): NotTold | null {
  if (said === "") return "what do you want to tell them?";
  if (withoutLinks(said) !== said) return "links and email addresses can't be sent: leave them out";
  if (partsOf(asGsm7(parcelNewsText(waybillNo, said, until))) > 1)
    return "that is too long for one text message: use fewer words";
  if (isOver(until, now)) return "that time is over";
  const isFar = dayAndTime(until).day > dayAfter(saDay(now), MOST_DAYS_AHEAD);
  return isFar ? "that is more than 14 days ahead: say what you know by then" : null;
}

/** What the office told last, while the parcel's people wait for it. */
export async function newsOf(store: Reader, waybillNo: string) {
  return (await promisesAbout(store, ["next_news"], [waybillNo]))[0] ?? null;
}

/**
 * Whether people still wait for news: their parcel is under way, and is late, or since it was said nothing else has told
 * them how it stands, neither a mark nor an agreed day. Of a late parcel what was said last counts, and only `tell` or no
 * more being late keeps it, as its pages say. `staff_promises` says the same.
 */
export async function isNewsOpen(store: Reader, { kind, about: waybillNo, madeAt }: StoredUntil): Promise<boolean> {
  const waybill = await findWaybill(store, waybillNo);
  const quote = waybill && (await quoteById(store, waybill.quoteId));
  if (!waybill?.nextVisit || !quote || quote.cancelledAt) return false;
  if (waybill.lateOn) {
    const [late] = await promisesAbout(store, ["late_news"], [waybillNo]);
    const told = await newsOf(store, waybillNo);
    return kind === (told && !(late && late.madeAt > told.madeAt) ? "next_news" : "late_news");
  }
  if (kind === "late_news") return false;
  const history = await historyOf(store, waybillNo);
  if (history.some((event) => event.happenedAt > madeAt && event.kind !== "in_transit")) return false;
  const agreed = await agreedVisit(store, waybillNo, waybill.nextVisit);
  return !agreed || agreed.agreedAt <= madeAt;
}

/** Nobody told the people of a parcel anything by the time that was said: they hear so, once. */
export async function tellNewsOverdue(tx: Tx, waybillNo: string, until: string, now: Date): Promise<void> {
  const waybill = await findWaybill(tx, waybillNo);
  const quote = waybill && (await quoteById(tx, waybill.quoteId));
  if (!quote) return;
  const words = await newsIn(tx, quote, waybillNo, { said: null, until }, now);
  await notifyPeople(tx, "a parcel", quote, "news_overdue", words, now);
}

/** @param said null where nobody told anything by then */
async function newsIn(
  tx: Tx,
  quote: Quote,
  waybillNo: string,
  { said, until }: { said: string | null; until: string },
  now: Date,
): Promise<Wordings> {
  const occasion = said === null ? `news_overdue:${quote.id}:${until}` : `news:${quote.id}:${newId()}`;
  const links = await linksOf(tx, { quoteId: quote.id, waybillNo });
  const { stage } = await parcelStateOf(tx, { quote, waybillNo }, await historyOf(tx, waybillNo), now);
  const sent = { ...quote, quantity: (await piecesOf(tx, waybillNo)).of };
  // What comes after its time isn't sent.
  const trueUntil = said === null ? undefined : saMomentOf(until);
  const email = (person: ParcelEmailData["person"], to: string) => {
    const data = { occasion, person, to, quote: sent, waybillNo, links, arrival: null, happenedAt: now, now };
    const written = said === null ? parcelNewsOverdue(data, stage, until) : parcelNews(data, stage, said, until);
    return { ...written, trueUntil };
  };
  return {
    sender: email,
    receiver: email,
    receiverText: {
      key: `${messageKey({ occasion, person: "receiver" })}:sms`,
      about: said === null ? "We are late with news" : "News of your parcel",
      words: said === null ? parcelNewsOverdueText(waybillNo, until) : parcelNewsText(waybillNo, said, until),
      holds: "nothing secret",
      trueUntil,
    },
  };
}

/** The people of a booking who have neither an email nor a cell phone. */
export async function unreachedOf(tx: Reader, quote: Quote): Promise<Unreached[]> {
  return peopleOf(quote, {
    sender: quote.email !== "" || (await accountAddress(tx, quote)) !== null,
    receiver: receiverCanBeTold(quote.formSnapshot.addresses),
  });
}
