import type { Tx } from "#db/store.server";
import { type Payment, startCharge } from "../../money/attempts.server";
import { addCharge, type Charge } from "../../money/charges.server";
import { issueWaybill } from "../../parcels/issue-waybill.server";
import type { Quote } from "../../parcels/quotes/quote";
import { quoteById, setStatus } from "../../parcels/quotes/saved-quotes.server";
import type { Cents } from "../../values/money";

/** A booking that needs no payment before its parcel is collected. */
export type OnAccount = { quote: Quote; waybillNo: string; charge: Charge };

/**
 * Puts the price of a booking on its account, which pays by month, and issues its waybill. The caller has asked, in the same
 * transaction, whether the account has room for it.
 */
export async function putOnAccount(
  tx: Tx,
  quote: Quote,
  { uid, priceCents, mode }: { uid: string; priceCents: Cents; mode: Payment["mode"] },
  now: Date,
): Promise<OnAccount> {
  const words = { because: "", agreed: "", payBy: "" };
  const price = { quoteId: quote.id, reason: "price", found: {}, amountCents: priceCents, accountUid: uid } as const;
  const charge = await addCharge(tx, { ...price, ...words }, now);
  await startCharge(tx, charge, mode, now);
  const { waybillNo } = await issueWaybill(tx, quote.id, now);
  const booked = (await quoteById(tx, quote.id)) ?? quote;
  const isLater = booked.bookedAt !== null && booked.bookedAt < now;
  await setStatus(tx, quote.id, "waybill_created", isLater ? "on account later" : "on account", now);
  return { quote: (await quoteById(tx, quote.id)) ?? booked, waybillNo, charge };
}
