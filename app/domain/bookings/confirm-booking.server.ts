import type { Asked } from "#app/domain/limits/cause";
import { readSiteFacts } from "#db/site-facts.server";
import type { Store } from "#db/store.server";
import { isBlocked } from "../accounts/blocked-customers.server";
import { writeToCustomer } from "../messages/customer-emails.server";
import { startAttempt } from "../money/attempts.server";
import type { Gateway } from "../money/gateway.server";
import { answerBy } from "../parcels/next-steps";
import { leaveToBook } from "../parcels/quotes/leave-to-book.server";
import type { Quote } from "../parcels/quotes/quote";
import { markBooked, markManualRequested, quoteOfDraft } from "../parcels/quotes/saved-quotes.server";
import { TERMS_VERSION } from "../parcels/quotes/terms-version";
import { queueEmail } from "../post/outbox.server";
import { promise } from "../post/promises.server";
import { proclaimedDays } from "../prices/proclaimed-holidays.server";
import type { Cents } from "../values/money";
import { bookOnAccount } from "./charges/book-on-account.server";
import { roomOnAccount } from "./charges/room-on-account.server";
import { manualQuoteReceived, manualQuoteWanted } from "./price-manually.server";

export type Confirmation =
  | { kind: "booked"; quote: Quote }
  | { kind: "manual_requested"; quote: Quote }
  /** The price or the details differ from what the customer agreed to. */
  | { kind: "changed" }
  /** Staff take this sender's bookings themselves. */
  | { kind: "blocked" }
  /** The account has to pay or cancel some first. */
  | { kind: "too_many_unpaid"; words: string };

/**
 * Confirms a booking. Confirming again, from any page, returns the same booking.
 * @param asked null if it was confirmed when the page was asked for: then nothing more is done
 * @param agreed fingerprint of the form that the customer saw and agreed to, and the price in cents; `uid`: of the account that
 * is signed in. Only its own booking goes on its account: a draft stays in the browser after a session has ended
 */
export async function confirmBooking(
  store: Store,
  asked: Asked<"a booking stored" | "a letter" | "a text"> | null,
  draftId: string,
  agreed: { formHash: string; grandTotalCents: number | null; uid: string | null },
  mode: Gateway["mode"],
  now: Date,
): Promise<Confirmation> {
  return store.tx(async (tx) => {
    const quote = await quoteOfDraft(tx, draftId);
    if (!quote) return { kind: "changed" };
    if (quote.bookedAt) return { kind: "booked", quote };
    if (quote.manualRequestedAt) return { kind: "manual_requested", quote };

    const sameDetails = quote.formHash === agreed.formHash;
    const samePrice = quote.grandTotalCents === agreed.grandTotalCents;
    if (!asked || !sameDetails || !samePrice || quote.expiresAt <= now) return { kind: "changed" };

    const { addresses } = quote.formSnapshot;
    if (await isBlocked(tx, { uid: quote.uid, addresses })) return { kind: "blocked" };
    const amountCents = instantPriceCents(quote);
    const toOwe = { uid: quote.uid === agreed.uid ? quote.uid : null, quotes: [quote], cents: amountCents ?? 0 };
    const onAccount = amountCents === null ? null : await roomOnAccount(tx, toOwe, now);
    const room = onAccount && "room" in onAccount ? onAccount.room : null;
    const leave = await leaveToBook(tx, asked, quote.uid, 1, now, room ? 0 : 1);
    if ("refused" in leave) return { kind: "too_many_unpaid", words: leave.detail };

    if (amountCents === null) {
      await markManualRequested(tx, leave, quote.id, TERMS_VERSION, now);
      const appUrl = (await readSiteFacts(tx))?.appUrl ?? null;
      const by = answerBy(now, await proclaimedDays(tx));
      await promise(tx, "price", quote.id, { until: `${by.day} ${by.time}` }, now);
      await writeToCustomer(tx, asked, quote, "price_asked", manualQuoteReceived(quote, by), now);
      await queueEmail(tx, "ourselves", { ...manualQuoteWanted(quote, appUrl), quoteId: quote.id }, now);
      return { kind: "manual_requested", quote };
    }
    await markBooked(tx, leave, quote.id, { mode, termsVersion: TERMS_VERSION }, now);
    if (room) await bookOnAccount(tx, room.uid, [quote], { mode }, now);
    else await startAttempt(tx, { quoteId: quote.id, amountCents, mode, heldUntil: quote.expiresAt }, now);
    return { kind: "booked", quote };
  });
}

/**
 * The price at which a quote can be booked. Null when confirming it requests a manual price, which sends two emails.
 */
export function instantPriceCents({ status, grandTotalCents }: Quote): Cents | null {
  return status === "quoted" ? grandTotalCents : null;
}
