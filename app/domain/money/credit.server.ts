import { and, asc, eq, gte, inArray, isNotNull, lt } from "drizzle-orm";
import { charges, creditTerms } from "#db/schema/charges";
import type { Reader } from "#db/store.server";
import { dayAfter, endOfMonth } from "../values/calendar-day";
import { isCalendarMonth, momentsOfMonth, saMonth } from "../values/calendar-month";
import { grouped } from "../values/in-parts";
import type { Cents } from "../values/money";
import { saDay } from "../values/sa-time";
import type { Charge } from "./charges.server";

/** What an account may owe, and how many days after the end of an invoice's month it is due. */
export type Credit = Pick<typeof creditTerms.$inferSelect, "limitCents" | "days" | "allowedAt" | "stoppedAt">;

/** The credit that the office has given an account, also one that was stopped; null if it never gave any. */
export async function creditOf(store: Reader, uid: string): Promise<Credit | null> {
  const { limitCents, days, allowedAt, stoppedAt } = creditTerms;
  const [credit] = await store
    .select({ limitCents, days, allowedAt, stoppedAt })
    .from(creditTerms)
    .where(eq(creditTerms.uid, uid));
  return credit ?? null;
}

/** What an account owes, also of parcels that aren't collected, and the earliest day on which something of it is due. */
export async function owedOnAccount(store: Reader, uid: string): Promise<{ cents: Cents; dueFirst: string | null }> {
  const open = await store
    .select()
    .from(charges)
    .where(and(eq(charges.accountUid, uid), eq(charges.state, "open")))
    .orderBy(asc(charges.payBy), asc(charges.id));
  return {
    cents: open.reduce((sum, charge) => sum + leftToPay(charge), 0),
    dueFirst: open.find(({ payBy }) => payBy !== "")?.payBy ?? null,
  };
}

/** What an account owes of the invoices of one month, which one statement pays. `payBy`: the day on which it is due. */
export type OwedMonth = { month: string; cents: Cents; payBy: string };

/** The months of which an account owes something, the earliest first, and what it owes that isn't invoiced yet. */
export async function owedByMonth(
  store: Reader,
  uid: string,
): Promise<{ months: OwedMonth[]; notInvoicedCents: Cents }> {
  const open = await store
    .select()
    .from(charges)
    .where(and(eq(charges.accountUid, uid), eq(charges.state, "open")))
    .orderBy(asc(charges.payBy), asc(charges.id));
  const sum = (some: readonly Charge[]) => some.reduce((cents, charge) => cents + leftToPay(charge), 0);
  const byMonth = grouped(open, ({ invoicedAt }) => (invoicedAt ? saMonth(invoicedAt) : ""));
  const months = [...byMonth].flatMap(([month, its]) =>
    month === "" ? [] : [{ month, cents: sum(its), payBy: its[0]?.payBy ?? "" }],
  );
  return { months, notInvoicedCents: sum(byMonth.get("") ?? []) };
}

/**
 * The day on which something is due: so many days after the end of the month of its invoice, so that a statement exists
 * before anything is due.
 */
export function dueOn(invoicedAt: Date, days: number): string {
  return dayAfter(endOfMonth(saDay(invoicedAt)), days);
}

/** An account's month, which is paid at once: what was invoiced in it and is still open. */
export type AccountMonth = { uid: string; month: string };

/** The id of its order at PayFast. */
export const statementOrder = ({ uid, month }: AccountMonth) => `statement-${month}-${uid}`;

/** The statements in which some charges are. */
export function statementOrdersOf(all: readonly Pick<Charge, "accountUid" | "invoicedAt">[]): string[] {
  const orders = all.flatMap(({ accountUid: uid, invoicedAt }) =>
    uid && invoicedAt ? [statementOrder({ uid, month: saMonth(invoicedAt) })] : [],
  );
  return [...new Set(orders)];
}

/** The account's month that an order's id names; null if it is another order's. */
export function monthOfOrder(orderId: string): AccountMonth | null {
  const [, month = "", uid = ""] = /^statement-(.{7})-(.+)$/.exec(orderId) ?? [];
  return uid !== "" && isCalendarMonth(month) ? { uid, month } : null;
}

/** What was invoiced on account in its month, as it was collected; also what is paid or credited since. */
export async function chargesOfMonth(store: Reader, { uid, month }: AccountMonth): Promise<Charge[]> {
  const { from, until } = momentsOfMonth(month);
  return store
    .select()
    .from(charges)
    .where(and(eq(charges.accountUid, uid), gte(charges.invoicedAt, from), lt(charges.invoicedAt, until)))
    .orderBy(asc(charges.invoicedAt), asc(charges.id));
}

/** What an account owes of a month. */
export type OwedForMonth = AccountMonth & { openCents: Cents; payBy: string };

/** What an account owes for a month, and when it is due; null if nothing is open. */
export async function owedForMonth(store: Reader, of: AccountMonth): Promise<OwedForMonth | null> {
  const owed = (await owedByMonth(store, of.uid)).months.find(({ month }) => month === of.month);
  return owed ? { ...of, openCents: owed.cents, payBy: owed.payBy } : null;
}

/** The accounts that owe something of a month. */
export async function accountsOwingFor(store: Reader, month: string): Promise<string[]> {
  const { from, until } = momentsOfMonth(month);
  const { accountUid, invoicedAt, state } = charges;
  const rows = await store
    .selectDistinct({ uid: accountUid })
    .from(charges)
    .where(and(isNotNull(accountUid), gte(invoicedAt, from), lt(invoicedAt, until), eq(state, "open")))
    .orderBy(asc(accountUid));
  return rows.flatMap(({ uid }) => uid ?? []);
}

/** What is to be paid of a charge, after what was credited. */
export function leftToPay({ amountCents, creditedCents }: Pick<Charge, "amountCents" | "creditedCents">): Cents {
  return amountCents - creditedCents;
}

/** Whether the price of a booking that went on account is paid since: else it is owed, or was taken off the account again. */
export type PriceOnAccount = "on_account" | "paid";

/**
 * Of bookings whose price went on account, whether it is paid since; what was taken off the account again is `on_account`
 * still, because nobody paid it. Others are left out.
 */
export async function pricesOnAccount(
  store: Reader,
  quoteIds: readonly string[],
): Promise<ReadonlyMap<string, PriceOnAccount>> {
  const all = await priceChargesOf(store, quoteIds);
  return new Map([...all].map(([quoteId, { state }]) => [quoteId, state === "paid" ? "paid" : "on_account"]));
}

/** Whether the price of a booking is, or was, on an account that hasn't paid it. */
export async function isPriceOnAccount(store: Reader, quoteId: string): Promise<boolean> {
  return (await pricesOnAccount(store, [quoteId])).get(quoteId) === "on_account";
}

/** Whether the price of a booking was on account, also if nothing of it is owed any more. */
export async function wasOnAccount(store: Reader, quoteId: string): Promise<boolean> {
  return (await store.$count(charges, and(eq(charges.quoteId, quoteId), eq(charges.reason, "price")))) > 0;
}

/** The prices of the same bookings, as they are owed, were paid, or were taken off the account. */
export async function priceChargesOf(store: Reader, quoteIds: readonly string[]): Promise<ReadonlyMap<string, Charge>> {
  if (quoteIds.length === 0) return new Map();
  const rows = await store
    .select()
    .from(charges)
    .where(
      and(
        ...[inArray(charges.quoteId, [...quoteIds]), eq(charges.reason, "price")],
        inArray(charges.state, ["open", "paid", "withdrawn"]),
      ),
    )
    .orderBy(asc(charges.askedAt), asc(charges.id));
  return new Map(rows.map((charge) => [charge.quoteId, charge]));
}
