import { type LeaveToBook, leaveToBook } from "#app/domain/parcels/quotes/leave-to-book.server";
import { priceDraft } from "#app/domain/parcels/quotes/price-draft.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import type { Store, Tx } from "#db/store.server";
import { aDraft } from "../../demo/a-draft";
import { aParcel } from "../../demo/a-parcel";
import { limitsAsked } from "../../demo/limits-asked";
import { pricesAt } from "../../demo/world";
import { worldOf } from "./a-world";

/** A quote as the review shows it; of an ordinary draft unless one is given. */
export function aQuote(store: Store, draft = aDraft(), now = new Date()): Promise<Quote> {
  const owner = { guestId: "a-guest", uid: null };
  return priceDraft({ store, pricing: pricesAt({ store }, now) }, limitsAsked, "publicQuote", draft, owner, now);
}

/** A confirmed quote that waits for its payment. */
export async function aBooking(store: Store, now = new Date()): Promise<Quote> {
  const { quote } = await aParcel().unpaid().in(worldOf(store, "simulator"), now);
  if (!quote.bookedAt) throw new Error(`there were no prices on ${now.toISOString()}`);
  return quote;
}

/** Leave for a guest to book one parcel. */
export async function aGuestsLeave(tx: Tx): Promise<LeaveToBook> {
  const leave = await leaveToBook(tx, limitsAsked, null, 1, new Date());
  if ("refused" in leave) throw new Error(leave.detail);
  return leave;
}
