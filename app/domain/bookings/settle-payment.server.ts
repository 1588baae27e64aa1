import type { Store, Tx } from "#db/store.server";
import { queueLetter } from "../mail/outbox.server";
import { attemptsOf, isForAnotherQuote, keepNotice, type Payment, recordAttempt } from "../payments/attempts.server";
import type { Gateway } from "../payments/gateway.server";
import { emptiedNotice } from "../payments/old-notices.server";
import { checkNotice, type PayfastNotice, readNotice } from "../payments/payfast-notice.server";
import { verifyNotice } from "../payments/payfast-signature.server";
import { settlementOf } from "../payments/payment-state";
import { countUnsigned, FROM_PAYFAST, orderNamed } from "../payments/unsigned-notices.server";
import type { Quote } from "../quotes/quote";
import { quoteById, setPaidPrice, setStatus } from "../quotes/saved-quotes.server";
import { issueWaybill } from "../waybills/issue-waybill.server";
import { bookingConfirmed } from "./letters";

/** How the outside world vouches for a notice; neither is asked in the simulator. */
export type Vouchers = {
  /** Whether PayFast's machines have this address. */
  isSender(clientAddress: string): boolean;
  /** What PayFast answers when the notice is posted back to it. */
  confirm(signedPart: string): Promise<"valid" | "invalid" | "unanswered">;
};

/** A notice as it came. If it isn't signed it counts against `network`: `FROM_PAYFAST`, or a keyed hash of where from. */
type Received = { body: string; clientAddress: string; network?: string };

/** `settled`: understood and kept. `refused`: not believed. `ask_again`: can't be checked now, so PayFast must send it again. */
export type NoticeReceipt = { kind: "settled" } | { kind: "refused"; reason: string } | { kind: "ask_again" };

/**
 * Takes one notice of PayFast's (facts: signature, sender, amount and merchant, post back), settles what it says in
 * one transaction, and keeps it as it came; what anybody may have posted is only counted. Taking it again changes nothing.
 */
export async function takeNotice(
  store: Store,
  gateway: Gateway,
  vouchers: Vouchers,
  received: Received,
  appUrl: string,
  now: Date,
): Promise<NoticeReceipt> {
  const believed = await believe(store, gateway, vouchers, received);
  if (believed.kind !== "believed") {
    const outcome = believed.kind;
    const reason = believed.kind === "refused" ? believed.reason : "PayFast did not confirm it in time.";
    const { quoteId, isSigned, ...receipt } = believed;
    const { body, network = FROM_PAYFAST } = received;
    await store.tx(async (tx) => {
      if (!isSigned) await countUnsigned(tx, { body, network, quoteId: await orderNamed(tx, body), reason }, now);
      if (isSigned || network === FROM_PAYFAST) await keep(tx, received, { quoteId, outcome, reason }, now);
    });
    return receipt;
  }
  await store.tx((tx) => settle(tx, believed.notice, gateway, received, appUrl, now));
  return { kind: "settled" };
}

/** `quoteId` is the order that a properly signed notice names, ours or not: staff look into those that were refused. */
type Belief =
  | { kind: "believed"; notice: PayfastNotice }
  | (Exclude<NoticeReceipt, { kind: "settled" }> & { quoteId: string | null; isSigned: boolean });

async function believe(
  store: Store,
  gateway: Gateway,
  vouchers: Vouchers,
  { body, clientAddress }: Received,
): Promise<Belief> {
  let quoteId: string | null = null;
  let isSigned = false;
  const refused = (reason: string): Belief => ({ kind: "refused", reason, quoteId, isSigned });

  const signed = verifyNotice(body, gateway.passphrase);
  if (!signed.ok) return refused(signed.reason);
  isSigned = true;
  if (!vouchers.isSender(clientAddress)) return refused("The sender's address is not one of PayFast's.");
  const reading = readNotice(body);
  if (!reading.ok) return refused(reading.reason);
  const { notice } = reading;
  quoteId = notice.quoteId;

  const quote = await quoteById(store.read, notice.quoteId);
  if (!quote?.bookedAt || quote.grandTotalCents === null) return refused("There is no such booking.");
  const amountCents = askedFor(quote, await attemptsOf(store.read, quote.id), notice);
  const check = checkNotice(notice, { merchantId: gateway.merchantId, order: { quoteId: quote.id, amountCents } });
  if (!check.ok) return refused(check.reason);
  if (await isForAnotherQuote(store.read, notice)) return refused("This payment was made for another quote.");

  const word = await vouchers.confirm(signed.signedPart);
  if (word === "unanswered") return { kind: "ask_again", quoteId, isSigned };
  if (word === "invalid") return refused("PayFast does not know this notice.");
  return { kind: "believed", notice };
}

/** Of all that a customer was ever asked to pay, what this pays: a form with an older price may still stand open. */
function askedFor(quote: Quote, attempts: readonly Payment[], { amountGrossCents: cents }: PayfastNotice): number {
  return [quote.grandTotalCents ?? 0, ...attempts.map(({ amountCents }) => amountCents)].reduce((best, amount) =>
    Math.abs(amount - cents) < Math.abs(best - cents) ? amount : best,
  );
}

/** Payment, status, waybill and letter together, or nothing. */
async function settle(
  tx: Tx,
  notice: PayfastNotice,
  gateway: Gateway,
  received: Received,
  appUrl: string,
  now: Date,
): Promise<void> {
  const quote = await quoteById(tx, notice.quoteId);
  if (!quote) throw new Error(`quote ${notice.quoteId} has gone`);
  const attempts = await attemptsOf(tx, quote.id);
  const settlement = settlementOf(
    { status: quote.status, attempts, isCancelledByStaff: quote.cancelledAt !== null },
    notice,
  );

  await recordAttempt(tx, notice, settlement, gateway.mode, now);
  await keep(tx, received, { quoteId: quote.id, outcome: settlement.kind, reason: null }, now);
  if (settlement.kind === "unpaid") await setStatus(tx, quote.id, settlement.status, now);
  if (settlement.kind === "settle") {
    const waybill = await issueWaybill(tx, quote.id, now);
    await setStatus(tx, quote.id, "waybill_created", now);
    await setPaidPrice(tx, quote.id, askedFor(quote, attempts, notice));
    const paid = { waybillNo: waybill.waybillNo, paidCents: notice.amountGrossCents };
    await queueLetter(tx, bookingConfirmed(quote, paid, appUrl, now), now);
  }
}

/** As it came, unless the booking has lost its names: then a notice that comes late must not bring them back. */
async function keep(
  tx: Tx,
  received: Received,
  about: { quoteId: string | null; outcome: string; reason: string | null },
  now: Date,
): Promise<void> {
  const quote = about.quoteId ? await quoteById(tx, about.quoteId) : null;
  await keepNotice(tx, { ...(quote?.email === "" ? emptiedNotice : received), ...about }, now);
}
