import { brand } from "#app/brand";
import type { Tx } from "#db/store.server";
import { compose } from "../mail/compose";
import { queuedSince, queueEmail } from "../mail/outbox.server";
import type { NoticeNames } from "../payments/payfast-notice.server";
import { unsignedForOurs } from "../payments/unsigned-notices.server";
import { quoteById } from "../quotes/saved-quotes.server";
import { saDay } from "../values/sa-time";

/** More than this in a day say nothing new: whoever reads one looks at the list. */
export const MOST_ALARMS_A_DAY = 20;
/** A customer may play with an order of theirs. The view staff_payments_refused says the same. */
export const MANY_UNSIGNED = 5;

/** Tells staff of a notice that is properly signed and yet not believed: money may have moved. Once for each payment. */
export async function alarmRefused(
  tx: Tx,
  { names, reason }: { names: NoticeNames; reason: string },
  now: Date,
): Promise<void> {
  const startOfDay = new Date(`${saDay(now)}T00:00:00+02:00`);
  if ((await queuedSince(tx, "payment-refused", startOfDay)) >= MOST_ALARMS_A_DAY) return;
  const quote = names.quoteId ? await quoteById(tx, names.quoteId) : null;
  const quoteNo = quote?.quoteNo ?? `none of ours (${names.quoteId ?? "not said"})`;
  const email = {
    key: `payment-refused:${names.quoteId ?? ""}:${names.pfPaymentId ?? ""}`,
    to: brand.email.payments,
    subject: `A payment was not believed: ${quote?.quoteNo ?? "unknown order"}`,
    ...compose({
      greeting: "PayFast told of a payment, properly signed, and we did not believe it.",
      opening: ["Look it up at PayFast: did the money arrive?"],
      facts: [
        ["Quote number", quoteNo],
        ["PayFast payment", names.pfPaymentId ?? "not said"],
        ["Amount", names.amount ?? "not said"],
        ["Why not", reason],
      ],
      closing: [
        "If it did: npm run staff -- note payment <quote number> --payfast <PayFast payment> --amount <rand>",
        "All of them: npm run staff -- show payments_refused",
      ],
      signature: [brand.name],
    }),
  };
  await queueEmail(tx, email, now);
}

/** Tells staff, once a day, that our passphrase may no longer be PayFast's: many notices for our orders are not signed with it. */
export async function alarmUnsigned(tx: Tx, now: Date): Promise<void> {
  const day = saDay(now);
  const { notices, fromPayfast } = await unsignedForOurs(tx, day);
  if (notices < MANY_UNSIGNED) return;
  const email = {
    key: `payments-unsigned:${day}`,
    to: brand.email.payments,
    subject: "Payments are not believed: compare the passphrase with PayFast's",
    ...compose({
      greeting: "Notices of payments come in that are not signed with our passphrase, and they name orders of ours.",
      opening: ["Either somebody forges them, or PAYFAST_PASSPHRASE is no longer the one at PayFast."],
      facts: [
        ["Notices today", String(notices)],
        ["From PayFast's own addresses", String(fromPayfast)],
      ],
      closing: [
        "Compare the passphrase with PayFast's, and look the payments up there: npm run staff -- show payments_refused",
      ],
      signature: [brand.name],
    }),
  };
  await queueEmail(tx, email, now);
}
