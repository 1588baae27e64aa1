import { and, asc, eq, inArray } from "drizzle-orm";
import { charges, creditTerms } from "#db/schema/charges";
import type { Reader } from "#db/store.server";
import { saMonth } from "../values/calendar-month";
import { grouped } from "../values/in-parts";
import type { Cents } from "../values/money";
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

/** What is to be paid of a charge, after what was credited. */
export function leftToPay({ amountCents, creditedCents }: Pick<Charge, "amountCents" | "creditedCents">): Cents {
  return amountCents - creditedCents;
}

/** Whether the price of a booking that went on account is still owed, or paid since. */
export type PriceOnAccount = "on_account" | "paid";

/**
 * Of bookings whose price went on account, whether it is still owed (`on_account`) or paid since. Others are left out, and
 * those of which nothing is owed any more, because they were cancelled.
 */
export async function pricesOnAccount(
  store: Reader,
  quoteIds: readonly string[],
): Promise<ReadonlyMap<string, PriceOnAccount>> {
  const all = await priceChargesOf(store, quoteIds);
  return new Map([...all].map(([quoteId, { state }]) => [quoteId, state === "open" ? "on_account" : "paid"]));
}

/** Whether the price of a booking was on account, also if nothing of it is owed any more. */
export async function wasOnAccount(store: Reader, quoteId: string): Promise<boolean> {
  return (await store.$count(charges, and(eq(charges.quoteId, quoteId), eq(charges.reason, "price")))) > 0;
}

/** The prices of the same bookings, as they are owed or were paid. */
export async function priceChargesOf(store: Reader, quoteIds: readonly string[]): Promise<ReadonlyMap<string, Charge>> {
  if (quoteIds.length === 0) return new Map();
  const rows = await store
    .select()
    .from(charges)
    .where(
      and(
        ...[inArray(charges.quoteId, [...quoteIds]), eq(charges.reason, "price")],
        inArray(charges.state, ["open", "paid"]),
      ),
    );
  return new Map(rows.map((charge) => [charge.quoteId, charge]));
}
