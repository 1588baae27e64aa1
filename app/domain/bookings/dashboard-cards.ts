import { isFailed, isPaid, statusInWords } from "#app/domain/payments/payment-state";
import type { OwnedQuote } from "#app/domain/quotes/owned-quotes.server";
import { isLocal } from "#app/domain/shipments/addresses";
import { formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import { trackingAddress } from "#app/domain/waybills/tracking-address";
import { spokenWaybillNumber } from "#app/domain/waybills/waybill-number";
import { MINUTES } from "#app/durations";
import { paths } from "#app/paths";

type Common = { quoteNo: string; route: string; receiver: string; price: string | null; date: string };

export type QuoteShown = Common & {
  id: string;
  status: string;
  /** Set while it is booked and unpaid. */
  payHref: string | null;
  /** Set while it is paid and its waybill isn't issued yet. */
  statusHref: string | null;
};

export type BookingShown = Common & {
  id: string;
  waybillNo: string;
  /** Set only in unusual states. */
  status: string | null;
  /** Null once it was cancelled: then `statusHref` leads to what happens to the money. */
  waybillHref: string | null;
  statusHref: string | null;
  trackHref: string;
  isTrackedElsewhere: boolean;
};

/** Specification section 9: "Payment waiting hint after 60 seconds". */
const LONG_WAIT_MS = 1 * MINUTES;
const WAITING = "Booked, not paid yet";
const WAITING_LONG = `${WAITING}. If you have paid, we will email the waybill when your payment arrives. Please don't pay twice. If you have not paid, press Pay.`;

/** An open quote as the dashboard shows it (specification section 4, "Dashboard classification"). */
export function quoteShown({ quote }: OwnedQuote, now: Date): QuoteShown {
  const isPayable = quote.bookedAt !== null && !isPaid(quote.status) && quote.status !== "cancelled";
  return {
    id: quote.id,
    ...commonFacts({ quote, waybillNo: null }),
    status: statusOf(quote, now),
    payHref: isPayable ? paths.payfastStart(quote.id) : null,
    statusHref: isPaid(quote.status) ? paths.payfastReturn(quote.id) : null,
  };
}

/**
 * A booking as the dashboard shows it.
 * @param trackingUrl the external tracking page; our own if unset
 */
export function bookingShown(owned: OwnedQuote & { waybillNo: string }, trackingUrl: string | undefined): BookingShown {
  const { waybillNo, quote } = owned;
  return {
    id: quote.id,
    ...commonFacts(owned),
    waybillNo: spokenWaybillNumber(waybillNo),
    trackHref: trackingAddress(trackingUrl, waybillNo),
    isTrackedElsewhere: trackingUrl !== undefined,
    status: cancelledOn(quote),
    waybillHref: quote.cancelledAt ? null : paths.waybill(waybillNo),
    statusHref: quote.cancelledAt ? paths.payfastReturn(quote.id) : null,
  };
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

function statusOf(quote: OwnedQuote["quote"], now: Date): string {
  if (isPaid(quote.status)) return statusInWords(quote.status);
  const cancelled = cancelledOn(quote);
  if (cancelled) return cancelled;
  if (quote.status === "cancelled") return "Not completed";
  if (isFailed(quote.status) && quote.bookedAt) return statusInWords(quote.status);
  if (quote.bookedAt) return now.getTime() - quote.bookedAt.getTime() > LONG_WAIT_MS ? WAITING_LONG : WAITING;
  if (quote.manualRequestedAt) return "We are working out the price";
  if (quote.grandTotalCents === null) return "Instant price not available";
  return quote.expiresAt > now ? `Price held until ${saDate(quote.expiresAt)}` : "The price has expired";
}

function cancelledOn({ cancelledAt, cancelledBy }: OwnedQuote["quote"]): string | null {
  if (!cancelledAt) return null;
  return `Cancelled ${cancelledBy === "customer" ? "" : "by us "}on ${saDate(cancelledAt)}`;
}
