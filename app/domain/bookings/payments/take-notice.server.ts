import type { Store, Tx } from "#db/store.server";
import { isForAnotherQuote, keepNotice, type NoticeRecord, paymentMovedFrom } from "../../money/attempts.server";
import type { Gateway } from "../../money/gateway.server";
import { emptiedNotice } from "../../money/old-notices.server";
import {
  checkNotice,
  type NoticeNames,
  namesIn,
  type ReportedPayment,
  readNotice,
} from "../../money/payfast-notice.server";
import { verifyNotice } from "../../money/payfast-signature.server";
import { countUnsigned, FROM_PAYFAST, orderNamed } from "../../money/unsigned-notices.server";
import { quotesPaidBy } from "../../parcels/quotes/payment-order.server";
import { isNameless } from "../../parcels/quotes/quote";
import { alarmRefused, alarmUnsigned } from "./payment-alarms.server";
import { OvertakenError, settlePayment } from "./settle-payment.server";
import { shareAmong } from "./shares-of-payment.server";
import { confirmNoted } from "./tell-of-payment.server";

/** The checks of a notice that ask PayFast. The simulator needs neither. */
export type SenderChecks = {
  /** Whether this is an address of PayFast's servers. */
  isSender(clientAddress: string): boolean;
  /** PayFast's answer when the notice is posted back to it. */
  confirm(signedPart: string): Promise<"valid" | "invalid" | "unanswered">;
};

/**
 * A notice as it came. `network` is the sender that an unsigned one is counted against: `FROM_PAYFAST`, or a keyed
 * hash.
 */
type Received = { body: string; clientAddress: string; network?: string };

/**
 * `settled`: processed. `refused`: a check failed. `ask_again`: couldn't be checked now, so PayFast must send it again.
 */
export type NoticeReceipt = { kind: "settled" } | { kind: "refused"; why: string } | { kind: "ask_again" };

/**
 * Takes one notice from PayFast: checks its signature, sender, amount and merchant, posts it back, settles it in one
 * transaction, and stores it as it came. Unsigned notices, which anybody may post, are only counted. Taking one again
 * changes nothing. Signed notices that are refused are reported to staff, because money may have moved.
 */
export async function takeNotice(
  store: Store,
  gateway: Gateway,
  senderChecks: SenderChecks,
  received: Received,
  appUrl: string,
  now: Date,
): Promise<NoticeReceipt> {
  const { mode } = gateway;
  const belief = await believe(store, gateway, senderChecks, received, now);
  if (belief.kind === "believed") {
    const { shares, names } = belief;
    const settling = store.tx(async (tx) => {
      if (await isForAnotherQuote(tx, shares)) throw new OvertakenError("another order has claimed this payment");
      const settlements = await settlePayment(tx, shares, { mode, appUrl }, "payfast", now);
      const outcome = [...new Set(settlements.map(({ kind }) => kind))].join(", ");
      await keep(tx, received, { names, mode, outcome, reason: null }, now);
      return { kind: "settled" } as const;
    });
    return settling.catch((error: unknown) => {
      // Sent again, it is compared with what the other payment left.
      if (error instanceof OvertakenError) return { kind: "ask_again" };
      throw error;
    });
  }
  const { names, ...receipt } = belief;
  const reason = receipt.kind === "refused" ? receipt.why : "PayFast did not confirm it in time.";
  await store.tx(async (tx) => {
    const { body, network = FROM_PAYFAST } = received;
    if (names === null) {
      const quoteId = await orderNamed(tx, body);
      await countUnsigned(tx, { body, network, quoteId, reason }, now);
      if (quoteId) await alarmUnsigned(tx, now);
    } else if (receipt.kind === "refused") await alarmRefused(tx, { names, reason }, now);
    if (names || network === FROM_PAYFAST)
      await keep(tx, received, { names, mode, outcome: receipt.kind, reason }, now);
  });
  return receipt;
}

/** `names` are the notice's own names; null if the signature is wrong, because then anybody may have posted it. */
type Belief =
  | { kind: "believed"; shares: ReportedPayment[]; names: NoticeNames }
  | (Exclude<NoticeReceipt, { kind: "settled" }> & { names: NoticeNames | null });

async function believe(
  store: Store,
  gateway: Gateway,
  senderChecks: SenderChecks,
  { body, clientAddress }: Received,
  now: Date,
): Promise<Belief> {
  const signed = verifyNotice(body, gateway.passphrase);
  if (!signed.ok) return { kind: "refused", why: signed.why, names: null };
  const names = namesIn(signed.signedPart);
  const refused = (why: string): Belief => ({ kind: "refused", why, names });

  if (!senderChecks.isSender(clientAddress)) return refused("The sender's address is not one of PayFast's.");
  const reading = readNotice(body);
  if (!reading.ok) return refused(reading.why);
  const { notice } = reading;

  const moved = await paymentMovedFrom(store.read, notice.quoteId, notice.pfPaymentId);
  const shared = moved
    ? { amountCents: moved.paidCents ?? 0, shares: [{ ...notice, quoteId: moved.quoteId }] }
    : await shareAmong(store.read, notice, "payfast", now);
  if (!shared) return refused("There is no such booking.");
  const { amountCents, shares } = shared;
  const order = { quoteId: notice.quoteId, amountCents };
  const check = checkNotice(notice, { merchantId: gateway.merchantId, order });
  if (!check.ok) return refused(check.why);
  if (await isForAnotherQuote(store.read, shares)) return refused("This payment was made for another quote.");

  const word = await senderChecks.confirm(signed.signedPart);
  if (word === "unanswered") return { kind: "ask_again", names };
  if (word !== "valid") return refused("PayFast did not send this notice.");
  return { kind: "believed", shares, names };
}

/**
 * Stores the notice as it came, unless the booking was anonymised: a late notice must not bring the names back. A number
 * that staff noted is known to be right once a signed notice names it.
 */
async function keep(tx: Tx, received: Received, record: NoticeRecord, now: Date): Promise<void> {
  const about = await quotesPaidBy(tx, record.names?.quoteId ?? "");
  await keepNotice(tx, about.some(isNameless) ? emptiedNotice : received, record, now);
  const { quoteId, pfPaymentId } = record.names ?? {};
  if (!quoteId || !pfPaymentId) return;
  const moved = await paymentMovedFrom(tx, quoteId, pfPaymentId);
  const ids = [...about.map(({ id }) => id), ...(moved ? [moved.quoteId] : [])];
  await confirmNoted(tx, pfPaymentId, ids, now);
}
