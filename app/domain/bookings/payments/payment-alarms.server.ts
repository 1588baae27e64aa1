import { brand } from "#app/brand";
import { contact } from "#app/contact";
import type { Tx } from "#db/store.server";
import { limits } from "../../limits/limits";
import type { NoticeNames } from "../../money/payfast-notice.server";
import { unsignedForOurs } from "../../money/unsigned-notices.server";
import { quotesOfOrder } from "../../parcels/quotes/payment-order.server";
import type { Quote } from "../../parcels/quotes/quote";
import { compose } from "../../post/compose";
import type { Email } from "../../post/email";
import { queuedSince, queueEmail } from "../../post/outbox.server";
import { saDay } from "../../values/sa-time";

/** Fewer may be a customer experimenting with their own order. The view staff_payments_refused has the same limit. */
export const MANY_UNSIGNED = 5;

/** Tells staff of a notice that was signed and yet refused, because money may have moved. Once for each payment. */
export async function alarmRefused(
  tx: Tx,
  { names, reason }: { names: NoticeNames; reason: string },
  now: Date,
): Promise<void> {
  const startOfDay = new Date(`${saDay(now)}T00:00:00+02:00`);
  if ((await queuedSince(tx, "payment-refused", startOfDay, now)) >= limits.paymentAlarms.points) return;
  const [quote] = await quotesOfOrder(tx, names.quoteId ?? "");
  const quoteNo = quote?.quoteNo ?? `none of ours (${names.quoteId ?? "not said"})`;
  const email = {
    key: `payment-refused:${names.quoteId ?? ""}:${names.pfPaymentId ?? ""}`,
    to: contact().email.payments,
    ...compose({
      subject: `Payment notice refused: ${quote?.quoteNo ?? "unknown order"}`,
      greeting: "PayFast sent a notice of a payment. Its signature is right, but the site refused it.",
      opening: ["Check on PayFast's site whether the money arrived."],
      facts: [
        ["Quote number", quoteNo],
        ["PayFast payment", names.pfPaymentId ?? "not said"],
        ["Amount", names.amount ?? "not said"],
        ["Why not", reason],
      ],
      closing: [
        "If it did, record it: npm run staff -- note payment <quote number> --payfast <PayFast payment> --amount <rand>",
        "To see all refused notices: npm run staff -- show payments_refused",
      ],
      signature: [brand.name],
    }),
  };
  await queueEmail(tx, "ourselves", email, now);
}

/** To our payments staff: PayFast has another number for a payment than they noted. */
export function numberCorrected(
  { id, quoteNo }: Quote,
  { noted, told, amount }: { noted: string; told: string; amount: string },
): Email {
  return {
    key: `payment-number:${id}:${told}`,
    to: contact().email.payments,
    ...compose({
      subject: `PayFast has another number for a payment: quote ${quoteNo}`,
      greeting: "PayFast sent a notice of a payment that was already noted by hand, under another number.",
      opening: ["The payment now has PayFast's number. Nothing else has changed, and the customer was not told."],
      facts: [
        ["Quote number", quoteNo],
        ["Amount", amount],
        ["Number noted by hand", noted],
        ["PayFast's number", told],
      ],
      closing: [
        "If there is a payment with the number noted by hand, too, compare PayFast's list: npm run staff -- reconcile payments.csv",
      ],
      signature: [brand.name],
    }),
  };
}

/**
 * Tells staff, once a day, that our passphrase may differ from PayFast's: many notices for our orders aren't signed
 * with it.
 */
export async function alarmUnsigned(tx: Tx, now: Date): Promise<void> {
  const day = saDay(now);
  const { notices, fromPayfast } = await unsignedForOurs(tx, day);
  if (notices < MANY_UNSIGNED) return;
  const email = {
    key: `payments-unsigned:${day}`,
    to: contact().email.payments,
    ...compose({
      subject: "Payment notices are refused: check the passphrase",
      greeting: "We get payment notices that name our orders but are not signed with our passphrase.",
      opening: ["Either somebody forges them, or PAYFAST_PASSPHRASE is not the same as at PayFast."],
      facts: [
        ["Notices today", String(notices)],
        ["From PayFast's own addresses", String(fromPayfast)],
      ],
      closing: [
        "Check that the passphrase is the same as at PayFast, and look for the payments there: npm run staff -- show payments_refused",
      ],
      signature: [brand.name],
    }),
  };
  await queueEmail(tx, "ourselves", email, now);
}
