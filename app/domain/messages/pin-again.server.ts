import { MINUTES } from "#app/durations";
import type { Tx } from "#db/store.server";
import { cellPhoneOf } from "../form/contacts.server";
import { readPin } from "../parcels/delivery-pin.server";
import type { Quote } from "../parcels/quotes/quote";
import { queuedSince, queueEmail } from "../post/outbox.server";
import { queueText } from "../post/queue-text.server";
import { linksOf } from "./message-links.server";
import { parcelComes } from "./receiver-emails";
import { parcelComesText } from "./texts";

/** Requests within this time count as one. */
const ASKED_ONCE_MS = 5 * MINUTES;

/**
 * The result of asking for the PIN again. `not sent`: too many texts were sent to that number today. `no pin`: there is
 * none, or nothing can take it to them.
 */
export type PinAgain = "sent by text" | "sent by email" | "not sent" | "no pin";

/**
 * Sends the receiver their PIN again, to the phone of the booking or, if that can't receive texts, by email. Never
 * anywhere else, whoever asks.
 */
export async function sendPinAgain(tx: Tx, quote: Quote, waybillNo: string, now: Date): Promise<PinAgain> {
  const kept = await readPin(tx, waybillNo);
  if (!kept) return "no pin";
  const occasion = `pin-again:${quote.id}:${now.toISOString()}`;
  const { addresses } = quote.formSnapshot;
  const [phone, to] = [cellPhoneOf(addresses, "to"), addresses.toEmail];
  if (!phone && !to) return "no pin";
  const lately = new Date(now.getTime() - ASKED_ONCE_MS);
  const isAskedAgain = (await queuedSince(tx, `pin-again:${quote.id}`, lately, now)) > 0;
  if (isAskedAgain) return phone ? "sent by text" : "sent by email";
  if (phone) {
    const words = parcelComesText({ quote, waybillNo }, kept.pin, false);
    const text = {
      key: `${occasion}:sms`,
      to: phone,
      about: "Your PIN",
      words,
      holds: "the PIN",
      quoteId: quote.id,
    } as const;
    return (await queueText(tx, "a parcel", { ...text, person: "receiver" }, now)) ? "not sent" : "sent by text";
  }
  const links = await linksOf(tx, { quoteId: quote.id, waybillNo });
  const data = {
    occasion,
    person: "receiver",
    to,
    quote,
    waybillNo,
    links,
    arrival: null,
    happenedAt: now,
    now,
  } as const;
  // Don't say "today": the parcel may come later.
  await queueEmail(
    tx,
    "a parcel",
    { ...parcelComes(data, kept.pin, false), quoteId: quote.id, person: "receiver" },
    now,
  );
  return "sent by email";
}
