import type { Tx } from "#db/store.server";
import { findWaybill, piecesOf } from "../parcels/issue-waybill.server";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { correctEvent, parcelChanged } from "../parcels/raise-event.server";
import type { Missed } from "../parcels/reports";
import { whyBack } from "../parcels/why-back.server";
import { HOLD_MS } from "../post/channels";
import { withdrawUntried } from "../post/outbox.server";
import { bringBack, withdrawOvertaken } from "../post/overtaken.server";
import { correctOccasion } from "./correct.server";
import { linksOf } from "./message-links.server";
import { notifyPeople, type Wordings } from "./notify.server";
import { isUnwanted } from "./opt-out.server";
import { messageKey, type ParcelEmailData, textRow } from "./parcel-email";
import { parcelGoesBack } from "./receiver-emails";
import { parcelComesBack, returnMissed } from "./sender-emails";
import { parcelComesBackText, parcelGoesBackText, returnMissedText } from "./texts";
import type { Person } from "./who-is-notified";

/** A stop, and when it was given to its driver. */
type Given = { id: string; assignedAt: Date };

/**
 * A driver is sent to bring a parcel back: both people are told a minute later, and so are the account's programs. What
 * waits to be sent and says that it comes is withdrawn.
 * @param cause the stop with which it began
 */
export async function tellItGoesBack(tx: Tx, waybillNo: string, cause: string, now: Date): Promise<void> {
  const quote = await quoteOf(tx, waybillNo);
  await withdrawOvertaken(tx, quote.id, { by: "returning" }, now);
  const notBefore = new Date(now.getTime() + HOLD_MS);
  const occasion = `returning:${quote.id}:${cause}`;
  const { dataFor, textFor } = await about(tx, quote, waybillNo, occasion, now);
  const why = (await whyBack(tx, [waybillNo])).get(waybillNo) ?? null;
  const words: Wordings = {
    sender: (...to) => parcelComesBack(dataFor(...to), why),
    senderText: textFor("sender", "Your parcel comes back", parcelComesBackText(waybillNo, why)),
    receiver: (...to) => parcelGoesBack(dataFor(...to), why),
    receiverText: textFor("receiver", "Your parcel goes back", parcelGoesBackText({ quote, waybillNo }, why)),
  };
  await notifyPeople(tx, "a parcel", quote, "returning", words, now, notBefore);
  await parcelChanged(tx, "returning", { cause, quoteId: quote.id, happenedAt: now }, now, notBefore);
}

/**
 * It doesn't go back after all. Whoever was told that it does gets a correction; what was withdrawn is true again.
 * @param returns the parcel's stops for its return
 */
export async function tellItStays(tx: Tx, waybillNo: string, returns: readonly Given[], now: Date): Promise<void> {
  const quote = await quoteOf(tx, waybillNo);
  for (const { id, assignedAt: happenedAt } of returns) {
    await correctEvent(tx, { cause: id, quoteId: quote.id }, now);
    const about = { occasion: `returning:${quote.id}:${id}`, id, event: "returning", happenedAt } as const;
    await correctOccasion(tx, quote, waybillNo, about, now);
  }
  await withdrawOvertaken(tx, quote.id, { by: "returning_no_more" }, now);
  await bringBack(tx, quote.id, { cause: "returning" }, (email) => isUnwanted(tx, email), now);
}

/**
 * Nobody was there when we came to bring a parcel back: its sender is told, a minute later. Never the receiver.
 * @param cause the event or report with which we know
 * @param missed what the driver met; the office may not know it
 */
export async function tellReturnMissed(
  tx: Tx,
  waybillNo: string,
  { cause, missed }: { cause: string; missed: Missed | undefined },
  now: Date,
): Promise<void> {
  const quote = await quoteOf(tx, waybillNo);
  await withdrawOvertaken(tx, quote.id, { by: "return_held_up" }, now);
  const { dataFor, textFor } = await about(tx, quote, waybillNo, `return_missed:${quote.id}:${cause}`, now);
  const words: Wordings = {
    sender: (...to) => returnMissed(dataFor(...to), missed),
    senderText: textFor("sender", "We came to bring your parcel back", returnMissedText(waybillNo, missed)),
  };
  await notifyPeople(tx, "a parcel", quote, "return_missed", words, now, new Date(now.getTime() + HOLD_MS));
}

/** What a driver's report had to tell, before they took it back: nothing of it has left. */
export async function forgetReturnMissed(tx: Tx, waybillNo: string, cause: string): Promise<void> {
  await withdrawUntried(tx, `return_missed:${(await quoteOf(tx, waybillNo)).id}:${cause}`);
}

async function about(tx: Tx, quote: Quote, waybillNo: string, occasion: string, now: Date) {
  const links = await linksOf(tx, { quoteId: quote.id, waybillNo });
  const sent = { ...quote, quantity: (await piecesOf(tx, waybillNo)).of };
  const dataFor = (person: Person, to: string): ParcelEmailData => ({
    ...{ occasion, person, to, quote: sent, waybillNo, links, arrival: null, happenedAt: now, now },
  });
  const textFor = (person: Person, subject: string, words: string) => {
    const key = `${messageKey({ occasion, person })}:sms`;
    return { key, about: subject, words, digestRow: textRow(waybillNo), holds: "nothing secret" as const };
  };
  return { dataFor, textFor };
}

/** A parcel always has a waybill, and a waybill a quote. */
export async function quoteOf(tx: Tx, waybillNo: string): Promise<Quote> {
  const waybill = await findWaybill(tx, waybillNo);
  const quote = waybill && (await quoteById(tx, waybill.quoteId));
  if (!quote) throw new Error(`the quote of ${waybillNo} has gone`);
  return quote;
}
