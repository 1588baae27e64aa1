import type { Tx } from "#db/store.server";
import { agreedVisit } from "../parcels/agreed-visit.server";
import { findWaybill, piecesOf } from "../parcels/issue-waybill.server";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import type { Visit } from "../parcels/visits";
import { HOLD_MS } from "../post/channels";
import { promisesOf } from "../post/message-kinds";
import { queueEmail, toldOf, withdrawUntried } from "../post/outbox.server";
import { bringBack, withdrawOvertaken } from "../post/overtaken.server";
import { queueText } from "../post/queue-text.server";
import { saDay } from "../values/sa-time";
import { linksOf } from "./message-links.server";
import { isUnwanted } from "./opt-out.server";
import { messageKey, textRow } from "./parcel-email";
import { notAsWeSaid } from "./sender-emails";
import { notAsWeSaidText } from "./texts";

/**
 * A driver reported something after which nobody comes as things stand. What waits and says that we come is withdrawn;
 * whoever has read it is told a minute later, in the same way, once a day.
 */
export async function tellNotToday(tx: Tx, waybillNo: string, visit: Visit, now: Date): Promise<void> {
  const waybill = await findWaybill(tx, waybillNo);
  const quote = waybill && (await quoteById(tx, waybill.quoteId));
  if (!quote) return;
  const agreed = await agreedVisit(tx, waybillNo, visit);
  const isToCome = agreed !== null && agreed.day >= saDay(now);
  const kinds = [...promisesOf(visit, "its own day"), ...(isToCome ? promisesOf(visit, "the agreed day") : [])];
  const told = await toldOf(tx, quote.id, kinds, now);
  await withdrawOvertaken(tx, quote.id, { by: `${visit}_held_up` }, now);
  const links = await linksOf(tx, { quoteId: quote.id, waybillNo });
  const sent = { ...quote, quantity: (await piecesOf(tx, waybillNo)).of };
  const occasion = `not-today:${quote.id}:${visit}:${saDay(now)}`;
  const notBefore = new Date(now.getTime() + HOLD_MS);
  for (const { channel, person, toAddress: to } of told) {
    if (!person) continue;
    const its = { quoteId: quote.id, person };
    if (channel === "email") {
      const data = { occasion, to, quote: sent, waybillNo, links, arrival: null, happenedAt: now, now, person };
      await queueEmail(tx, "a parcel", { ...notAsWeSaid(data, visit), ...its }, now, notBefore);
      continue;
    }
    const key = `${messageKey({ occasion, person })}:sms`;
    const text = {
      key,
      to,
      about: "Not as we said",
      words: notAsWeSaidText(waybillNo, visit),
      ...its,
      digestRow: textRow(waybillNo),
    };
    await queueText(tx, "a parcel", { ...text, holds: "nothing secret" }, now, notBefore);
  }
}

/** Another driver comes, or the report was a mistake: what waited is true again, and what hasn't left isn't sent. */
export async function tellAsWeSaid(tx: Tx, waybillNo: string, visit: Visit, now: Date): Promise<void> {
  const quoteId = (await findWaybill(tx, waybillNo))?.quoteId ?? "";
  await withdrawUntried(tx, `not-today:${quoteId}`);
  await bringBack(tx, quoteId, { cause: `${visit}_held_up` }, (email) => isUnwanted(tx, email), now);
}
