import { and, asc, eq, gt, gte, inArray, lt, notInArray, type SQL, sql } from "drizzle-orm";
import { preparedFor } from "#db/prepared.server";
import { charges } from "#db/schema/charges";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import type { Reader } from "#db/store.server";
import type { Payment } from "../../money/attempts.server";
import { statementOrdersOf } from "../../money/credit.server";
import type { Cents } from "../../values/money";

/**
 * A payment through PayFast as we recorded it, with the shares of several bookings added up. `orderIds`: the ids that
 * PayFast may have for it, a charge's or its booking's.
 */
export type PaymentInBooks = Pick<
  Payment,
  "pfPaymentId" | "quoteId" | "paidCents" | "feeCents" | "settledAt" | "startedAt"
> & {
  orderIds: string[];
};

/** How many numbers one query takes. */
export const NUMBERS_AT_ONCE = 500;

/** The payments with these PayFast numbers, of which there are no more than one query takes. */
export async function paymentsNumbered(
  store: Reader,
  numbers: readonly string[],
): Promise<Map<string | null, PaymentInBooks>> {
  if (numbers.length === 0) return new Map();
  const shares = await sharesNumbered(store).execute(
    Object.fromEntries(places.map((place, at) => [place, numbers[at] ?? numbers[0]])),
  );
  const known = new Map<string, PaymentInBooks>();
  for (const share of shares) addShare(known, share);
  return known;
}

/**
 * The payments that match a condition and are wanted, one for each PayFast number. A year of them may match: some are
 * read at a time, in the order of their ids.
 * @param most not many more are looked for
 */
export async function wantedPayments(
  store: Reader,
  { from, until, mode }: { from: Date; until: Date; mode: Payment["mode"] },
  isWanted: (share: Share) => boolean,
  most: number,
): Promise<PaymentInBooks[]> {
  const known = new Map<string, PaymentInBooks>();
  for (let last = ""; known.size <= most; ) {
    const shares = await nextSettled(store).execute({ from, until, mode, last });
    for (const share of shares) if (isWanted(share)) addShare(known, share);
    if (shares.length < SHARES_AT_ONCE) break;
    last = shares.at(-1)?.id ?? last;
  }
  return [...known.values()];
}

const SHARES_AT_ONCE = 500;

/** A booking's share of a payment; mostly all of it. */
type Share = Omit<PaymentInBooks, "orderIds"> &
  Pick<Payment, "id" | "movedFrom" | "chargeId"> & { paymentOrderId: string | null } & InStatement;

/** In whose statement, and of which month, a charge is; empty for what is on no account. */
type InStatement = { accountUid: string | null; invoicedAt: Date | null };

const places = Array.from({ length: NUMBERS_AT_ONCE }, (_, at) => `n${at}`);

/** Prepared once, because each new statement of so many numbers takes memory that stays for a while. */
const sharesNumbered = preparedFor((store) =>
  sharesWhere(
    store,
    inArray(
      payments.pfPaymentId,
      places.map((place) => sql.placeholder(place)),
    ),
  ).prepare(),
);

const nextSettled = preparedFor((store) =>
  sharesWhere(
    store,
    and(
      gte(payments.settledAt, sql.param(sql.placeholder("from"), payments.settledAt)),
      lt(payments.settledAt, sql.param(sql.placeholder("until"), payments.settledAt)),
      eq(payments.mode, sql.placeholder("mode")),
      gt(payments.id, sql.placeholder("last")),
    ),
  )
    .orderBy(asc(payments.id))
    .limit(SHARES_AT_ONCE)
    .prepare(),
);

function sharesWhere(store: Reader, which: SQL | undefined) {
  return store
    .select({
      id: payments.id,
      pfPaymentId: payments.pfPaymentId,
      quoteId: payments.quoteId,
      paidCents: payments.paidCents,
      feeCents: payments.feeCents,
      settledAt: payments.settledAt,
      startedAt: payments.startedAt,
      movedFrom: payments.movedFrom,
      paymentOrderId: quotes.paymentOrderId,
      chargeId: payments.chargeId,
      accountUid: charges.accountUid,
      invoicedAt: charges.invoicedAt,
    })
    .from(payments)
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .leftJoin(charges, eq(charges.id, payments.chargeId))
    .where(and(which, eq(payments.way, "payfast"), notInArray(payments.state, ["undone", "replaced"])));
}

function addShare(known: Map<string, PaymentInBooks>, { id, ...of }: Share): void {
  const { paymentOrderId, chargeId, movedFrom, accountUid, invoicedAt, ...share } = of;
  const orderIds = ordersOf(of);
  const number = share.pfPaymentId ?? id;
  const others = known.get(number);
  known.set(number, others ? together(others, share, orderIds) : { ...share, orderIds });
}

/** The orders at PayFast with which a payment may have been made. */
export function ordersOf(
  of: Pick<Payment, "quoteId" | "movedFrom" | "chargeId"> & { paymentOrderId: string | null } & InStatement,
): string[] {
  if (of.chargeId) return [of.chargeId, ...statementOrdersOf([of])];
  return [of.quoteId, of.paymentOrderId, of.movedFrom].filter((orderId) => orderId !== null);
}

function together(one: PaymentInBooks, share: Omit<PaymentInBooks, "orderIds">, orderIds: string[]): PaymentInBooks {
  const add = (cents: Cents | null, more: Cents | null) => (cents === null || more === null ? null : cents + more);
  return {
    ...one,
    paidCents: add(one.paidCents, share.paidCents),
    feeCents: add(one.feeCents, share.feeCents),
    orderIds: [...one.orderIds, ...orderIds],
  };
}
