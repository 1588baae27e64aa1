import type { Tx } from "#db/store.server";
import { receiverCanBeTold } from "../form/contacts.server";
import { historyOf, waybillOfQuote } from "../parcels/issue-waybill.server";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { takeBackEmail } from "../post/outbox.server";
import type { StoredEmail } from "../post/resend-email.server";
import { notifyPeople } from "./notify.server";
import { wordsOf } from "./words-of-mark.server";

/** The marks whose messages people need even if they come late. */
const needed = ["out_for_delivery", "failed_attempt"] as const;

/** Those that take the PIN to the receiver, and tell nobody else. */
const withPin = ["out_for_delivery", "at_depot"] as const;

/**
 * A message that its receiver needs couldn't go while it was true: it is written again as it is true now. So the PIN of a
 * parcel that is still out for delivery comes a day late, without "today", and a sender reads on which day we try again.
 * Others aren't sent at all.
 */
export async function writeAgain(tx: Tx, { emailKey, quoteId }: StoredEmail, now: Date): Promise<void> {
  const kind = needed.find((each) => emailKey.startsWith(`${each}:`));
  if (quoteId === null || !kind) return;
  const quote = await quoteById(tx, quoteId);
  const waybill = await waybillOfQuote(tx, quoteId);
  const history = waybill ? await historyOf(tx, waybill.waybillNo) : [];
  const event = history.findLast((each) => each.kind === kind);
  if (!quote || !event) return;
  await takeBackEmail(tx, emailKey);
  await notifyPeople(tx, "a parcel", quote, kind, await wordsOf(tx, quote, event, now), now);
}

/**
 * A receiver whom no message could reach has an email or a cell phone since. If their parcel is out for delivery, or ready
 * at our depot, they hear so now, with the PIN.
 * @param was the booking before
 */
export async function tellOnceReached(tx: Tx, was: Quote, now: Date): Promise<void> {
  const quote = await quoteById(tx, was.id);
  const isReached = quote && receiverCanBeTold(quote.formSnapshot.addresses);
  if (!isReached || receiverCanBeTold(was.formSnapshot.addresses)) return;
  const waybill = await waybillOfQuote(tx, quote.id);
  const kind = withPin.find((each) => each === waybill?.lastEvent);
  if (!waybill || !kind || waybill.nextVisit !== "delivery") return;
  const event = (await historyOf(tx, waybill.waybillNo)).findLast((each) => each.kind === kind);
  if (event) await notifyPeople(tx, "a parcel", quote, kind, await wordsOf(tx, quote, event, now), now);
}
