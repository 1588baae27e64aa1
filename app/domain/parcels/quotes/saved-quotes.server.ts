import { and, eq, isNull, sql } from "drizzle-orm";
import { ourNumbers } from "#app/domain/values/reference-number";
import { DAYS } from "#app/durations";
import { preparedFor } from "#db/prepared.server";
import { quotes } from "#db/schema/quotes";
import type { Reader, Tx } from "#db/store.server";
import type { QuoteStatus } from "../../money/payment-state";
import { newId } from "../../values/ids.server";
import { unusedReference } from "../../values/reference-number";
import { bookingChanged } from "../raise-event.server";
import type { LeadsTo, StatusBy } from "../state-changes";
import { formHash } from "./fingerprint.server";
import type { LeaveToBook } from "./leave-to-book.server";
import type { Quote } from "./quote";

/** How long a price is valid for the customer. */
export const PRICE_HELD_MS = 7 * DAYS;

/** A manual price is held longer: the customer can't have it calculated again by pressing a button. */
const MANUAL_PRICE_HELD_MS = 30 * DAYS;

/** The parts of a quote that pricing sets. */
export type PricedForm = Pick<
  Quote,
  | "journey"
  | "type"
  | "email"
  | "fromPostal"
  | "toPostal"
  | "toCountry"
  | "boxId"
  | "quantity"
  | "grandTotalCents"
  | "apiBase"
  | "request"
  | "formSnapshot"
  | "response"
  | "formHash"
  | "message"
> & { status: StatusBy<"priced"> };

/** The quote with this id, or null. */
export async function quoteById(store: Reader, id: string): Promise<Quote | null> {
  const [quote] = await store.select().from(quotes).where(eq(quotes.id, id));
  return quote ?? null;
}

/** The quote with this number, which people use on the phone, or null. */
export async function quoteByNumber(store: Reader, quoteNo: string): Promise<Quote | null> {
  const [quote] = await store.select().from(quotes).where(eq(quotes.quoteNo, quoteNo));
  return quote ?? null;
}

/** The quote made from a draft, or null. */
export async function quoteOfDraft(store: Reader, draftId: string): Promise<Quote | null> {
  const [quote] = await byDraft(store).execute({ draftId });
  return quote ?? null;
}

/** A prepared query, because every wizard page runs it. */
const byDraft = preparedFor((store) =>
  store
    .select()
    .from(quotes)
    .where(eq(quotes.draftId, sql.placeholder("draftId")))
    .prepare(),
);

/**
 * Saves a draft's price, replacing the one before. A quote that was booked, or whose manual price was asked for, is
 * never changed; it is returned as it is.
 */
export async function saveQuote(
  tx: Tx,
  owner: { draftId: string; guestId: string | null; uid: string | null },
  priced: PricedForm,
  now: Date,
): Promise<Quote> {
  const price = { ...priced, pricedAt: now, updatedAt: now, expiresAt: new Date(now.getTime() + PRICE_HELD_MS) };
  const saved = await quoteOfDraft(tx, owner.draftId);
  if (saved && isFinal(saved)) return saved;
  if (saved) {
    const [updated] = await tx
      .update(quotes)
      .set({ ...price, previousTotalCents: priceBefore(saved, priced) })
      .where(eq(quotes.id, saved.id))
      .returning();
    return updated ?? saved;
  }
  const quoteNo = await unusedReference(ourNumbers.quote, (no) => quoteByNumber(tx, no));
  const [created] = await tx
    .insert(quotes)
    .values({ ...price, ...owner, id: newId(), quoteNo, createdAt: now })
    .returning();
  if (!created) throw new Error("a new quote was not returned");
  return created;
}

/** The earlier price of the very same form, to tell a customer that it changed; null if the form is another. */
function priceBefore(saved: Quote, priced: PricedForm): number | null {
  if (formHash(saved.formSnapshot) !== formHash(priced.formSnapshot)) return null;
  return saved.grandTotalCents === priced.grandTotalCents ? saved.previousTotalCents : saved.grandTotalCents;
}

/** Whether a quote's form can no longer change, because it was booked, requested or cancelled. */
export function isFinal(quote: Quote): boolean {
  return quote.bookedAt !== null || quote.manualRequestedAt !== null;
}

/** Marks a quote as booked under these terms and waiting for payment. Booking again changes nothing. */
export async function markBooked(
  tx: Tx,
  leave: LeaveToBook,
  quoteId: string,
  booked: Pick<Quote, "mode" | "termsVersion"> & Partial<Pick<Quote, "paymentOrderId" | "reference" | "apiKeyId">>,
  now: Date,
): Promise<void> {
  leave.use();
  const isToBook = and(eq(quotes.id, quoteId), isOf(leave), isNull(quotes.bookedAt));
  const changed = await tx
    .update(quotes)
    .set({ bookedAt: now, ...booked })
    .where(isToBook)
    .returning({ id: quotes.id });
  if (changed.length > 0) await setStatus(tx, quoteId, "pending_payment", "booked", now);
}

/** Records a request for a manual price under these terms. Asking again changes nothing. */
export async function markManualRequested(
  tx: Tx,
  leave: LeaveToBook,
  quoteId: string,
  termsVersion: string,
  now: Date,
): Promise<void> {
  leave.use();
  await tx
    .update(quotes)
    .set({ manualRequestedAt: now, termsVersion, updatedAt: now })
    .where(and(eq(quotes.id, quoteId), isOf(leave), isNull(quotes.manualRequestedAt)));
}

function isOf({ uid }: LeaveToBook) {
  return uid === null ? isNull(quotes.uid) : eq(quotes.uid, uid);
}

/**
 * Gives a quote the price that staff worked out. This books it: the customer has agreed to the details already, and had
 * leave when asking.
 */
export async function setManualPrice(
  tx: Tx,
  quote: Quote,
  totalCents: number,
  mode: Quote["mode"],
  now: Date,
): Promise<Quote> {
  const price = { grandTotalCents: totalCents, mode, pricedAt: now, bookedAt: quote.bookedAt ?? now };
  const expiresAt = new Date(now.getTime() + MANUAL_PRICE_HELD_MS);
  await tx
    .update(quotes)
    .set({ ...price, expiresAt })
    .where(eq(quotes.id, quote.id));
  await setStatus(tx, quote.id, "pending_payment", "priced by the office", now);
  return (await quoteById(tx, quote.id)) ?? quote;
}

/**
 * Sets the price to the amount paid: the quote may have been priced again while a page with the earlier price was still
 * open. The mode becomes the payment's.
 */
export async function setPaidPrice(tx: Tx, quoteId: string, totalCents: number, mode: Quote["mode"]): Promise<void> {
  await tx.update(quotes).set({ grandTotalCents: totalCents, mode }).where(eq(quotes.id, quoteId));
}

/** Notes since when all that was paid for a parcel under way is owed to its customer; null if it isn't. */
export async function setPriceBack(tx: Tx, quoteId: string, since: Date | null, now: Date): Promise<void> {
  await tx.update(quotes).set({ priceBackAt: since, updatedAt: now }).where(eq(quotes.id, quoteId));
}

/** Keeps the buyer's VAT number for the invoice. */
export async function setVatNumber(tx: Tx, quoteId: string, vatNumber: string | null): Promise<void> {
  await tx.update(quotes).set({ vatNumber }).where(eq(quotes.id, quoteId));
}

/** Cancels a quote for good: it can't be paid any more, and a payment that still arrives is refunded. */
export async function markCancelled(
  tx: Tx,
  quoteId: string,
  { by, reason }: { by: "staff" | "customer"; reason: string | null },
  now: Date,
): Promise<void> {
  const cancelled = { cancelledAt: now, cancelledBy: by, cancelReason: reason };
  await tx.update(quotes).set(cancelled).where(eq(quotes.id, quoteId));
  await setStatus(tx, quoteId, "cancelled", "cancelled", now);
}

/**
 * Changes a booking's status, and tells its account's programs what `bookingChanges` says. It comes last: they are told
 * what is true after it, with the waybill.
 */
export async function setStatus<Status extends QuoteStatus>(
  tx: Tx,
  quoteId: string,
  status: Status,
  how: LeadsTo<Status>,
  now: Date,
): Promise<void> {
  await tx.update(quotes).set({ status, updatedAt: now }).where(eq(quotes.id, quoteId));
  await bookingChanged(tx, quoteId, { status, how }, now);
}
