import { contact } from "#app/contact";
import { say } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { limits } from "../../limits/limits";
import type { NoticeNames } from "../../money/payfast-notice.server";
import { unsignedForOurs } from "../../money/unsigned-notices.server";
import { quotesPaidBy } from "../../parcels/quotes/payment-order.server";
import type { Quote } from "../../parcels/quotes/quote";
import { compose } from "../../post/compose";
import { ourSignature } from "../../post/customer-words";
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
  const [quote] = await quotesPaidBy(tx, names.quoteId ?? "");
  const quoteNo = quote?.quoteNo ?? `none of ours (${names.quoteId ?? "not said"})`;
  const email = {
    key: `payment-refused:${names.quoteId ?? ""}:${names.pfPaymentId ?? ""}`,
    to: contact().email.payments,
    ...compose({
      headline: say`Payment notice refused`,
      about: say`${quote?.quoteNo ?? "unknown order"}`,
      greeting: say`PayFast sent a notice of a payment. Its signature is right, but the site refused it.`,
      opening: [say`Check on PayFast's site whether the money arrived.`],
      facts: [
        [say`Quote number`, say`${quoteNo}`],
        [say`PayFast payment`, say`${names.pfPaymentId ?? "not said"}`],
        [say`Amount`, say`${names.amount ?? "not said"}`],
        [say`Why not`, say`${reason}`],
      ],
      closing: [
        say`If it did, record it: npm run staff -- note payment <quote number> --payfast <PayFast payment> --amount <rand>`,
        say`To see all refused notices: npm run staff -- show payments_refused`,
      ],
      signature: ourSignature(),
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
      headline: say`PayFast has another number for a payment`,
      about: say`quote ${quoteNo}`,
      greeting: say`PayFast sent a notice of a payment that was already noted by hand, under another number.`,
      opening: [say`The payment now has PayFast's number. Nothing else has changed, and the customer was not told.`],
      facts: [
        [say`Quote number`, say`${quoteNo}`],
        [say`Amount`, say`${amount}`],
        [say`Number noted by hand`, say`${noted}`],
        [say`PayFast's number`, say`${told}`],
      ],
      closing: [
        say`If there is a payment with the number noted by hand, too, compare PayFast's list: npm run staff -- reconcile payments.csv`,
      ],
      signature: ourSignature(),
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
      headline: say`Payment notices are refused`,
      about: say`check the passphrase`,
      greeting: say`We get payment notices that name our orders but are not signed with our passphrase.`,
      opening: [say`Either somebody forges them, or PAYFAST_PASSPHRASE is not the same as at PayFast.`],
      facts: [
        [say`Notices today`, say`${notices}`],
        [say`From PayFast's own addresses`, say`${fromPayfast}`],
      ],
      closing: [
        say`Check that the passphrase is the same as at PayFast, and look for the payments there: npm run staff -- show payments_refused`,
      ],
      signature: ourSignature(),
    }),
  };
  await queueEmail(tx, "ourselves", email, now);
}
