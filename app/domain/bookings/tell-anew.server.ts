import { readSiteFacts } from "#db/site-facts.server";
import type { Tx } from "#db/store.server";
import { accountById } from "../accounts/accounts.server";
import { writeAgain } from "../messages/write-again.server";
import { isUnpaid, quotesOfOrder } from "../parcels/quotes/payment-order.server";
import { queueEmail, takeBackEmail } from "../post/outbox.server";
import type { StoredEmail } from "../post/resend-email.server";
import { bookingsImported, IMPORTED } from "./imported-bookings.server";
import { announceAgain } from "./payments/notify-of-booking.server";

/** A message couldn't go while it was true: what its receiver needs of it is written again, as it is true now. */
export async function tellAnew(tx: Tx, message: StoredEmail, now: Date): Promise<void> {
  await writeAgain(tx, message, now);
  await announceAgain(tx, message, now);
  await askAgain(tx, message, now);
}

/** Some parcels of a list were cancelled or paid before its account was asked to pay for it: it is asked for the others. */
async function askAgain(tx: Tx, { emailKey }: StoredEmail, now: Date): Promise<void> {
  const [kind, orderId = ""] = emailKey.split(":");
  const appUrl = (await readSiteFacts(tx))?.appUrl;
  if (kind !== IMPORTED || !appUrl) return;
  const all = await quotesOfOrder(tx, orderId);
  const booked = all.filter((quote) => isUnpaid(quote) && !quote.cancelledAt && quote.expiresAt > now);
  const account = booked[0] && (await accountById(tx, booked[0].uid ?? ""));
  if (!account) return;
  await takeBackEmail(tx, emailKey);
  await queueEmail(tx, "its own account", bookingsImported(account, { orderId, booked }, appUrl), now);
}
