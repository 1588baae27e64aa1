import { messagesCatalogue } from "#app/language/messages.server";
import type { Tx } from "#db/store.server";
import type { TrackingEvent } from "../parcels/issue-waybill.server";
import type { Quote } from "../parcels/quotes/quote";
import { correctEvent } from "../parcels/raise-event.server";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import type { Email } from "../post/email";
import { wordingThatFits } from "../post/one-part";
import { queueEmail, withdrawMessages } from "../post/outbox.server";
import { queueText } from "../post/queue-text.server";
import { linksOf } from "./message-links.server";
import { messageKey, type ParcelEmailData, parcelEmail, textRow } from "./parcel-email";
import { type Corrected, type NotifiedEvent, whoIsNotified } from "./who-is-notified";

/**
 * Withdraws the messages about a mark that was undone. Whoever has received one, or may have, gets a correction in the
 * same way.
 */
export async function correctMark(
  tx: Tx,
  quote: Quote,
  { id, waybillNo, kind, happenedAt }: TrackingEvent,
  now: Date,
): Promise<void> {
  await correctEvent(tx, { cause: id, quoteId: quote.id }, now);
  // At a return that failed its sender was told something else than after a delivery that failed.
  for (const event of kind === "failed_attempt" ? ([kind, "return_missed"] as const) : [kind])
    await correctOccasion(tx, quote, waybillNo, { occasion: `${event}:${quote.id}:${id}`, id, event, happenedAt }, now);
}

/** The same for the messages of one occasion. `happenedAt`: when people were told what isn't so. */
export async function correctOccasion(
  tx: Tx,
  quote: Quote,
  waybillNo: string,
  { occasion: wrong, id, event, happenedAt }: { occasion: string; id: string; event: NotifiedEvent; happenedAt: Date },
  now: Date,
): Promise<void> {
  const links = await linksOf(tx, { quoteId: quote.id, waybillNo });
  const occasion = `correction:${quote.id}:${id}`;
  const { corrected } = whoIsNotified[event];
  for (const { channel, person, toAddress: to } of await withdrawMessages(tx, wrong, now)) {
    if (!person || !corrected) continue;
    if (channel === "email") {
      const data = { occasion, person, to, quote, waybillNo, links, arrival: null, happenedAt, now };
      await queueEmail(tx, "a parcel", { ...markCorrected(data, corrected), quoteId: quote.id, person }, now);
      continue;
    }
    const key = `${messageKey({ occasion, person })}:sms`;
    const words = markCorrectedText(waybillNo, corrected);
    await queueText(
      tx,
      "a parcel",
      {
        ...{ key, to, about: "Correction", words, digestRow: textRow(waybillNo) },
        ...{ holds: "nothing secret", quoteId: quote.id, person },
      },
      now,
    );
  }
}

/** The email to somebody who was told of a mark that staff have undone. */
export function markCorrected(data: ParcelEmailData, corrected: Corrected): Email {
  const { corrections, correction } = messagesCatalogue().toSender;
  const { headline, said } = corrections[corrected];
  return parcelEmail(data, { headline, ...correction(data.happenedAt, said), reached: null, facts: [] });
}

/** The same as a text message. */
export function markCorrectedText(waybillNo: string, corrected: Corrected): string {
  const { said } = messagesCatalogue().toSender.corrections[corrected];
  const comesLater = corrected === "out_for_delivery";
  return wordingThatFits(messagesCatalogue().texts.correction(spokenWaybillNumber(waybillNo), said, comesLater));
}
