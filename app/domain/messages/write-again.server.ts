import type { Tx } from "#db/store.server";
import { takeBackEmail } from "../mail/outbox.server";
import type { StoredEmail } from "../mail/resend-email.server";
import { quoteById } from "../quotes/saved-quotes.server";
import { historyOf, waybillOfQuote } from "../waybills/issue-waybill.server";
import { wordsOf } from "./mark-and-notify.server";
import { notifyPeople } from "./notify.server";

/**
 * A message that its receiver needs couldn't go on the day that it speaks of: it is written again as it is true now. So
 * the PIN of a parcel that is still out for delivery comes a day late, without "today". Others aren't sent at all.
 */
export async function writeAgain(tx: Tx, { emailKey, quoteId }: StoredEmail, now: Date): Promise<void> {
  if (quoteId === null || !emailKey.startsWith("out_for_delivery:")) return;
  const quote = await quoteById(tx, quoteId);
  const waybill = await waybillOfQuote(tx, quoteId);
  const history = waybill ? await historyOf(tx, waybill.waybillNo) : [];
  const event = history.findLast(({ kind }) => kind === "out_for_delivery");
  if (!quote || !event) return;
  await takeBackEmail(tx, emailKey);
  await notifyPeople(tx, "a parcel", quote, "out_for_delivery", await wordsOf(tx, quote, event, now), now);
}
