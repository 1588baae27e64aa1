import type { Doing } from "#app/domain/limits/cause";
import type { Tx } from "#db/store.server";
import type { Account } from "../accounts/account";
import { startAttempt } from "../money/attempts.server";
import type { Gateway } from "../money/gateway.server";
import { leaveToBook, type TooManyUnpaid } from "../parcels/quotes/leave-to-book.server";
import type { Quote } from "../parcels/quotes/quote";
import { markBooked, type PricedForm, quoteById, quoteOfDraft, saveQuote } from "../parcels/quotes/saved-quotes.server";
import { queueEmail } from "../post/outbox.server";
import { sha256 } from "../values/sha256.server";
import { bookingsImported } from "./imported-emails";

/**
 * Books an imported list as one order, to be paid together, and sends one email about all of it. The same list again
 * returns the same bookings.
 * @param termsVersion the terms that the account agreed to with its list; null if it agrees when it pays
 * @returns the bookings in the list's order, how many of them are new, and the order's id; or why not all of them can be
 * booked, and then none is
 */
export async function bookImport(
  tx: Tx,
  doing: Doing<"a booking stored">,
  account: Account,
  { priced, content, termsVersion }: { priced: PricedForm[]; content: string; termsVersion: string | null },
  { mode, appUrl }: { mode: Gateway["mode"]; appUrl: string },
  now: Date,
): Promise<{ booked: Quote[]; added: number; orderId: string } | TooManyUnpaid> {
  const orderId = orderOfList(account, content);
  const lines: { form: PricedForm; draftId: string; known: Quote | null }[] = [];
  for (const [at, form] of priced.entries()) {
    const draftId = `${orderId}-${at}`;
    lines.push({ form, draftId, known: await quoteOfDraft(tx, draftId) });
  }
  const leave = await leaveToBook(tx, doing, account.uid, lines.filter(({ known }) => !known).length, now);
  if ("refused" in leave) return leave;
  const booked: Quote[] = [];
  let added = 0;
  for (const { form, draftId, known } of lines) {
    const quote = known ?? (await saveQuote(tx, { draftId, guestId: null, uid: account.uid }, form, now));
    if (!known && quote.grandTotalCents !== null) {
      await markBooked(tx, leave, quote.id, { mode, termsVersion, paymentOrderId: orderId }, now);
      await startAttempt(
        tx,
        { quoteId: quote.id, amountCents: quote.grandTotalCents, mode, heldUntil: quote.expiresAt },
        now,
      );
      added += 1;
    }
    booked.push((await quoteById(tx, quote.id)) ?? quote);
  }
  if (added > 0) await queueEmail(tx, "its own account", bookingsImported(account, { orderId, booked }, appUrl), now);
  return { booked, added, orderId };
}

/** The same list of the same account gives the same order id, whichever line ends the browser sends. */
export function orderOfList({ uid }: Pick<Account, "uid">, content: string): string {
  const list = content.replace("\uFEFF", "").replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  return `list-${sha256(JSON.stringify([uid, list.trim()]))}`;
}
