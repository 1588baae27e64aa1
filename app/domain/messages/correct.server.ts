import type { Tx } from "#db/store.server";
import { queueEmail, withdrawMessages } from "../mail/outbox.server";
import type { Quote } from "../quotes/quote";
import { queueText } from "../texts/queue-text.server";
import type { TrackingEvent } from "../waybills/issue-waybill.server";
import { correctEvent } from "../webhooks/raise-event.server";
import { markCorrected, markCorrectedText } from "./corrections";
import { linksOf } from "./message-links.server";
import { messageKey } from "./parcel-email";

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
  const links = await linksOf(tx, { quoteId: quote.id, waybillNo });
  const occasion = `correction:${quote.id}:${id}`;
  for (const { channel, person, toAddress: to } of await withdrawMessages(tx, `${kind}:${quote.id}:${id}`, now)) {
    if (!person) continue;
    if (channel === "email") {
      const data = { occasion, person, to, quote, waybillNo, links, arrival: null, happenedAt, now };
      await queueEmail(tx, "a parcel", { ...markCorrected(data, kind), quoteId: quote.id, person }, now);
      continue;
    }
    const key = `${messageKey({ occasion, person })}:sms`;
    const words = markCorrectedText(waybillNo, kind);
    await queueText(
      tx,
      "a parcel",
      { key, to, about: "Correction", words, holds: "nothing secret", quoteId: quote.id, person },
      now,
    );
  }
}
