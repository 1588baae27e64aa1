import { trackingEvents } from "#db/schema/waybills";
import type { Tx } from "#db/store.server";
import { moneyFor, owedBack, totalLeftCents } from "../payments/refunds.server";
import type { Quote } from "../quotes/quote";
import { markCancelled, quoteById } from "../quotes/saved-quotes.server";
import { newId } from "../values/ids.server";
import type { Cents } from "../values/money";
import { historyOf, waybillOfQuote } from "../waybills/issue-waybill.server";
import { bookingCancelled } from "./cancellation-emails";
import { writeToCustomer } from "./customer-emails.server";

/** `owedCents` is what is to be paid back to the customer; `added` is false where it was cancelled before. */
export type Cancellation =
  | { ok: true; quote: Quote; added: boolean; owedCents: Cents }
  | {
      ok: false;
      refusal:
        | "There is no such quote."
        | "Nobody has booked this quote or asked for its price. It lapses by itself."
        | "Its customer has given this booking up already."
        | "The parcel has been collected. A booking can be cancelled before that only.";
    };

/**
 * Staff cancel a booking, or somebody's wish for a price, before the parcel is collected. The customer gets a letter that
 * says why. Money that came stays on the books, as money to be paid back, and so does any that comes from now on.
 */
export async function cancelBooking(tx: Tx, quoteId: string, because: string, now: Date): Promise<Cancellation> {
  const quote = await quoteById(tx, quoteId);
  if (!quote) return { ok: false, refusal: "There is no such quote." };
  const owedCents = totalLeftCents(owedBack(await moneyFor(tx, quote.id), true));
  if (quote.cancelledAt) return { ok: true, quote, added: false, owedCents };
  if (quote.status === "cancelled") return { ok: false, refusal: "Its customer has given this booking up already." };
  if (!quote.bookedAt && !quote.manualRequestedAt) {
    return { ok: false, refusal: "Nobody has booked this quote or asked for its price. It lapses by itself." };
  }
  const waybill = await waybillOfQuote(tx, quote.id);
  if (waybill) {
    const { waybillNo } = waybill;
    const isCollected = (await historyOf(tx, waybillNo)).some(({ kind }) => kind !== "booked");
    if (isCollected) {
      return { ok: false, refusal: "The parcel has been collected. A booking can be cancelled before that only." };
    }
    await tx.insert(trackingEvents).values({ id: newId(), waybillNo, kind: "cancelled", happenedAt: now, place: null });
  }
  await markCancelled(tx, quote.id, now);
  await writeToCustomer(tx, quote, bookingCancelled(quote, { waybillNo: waybill?.waybillNo, because, owedCents }), now);
  return { ok: true, quote, added: true, owedCents };
}
