import type { Store, Tx } from "#db/store.server";
import { queueLetter } from "../mail/outbox.server";
import { attemptsOf, keepNotice, recordAttempt } from "../payments/attempts.server";
import type { Gateway } from "../payments/gateway.server";
import { checkNotice, type PayfastNotice, readNotice } from "../payments/payfast-notice.server";
import { verifyNotice } from "../payments/payfast-signature.server";
import { settlementOf } from "../payments/payment-state";
import { quoteById, setStatus } from "../quotes/saved-quotes.server";
import { issueWaybill } from "../waybills/issue-waybill.server";
import { bookingConfirmed } from "./letters";

/** How the outside world vouches for a notice; neither is asked in the simulator. */
export type Vouchers = {
  /** Whether PayFast's machines have this address. */
  isSender(clientAddress: string): boolean;
  /** What PayFast answers when the notice is posted back to it. */
  confirm(signedPart: string): Promise<"valid" | "invalid" | "unanswered">;
};

/** `settled`: understood and kept. `refused`: not believed. `ask_again`: can't be checked now, so PayFast must send it again. */
export type NoticeReceipt = { kind: "settled" } | { kind: "refused"; reason: string } | { kind: "ask_again" };

/**
 * Takes one notice of PayFast's (facts: signature, sender, amount and merchant, post back), settles what it says in
 * one transaction, and keeps it as it came. Taking it again changes nothing.
 */
export async function takeNotice(
  store: Store,
  gateway: Gateway,
  vouchers: Vouchers,
  received: { body: string; clientAddress: string },
  appUrl: string,
  now: Date,
): Promise<NoticeReceipt> {
  const believed = await believe(store, gateway, vouchers, received);
  if (believed.kind !== "believed") {
    const outcome = believed.kind;
    const reason = believed.kind === "refused" ? believed.reason : "PayFast did not confirm it in time.";
    await store.tx((tx) => keepNotice(tx, { ...received, quoteId: null, outcome, reason }, now));
    return believed;
  }
  await store.tx((tx) => settle(tx, believed.notice, gateway, received, appUrl, now));
  return { kind: "settled" };
}

type Belief = { kind: "believed"; notice: PayfastNotice } | Exclude<NoticeReceipt, { kind: "settled" }>;

async function believe(
  store: Store,
  gateway: Gateway,
  vouchers: Vouchers,
  { body, clientAddress }: { body: string; clientAddress: string },
): Promise<Belief> {
  const refused = (reason: string): Belief => ({ kind: "refused", reason });

  const signed = verifyNotice(body, gateway.passphrase);
  if (!signed.ok) return refused(signed.reason);
  if (!vouchers.isSender(clientAddress)) return refused("The sender's address is not one of PayFast's.");
  const reading = readNotice(body);
  if (!reading.ok) return refused(reading.reason);
  const { notice } = reading;

  const quote = await quoteById(store.read, notice.quoteId);
  if (!quote?.bookedAt || quote.grandTotalCents === null) return refused("There is no such booking.");
  const check = checkNotice(notice, {
    merchantId: gateway.merchantId,
    order: { quoteId: quote.id, amountCents: quote.grandTotalCents },
  });
  if (!check.ok) return refused(check.reason);

  const word = await vouchers.confirm(signed.signedPart);
  if (word === "unanswered") return { kind: "ask_again" };
  if (word === "invalid") return refused("PayFast does not know this notice.");
  return { kind: "believed", notice };
}

/** Payment, status, waybill and letter together, or nothing. */
async function settle(
  tx: Tx,
  notice: PayfastNotice,
  gateway: Gateway,
  received: { body: string; clientAddress: string },
  appUrl: string,
  now: Date,
): Promise<void> {
  const quote = await quoteById(tx, notice.quoteId);
  if (!quote || quote.grandTotalCents === null) throw new Error(`quote ${notice.quoteId} has gone`);
  const attempts = await attemptsOf(tx, quote.id);
  const settlement = settlementOf({ status: quote.status, attempts }, notice);

  await recordAttempt(tx, notice, settlement, { amountCents: quote.grandTotalCents, mode: gateway.mode }, now);
  await keepNotice(tx, { ...received, quoteId: quote.id, outcome: settlement.kind, reason: null }, now);
  if (settlement.kind === "unpaid") await setStatus(tx, quote.id, settlement.status, now);
  if (settlement.kind === "settle") {
    const waybill = await issueWaybill(tx, quote.id, now);
    await setStatus(tx, quote.id, "waybill_created", now);
    await queueLetter(tx, bookingConfirmed(quote, waybill.waybillNo, appUrl, now), now);
  }
}
