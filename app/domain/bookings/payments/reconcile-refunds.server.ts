import { and, eq, sql } from "drizzle-orm";
import { preparedFor } from "#db/prepared.server";
import { charges } from "#db/schema/charges";
import { payments, refunds } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import type { Reader } from "#db/store.server";
import type { Payment } from "../../money/attempts.server";
import type { Refund as StoredRefund } from "../../money/refunds.server";
import type { Transaction } from "../../money/transaction-list";
import { ordersOf } from "./payments-in-books.server";
import { type Difference, MOST_DIFFERENCES, type Period, type Sum, sumOf } from "./reconciliation";

type Noted = {
  reference: string;
  kind: StoredRefund["kind"];
  amountCents: number;
  notedAt: Date;
  pfPaymentId: string | null;
  quoteId: string;
  paymentOrderId: string | null;
  chargeId: string | null;
  movedFrom: string | null;
  accountUid: string | null;
  invoicedAt: Date | null;
};

type Refunded = Pick<Noted, "reference" | "kind" | "amountCents" | "notedAt" | "quoteId"> & {
  pfPaymentIds: string[];
  orderIds: string[];
};

/**
 * Compares PayFast's refunds with those that we recorded. PayFast's list names a refund by its own number, by the
 * payment's number or by our order. Any of these with the same amount is a match, and each recorded refund matches
 * once.
 */
export async function reconcileRefunds(
  store: Reader,
  listed: Iterable<Transaction>,
  mode: Payment["mode"],
  period: Period,
): Promise<{ matched: Sum; differences: Difference[] }> {
  const left = asOne(await notedRefunds(store, mode));
  const differences: Difference[] = [];
  const matched: number[] = [];
  for (const line of listed) {
    if (differences.length > MOST_DIFFERENCES) break;
    const at = left.findIndex(
      (noted) =>
        noted.amountCents === line.grossCents && [noted.reference, ...noted.pfPaymentIds].includes(line.pfPaymentId),
    );
    const found = at >= 0 ? at : left.findIndex((noted) => isOf(noted, line));
    const noted = found >= 0 ? left.slice(found, found + 1) : chargebacksIn(left, line);
    for (const each of noted) left.splice(left.indexOf(each), 1);
    if (noted.length > 0) matched.push(line.grossCents);
    else differences.push(missingHere(line, await quoteOfPayment(store, line.pfPaymentId)));
  }
  // PayFast may list a chargeback as something else, or not at all.
  const wanted = left.filter(({ kind }) => kind === "refund");
  const inPeriod = wanted.filter(({ notedAt }) => notedAt >= period.from && notedAt < period.until);
  return { matched: sumOf(matched), differences: [...differences, ...inPeriod.map(missingThere)] };
}

/** One refund for several bookings is one line in PayFast's list. */
function asOne(noted: readonly Noted[]): Refunded[] {
  const refunds = new Map<string, Refunded>();
  for (const { reference, kind, amountCents, notedAt, pfPaymentId, ...of } of noted) {
    const refund = refunds.get(reference) ?? {
      reference,
      kind,
      notedAt,
      quoteId: of.quoteId,
      amountCents: 0,
      pfPaymentIds: [],
      orderIds: [],
    };
    refund.amountCents += amountCents;
    refund.pfPaymentIds.push(pfPaymentId ?? "");
    refund.orderIds.push(...ordersOf(of));
    refunds.set(reference, refund);
  }
  return [...refunds.values()];
}

function isOf(noted: Refunded, { orderId, grossCents }: Transaction): boolean {
  return noted.orderIds.includes(orderId) && noted.amountCents === grossCents;
}

/** The chargebacks that were noted one by one, by booking, of a payment that its bank took back as a whole; none if they differ. */
function chargebacksIn(left: readonly Refunded[], line: Transaction): Refunded[] {
  const its = left.filter(
    ({ kind, pfPaymentIds, orderIds }) =>
      kind === "chargeback" && (pfPaymentIds.includes(line.pfPaymentId) || orderIds.includes(line.orderId)),
  );
  return its.reduce((sum, { amountCents }) => sum + amountCents, 0) === line.grossCents ? its : [];
}

/** The booking of a payment, for a line that names nothing else. */
async function quoteOfPayment(store: Reader, pfPaymentId: string): Promise<string | null> {
  const [payment] = await ofNumber(store).execute({ pfPaymentId });
  return payment?.quoteId ?? null;
}

const ofNumber = preparedFor((store) =>
  store
    .select({ quoteId: payments.quoteId })
    .from(payments)
    .where(eq(payments.pfPaymentId, sql.placeholder("pfPaymentId")))
    .limit(1)
    .prepare(),
);

function missingHere(line: Transaction, ofPayment: string | null): Difference {
  const { pfPaymentId, orderId, grossCents, feeCents, at } = line;
  const money = { thereCents: grossCents, hereCents: null, feeCents, at };
  return { kind: "refund_missing_here", pfPaymentId, quoteId: orderId || ofPayment, quoteNo: null, ...money };
}

function missingThere({ reference, amountCents, notedAt, quoteId }: Refunded): Difference {
  const money = { thereCents: null, hereCents: amountCents, feeCents: null, at: notedAt };
  return { kind: "refund_missing_there", pfPaymentId: reference, quoteId, quoteNo: null, ...money };
}

/** All refunds through PayFast that we recorded, and chargebacks, because a list may refer to one of any time. There are a few for a hundred payments. */
function notedRefunds(store: Reader, mode: Payment["mode"]): Promise<Noted[]> {
  return store
    .select({
      reference: refunds.reference,
      kind: refunds.kind,
      amountCents: refunds.amountCents,
      notedAt: refunds.notedAt,
      pfPaymentId: payments.pfPaymentId,
      quoteId: payments.quoteId,
      paymentOrderId: quotes.paymentOrderId,
      chargeId: payments.chargeId,
      movedFrom: payments.movedFrom,
      accountUid: charges.accountUid,
      invoicedAt: charges.invoicedAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .leftJoin(charges, eq(charges.id, payments.chargeId))
    .where(and(eq(payments.mode, mode), eq(payments.way, "payfast")));
}
