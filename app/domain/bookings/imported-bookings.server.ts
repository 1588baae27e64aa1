import type { Doing } from "#app/domain/limits/cause";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, name as asName, place, say } from "#app/language/say";
import { paths } from "#app/paths";
import type { Tx } from "#db/store.server";
import type { Account } from "../accounts/account";
import { nameOf, placeOf } from "../messages/parcel-facts";
import { startAttempt } from "../money/attempts.server";
import type { Gateway } from "../money/gateway.server";
import { leaveToBook, type TooManyUnpaid } from "../parcels/quotes/leave-to-book.server";
import type { Quote } from "../parcels/quotes/quote";
import { markBooked, type PricedForm, quoteById, quoteOfDraft, saveQuote } from "../parcels/quotes/saved-quotes.server";
import { compose } from "../post/compose";
import { salutation, signature } from "../post/customer-words";
import type { Email } from "../post/email";
import { queueEmail } from "../post/outbox.server";
import { sha256 } from "../values/sha256.server";
import { bookOnAccount, sumOf } from "./charges/book-on-account.server";
import { roomOnAccount } from "./charges/room-on-account.server";

/**
 * Books an imported list as one order, to be paid together or on the account that pays by month, and sends one email about
 * all of it. The same list again returns the same bookings.
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
  const fresh = lines.filter(({ known }) => !known).map(({ form }) => form);
  // What nobody has agreed to goes on no account by itself.
  const onAccount =
    termsVersion === null
      ? null
      : await roomOnAccount(tx, { uid: account.uid, quotes: fresh, cents: sumOf(fresh) }, now);
  const isOnAccount = onAccount !== null && "room" in onAccount;
  const leave = await leaveToBook(tx, doing, account.uid, fresh.length, now, isOnAccount ? 0 : fresh.length);
  if ("refused" in leave) return leave;
  const booked: Quote[] = [];
  const added: Quote[] = [];
  for (const { form, draftId, known } of lines) {
    const quote = known ?? (await saveQuote(tx, { draftId, guestId: null, uid: account.uid }, form, now));
    booked.push(quote);
    const { id: quoteId, grandTotalCents: amountCents, expiresAt: heldUntil } = quote;
    if (known || amountCents === null) continue;
    await markBooked(tx, leave, quoteId, { mode, termsVersion, paymentOrderId: orderId }, now);
    if (!isOnAccount) await startAttempt(tx, { quoteId, amountCents, mode, heldUntil }, now);
    added.push(quote);
  }
  if (isOnAccount) await bookOnAccount(tx, account.uid, added, { mode }, now);
  for (const [at, quote] of booked.entries()) booked[at] = (await quoteById(tx, quote.id)) ?? quote;
  if (added.length > 0 && !isOnAccount)
    await queueEmail(tx, "its own account", bookingsImported(account, { orderId, booked }, appUrl), now);
  return { booked, added: added.length, orderId };
}

/** The same list of the same account gives the same order id. */
export function orderOfList({ uid }: Pick<Account, "uid">, content: string): string {
  return `list-${sha256(JSON.stringify([uid, content.trim()]))}`;
}

/** How the key of this email begins. */
export const IMPORTED = "bookings-imported";

/** To the account: its list of parcels is booked, with the price of each and the link to pay. */
export function bookingsImported(
  { name, email }: Pick<Account, "name" | "email">,
  { orderId, booked }: { orderId: string; booked: Quote[] },
  appUrl: string,
): Email {
  const total = booked.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0);
  const heldUntil = new Date(Math.min(...booked.map(({ expiresAt }) => expiresAt.getTime())));
  const words = messagesCatalogue().bookings.imported(booked.length, total, heldUntil);
  return {
    key: `${IMPORTED}:${orderId}`,
    to: email,
    ...compose({
      ...words,
      greeting: salutation(name),
      facts: booked.map((quote) => [
        say`${asName(nameOf(quote, "to") ?? quote.quoteNo)}, ${place(placeOf(quote, "to"))}`,
        say`${amount(quote.grandTotalCents ?? 0)}`,
      ]),
      action: { label: words.pay, url: appUrl + paths.payfastOrder(orderId) },
      links: [{ label: words.terms, url: appUrl + paths.terms }],
      signature: signature(),
    }),
  };
}
