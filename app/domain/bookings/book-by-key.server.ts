import { and, desc, eq, isNotNull, ne } from "drizzle-orm";
import type { Asked } from "#app/domain/limits/cause";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { paths } from "#app/paths";
import { olderThan } from "#db/older-than.server";
import { quotes } from "#db/schema/quotes";
import type { Reader, Tx } from "#db/store.server";
import { blockedInWords, isBlocked } from "../accounts/blocked-customers.server";
import type { ProblemAnswer } from "../accounts/problems";
import { startAttempt } from "../money/attempts.server";
import type { Gateway } from "../money/gateway.server";
import { fingerprint } from "../parcels/quotes/fingerprint.server";
import { BY_KEY, leaveToBook } from "../parcels/quotes/leave-to-book.server";
import type { Quote } from "../parcels/quotes/quote";
import { markBooked, type PricedForm, quoteById, saveQuote } from "../parcels/quotes/saved-quotes.server";
import { newId } from "../values/ids.server";
import { formatRand, randFromCents } from "../values/money";
import { bookOnAccount } from "./charges/book-on-account.server";
import { roomOnAccount } from "./charges/room-on-account.server";

/** What a shop's program asks to be booked, read and priced. */
export type ByKey = {
  uid: string;
  keyId: string;
  reference: string;
  priced: PricedForm;
  /** The price that the program's customer saw. */
  agreedCents: number;
  /** The terms that the request, or else the key, agrees to. */
  termsVersion: string;
};

/**
 * Books a parcel for a shop's program, to be paid later or on its account, or says why not. The reference is used once: of
 * two bookings with the same, the second is refused with the address of the first. `waits`: why it isn't on an account that
 * pays by month.
 */
export async function bookByKey(
  tx: Tx,
  counted: Asked<"a booking stored">,
  { uid, keyId, reference, priced, agreedCents, termsVersion }: ByKey,
  site: { mode: Gateway["mode"]; origin: string },
  now: Date,
): Promise<{ booked: Quote; waits: string | null } | ProblemAnswer> {
  const sameReference = await bookingWithReference(tx, uid, reference);
  if (sameReference) {
    const detail = `There is a booking with the reference ${reference}: ${sameReference.quoteNo}.`;
    return {
      refused: "reference-taken",
      detail,
      headers: { Location: site.origin + paths.apiBooking(sameReference.id) },
    };
  }
  if (termsVersion !== TERMS_VERSION) {
    const detail = `Our terms are now of ${TERMS_VERSION}. Agree to them on your dashboard, or send this termsVersion.`;
    return { refused: "terms-changed", detail, more: { termsVersion: TERMS_VERSION } };
  }
  if (await isBlocked(tx, { uid, ...priced.formSnapshot })) return { refused: "blocked", detail: blockedInWords() };
  const { grandTotalCents } = priced;
  const toOwe = { uid, quotes: [priced], cents: grandTotalCents ?? 0 };
  const onAccount = grandTotalCents === null ? null : await roomOnAccount(tx, toOwe, now);
  const isOnAccount = onAccount !== null && "room" in onAccount;
  const leave = await leaveToBook(tx, counted, uid, 1, now, isOnAccount ? 0 : 1);
  if ("refused" in leave) return leave;
  if (grandTotalCents === null) {
    // The same form gets the same quote number again.
    const draftId = `${BY_KEY}${fingerprint([uid, reference])}-${priced.formHash}`;
    const { quoteNo } = await saveQuote(tx, { draftId, guestId: null, uid }, priced, now);
    const priceUrl = site.origin + paths.dashboardList({ q: quoteNo });
    const detail = `There is no instant price: ${priced.message ?? ""} Tell us ${quoteNo}, or ask for a price there.`;
    return { refused: "no-instant-price", detail, more: { quoteNo, priceUrl } };
  }
  if (grandTotalCents !== agreedCents) {
    const detail = `The price is ${formatRand(grandTotalCents)} today, not ${formatRand(agreedCents)}. Nothing was booked.`;
    return { refused: "price-changed", detail, more: { total: randFromCents(grandTotalCents) } };
  }
  const quote = await saveQuote(tx, { draftId: `${BY_KEY}${newId()}`, guestId: null, uid }, priced, now);
  await markBooked(tx, leave, quote.id, { mode: site.mode, termsVersion, reference, apiKeyId: keyId }, now);
  const attempt = { quoteId: quote.id, amountCents: grandTotalCents, mode: site.mode, heldUntil: quote.expiresAt };
  if (isOnAccount) await bookOnAccount(tx, uid, [quote], site, now);
  else await startAttempt(tx, attempt, now);
  const booked = (await quoteById(tx, quote.id)) ?? quote;
  return { booked, waits: onAccount && "waits" in onAccount ? onAccount.waits : null };
}

/** The account's booking with this reference that isn't cancelled. */
async function bookingWithReference(store: Reader, uid: string, reference: string): Promise<Quote | null> {
  const [found] = await store
    .select()
    .from(quotes)
    .where(and(eq(quotes.uid, uid), eq(quotes.reference, reference), ne(quotes.status, "cancelled")));
  return found ?? null;
}

/** The account's booking with this id, made by a key or on the site; null for everybody else's. */
export async function bookingOf(store: Reader, uid: string, id: string): Promise<Quote | null> {
  const quote = await quoteById(store, id);
  return quote?.uid === uid && quote.bookedAt ? quote : null;
}

/** A page of an account's bookings, the newest first. */
export async function bookingsOf(
  store: Reader,
  uid: string,
  asked: {
    reference?: string | undefined;
    status?: Quote["status"] | undefined;
    after: Quote | null;
    limit: number;
  },
): Promise<{ page: Quote[]; next: string | null }> {
  const { reference, status, after, limit } = asked;
  const isLater = after?.bookedAt
    ? olderThan(quotes.bookedAt, quotes.id, { at: after.bookedAt, id: after.id })
    : undefined;
  const found = await store
    .select()
    .from(quotes)
    .where(
      and(
        ...[eq(quotes.uid, uid), isNotNull(quotes.bookedAt), isLater],
        reference === undefined ? undefined : eq(quotes.reference, reference),
        status && eq(quotes.status, status),
      ),
    )
    .orderBy(desc(quotes.bookedAt), desc(quotes.id))
    .limit(limit + 1);
  const page = found.slice(0, limit);
  return { page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}
