import { settings } from "#app/config.server";
import { isFailed, isPaid, statusInWords } from "#app/domain/payments/payment-state";
import type { Bookmark, OwnedQuote } from "#app/domain/quotes/owned-quotes.server";
import { isLocal } from "#app/domain/shipments/addresses";
import { formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import { spokenWaybillNumber } from "#app/domain/waybills/waybill-number";
import { MINUTES } from "#app/durations";
import { paths } from "#app/paths";
import type { BookingShown, QuoteShown } from "#app/ui/accounts/quote-cards";
import { trackingAddress } from "./tracking-address.server";

/** Spec section 9: "Payment waiting hint after 60 seconds". */
const LONG_WAIT_MS = 1 * MINUTES;
const WAITING = "Booked, waiting for its payment";
const WAITING_LONG = `${WAITING}. If you have paid, the waybill comes by email as soon as the payment arrives: please don't pay twice. If you haven't, press Pay.`;

/** An open quote as the dashboard shows it (spec section 4, "Dashboard classification"). */
export function quoteShown({ quote }: OwnedQuote, now: Date): QuoteShown {
  const isPayable = quote.bookedAt !== null && !isPaid(quote.status) && quote.status !== "cancelled";
  return {
    id: quote.id,
    ...commonFacts({ quote, waybillNo: null }),
    standing: standingInWords(quote, now),
    payHref: isPayable ? paths.payfastStart(quote.id) : null,
    statusHref: isPaid(quote.status) ? paths.payfastReturn(quote.id) : null,
  };
}

/** A booking as the dashboard shows it. */
export function bookingShown(owned: OwnedQuote & { waybillNo: string }): BookingShown {
  const { waybillNo, quote } = owned;
  const { trackingUrl } = settings();
  return {
    id: quote.id,
    ...commonFacts(owned),
    waybillNo: spokenWaybillNumber(waybillNo),
    trackHref: trackingAddress(trackingUrl, waybillNo),
    isTrackedElsewhere: trackingUrl !== undefined,
    standing: quote.cancelledAt ? `Cancelled by us on ${saDate(quote.cancelledAt)}` : null,
    waybillHref: quote.cancelledAt ? null : paths.waybill(waybillNo),
    statusHref: quote.cancelledAt ? paths.payfastReturn(quote.id) : null,
  };
}

/** A bookmark as a word in an address, and back. */
export function bookmarkWord({ createdAt, id }: Bookmark): string {
  return `${createdAt.toISOString()}_${id}`;
}

export function bookmarkOf(word: string | null): Bookmark | undefined {
  const [moment = "", ...id] = word?.split("_") ?? [];
  const createdAt = new Date(moment);
  return Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, id: id.join("_") };
}

function commonFacts({ quote }: OwnedQuote) {
  const { addresses } = quote.formSnapshot;
  const to = isLocal(addresses)
    ? `${addresses.toCity} ${addresses.toPostal}`
    : `${addresses.toCity}, ${quote.toCountry}`;
  return {
    quoteNo: quote.quoteNo,
    route: `${addresses.fromCity} ${addresses.fromPostal} → ${to}`.trim(),
    receiver: addresses.toName || "No longer kept",
    price: quote.grandTotalCents === null ? null : formatRand(quote.grandTotalCents),
    date: saDate(quote.createdAt),
  };
}

function standingInWords(quote: OwnedQuote["quote"], now: Date): string {
  if (isPaid(quote.status)) return statusInWords(quote.status);
  if (quote.cancelledAt) return `Cancelled by us on ${saDate(quote.cancelledAt)}`;
  if (quote.status === "cancelled") return "Given up";
  if (isFailed(quote.status) && quote.bookedAt) return statusInWords(quote.status);
  if (quote.bookedAt) return now.getTime() - quote.bookedAt.getTime() > LONG_WAIT_MS ? WAITING_LONG : WAITING;
  if (quote.manualRequestedAt) return "We are working out the price";
  if (quote.grandTotalCents === null) return "Instant price not available";
  return quote.expiresAt > now ? `Price held until ${saDate(quote.expiresAt)}` : "The price has run out";
}
