import { type DoneOr, refused } from "../values/refused";
import { splitNotice } from "./payfast-signature.server";
import { type NoticeStatus, noticeStatuses } from "./payment-state";

/** What PayFast reports about one attempt to pay (its ITN). Amounts in cents; the fee is negative. */
export type PayfastNotice = {
  /** `m_payment_id`: the quote that was paid for. */
  quoteId: string;
  /** `custom_str1`: the quote again; blank when it wasn't sent back. */
  quoteIdAgain: string;
  /** PayFast's own number for this attempt. */
  pfPaymentId: string;
  status: NoticeStatus;
  amountGrossCents: number;
  amountFeeCents: number | null;
  amountNetCents: number | null;
  merchantId: string;
};

/** A payment as PayFast reports it, or as staff looked it up at PayFast: everything that settling needs. */
export type ReportedPayment = Pick<
  PayfastNotice,
  "quoteId" | "pfPaymentId" | "status" | "amountGrossCents" | "amountFeeCents"
> & {
  /** The charge of the booking that it is for; left out for the price. */
  chargeId?: string;
  /** It is what came with a statement beyond what is owed by now, and goes back. */
  isTooMuch?: true;
};

export type NoticeReading = DoneOr<{ notice: PayfastNotice }>;
export type NoticeCheck = DoneOr;

/** PayFast's rule: the gross amount may differ from our order by a rounding error of one cent, not by more. */
const TOLERATED_CENTS = 1;

/**
 * Reads a notice's body without checking it: call `verifyNotice` before and `checkNotice` after. Reads only the signed
 * part. Malformed percent-encoding is read as U+FFFD. Never throws.
 */
export function readNotice(rawBody: string): NoticeReading {
  const body = splitNotice(rawBody);
  if (!body.ok) return body;

  const fields = new URLSearchParams(body.signedPart);
  const names = [...fields.keys()];
  if (new Set(names).size !== names.length) return refused("A field is given twice.");

  const field = (name: string) => fields.get(name) ?? "";
  const status = noticeStatuses.find((known) => known === field("payment_status"));
  const amountGrossCents = cents(field("amount_gross"));
  if (!field("m_payment_id")) return refused("The notice names no order (m_payment_id).");
  if (!field("pf_payment_id")) return refused("The notice names no payment (pf_payment_id).");
  if (!field("merchant_id")) return refused("The notice names no merchant (merchant_id).");
  if (!status) return refused("payment_status is not one that we know.");
  if (amountGrossCents === null) return refused("amount_gross is not an amount.");

  return {
    ok: true,
    notice: {
      quoteId: field("m_payment_id"),
      quoteIdAgain: field("custom_str1"),
      pfPaymentId: field("pf_payment_id"),
      status,
      amountGrossCents,
      amountFeeCents: cents(field("amount_fee")),
      amountNetCents: cents(field("amount_net")),
      merchantId: field("merchant_id"),
    },
  };
}

/**
 * The names in a signed notice, in PayFast's words, even if we can't read the rest. Staff use them to look into refused
 * notices.
 */
export type NoticeNames = { quoteId: string | null; pfPaymentId: string | null; amount: string | null };

/** The most characters kept of each name. PayFast's own names are shorter. */
const LONGEST_NAME = 100;
const LONGEST_AMOUNT = 20;

/** Reads the names in a signed part. Never throws. */
export function namesIn(signedPart: string): NoticeNames {
  const fields = new URLSearchParams(signedPart);
  const field = (name: string, longest: number) => fields.get(name)?.trim().slice(0, longest) || null;
  return {
    quoteId: field("m_payment_id", LONGEST_NAME),
    pfPaymentId: field("pf_payment_id", LONGEST_NAME),
    amount: field("amount_gross", LONGEST_AMOUNT),
  };
}

/** Compares a notice with our own order: merchant, quote and amount. The order must come from the database. */
export function checkNotice(
  notice: PayfastNotice,
  ours: { merchantId: string; order: { quoteId: string; amountCents: number } },
): NoticeCheck {
  if (notice.merchantId !== ours.merchantId) return refused("The notice is for another merchant.");

  const sameQuote = notice.quoteId === ours.order.quoteId;
  const sameQuoteAgain = notice.quoteIdAgain === "" || notice.quoteIdAgain === ours.order.quoteId;
  if (!sameQuote || !sameQuoteAgain) return refused("The notice is for another quote.");

  if (!isAmountOf(notice, ours.order)) return refused("The amount is not the one that was asked for.");
  return { ok: true };
}

/** Whether a notice is about this amount. */
export function isAmountOf({ amountGrossCents }: ReportedPayment, { amountCents }: { amountCents: number }): boolean {
  return Math.abs(amountGrossCents - amountCents) <= TOLERATED_CENTS;
}

/**
 * Reads "171.35" as 17135 cents and "-8.61" as -861; null for anything else. This is PayFast's format, not what people
 * type.
 */
function cents(amount: string): number | null {
  const parts = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount);
  if (!parts) return null;
  const [, sign, rand, hundredths = ""] = parts;
  const total = Number(rand) * 100 + Number(hundredths.padEnd(2, "0"));
  return sign === "-" ? -total : total;
}
