import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { invoices } from "#db/schema/invoices";
import { claims, payments, refunds } from "#db/schema/payments";
import { waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { numberOf, wayOf, withoutSpaces } from "./ways";

/** The number of a payment as it was noted first: a bank's reference is the same however it is spaced. */
export async function paymentNumber(store: Reader, typed: string): Promise<string> {
  if (wayOf(typed) !== "bank") return typed;
  const { pfPaymentId: number, way } = payments;
  const isIt = and(eq(way, "bank"), isSpelled(number, typed));
  const [noted] = await store
    .select({ number })
    .from(payments)
    .where(isIt)
    .orderBy(...asTypedFirst(number, typed))
    .limit(1);
  return noted?.number ?? typed;
}

/** The same of a refund. */
export async function refundReference(store: Reader, typed: string): Promise<string> {
  if (wayOf(typed) !== "bank") return typed;
  const { reference } = refunds;
  const isIt = isSpelled(reference, typed);
  const [noted] = await store
    .select({ reference })
    .from(refunds)
    .where(isIt)
    .orderBy(...asTypedFirst(reference, typed))
    .limit(1);
  return noted?.reference ?? typed;
}

/** Which parcel's claim was paid with this reference of the bank's; null if none was. */
export async function claimPaidWith(store: Reader, typed: string): Promise<string | null> {
  const { waybillNo, reference } = claims;
  const isIt = isSpelled(reference, typed);
  const [paid] = await store.select({ waybillNo }).from(claims).where(isIt).orderBy(asc(waybillNo)).limit(1);
  return paid?.waybillNo ?? null;
}

type Numbers = typeof payments.pfPaymentId | typeof refunds.reference | typeof claims.reference;
const isSpelled = (column: Numbers, typed: string): SQL => sql`replace(${column}, ' ', '') = ${withoutSpaces(typed)}`;
/** Older ones may stand there in two spellings. */
const asTypedFirst = (column: Numbers, typed: string) => [desc(eq(column, typed)), asc(column)];

/** Erases what our bank's statement says of the payments for these bookings: a payer may have written a name there. */
export async function forgetPayers(tx: Tx, quoteIds: string[]): Promise<void> {
  for (const { id } of await tx.select().from(payments).where(byBank(quoteIds)))
    await tx.update(payments).set({ pfPaymentId: nobodys() }).where(eq(payments.id, id));
}

/** The same of refunds, and of the credit notes that name them. */
export async function forgetRefundReferences(tx: Tx, quoteIds: string[]): Promise<void> {
  const theirs = tx.select({ id: payments.id }).from(payments).where(byBank(quoteIds));
  for (const { reference, paymentId } of await tx.select().from(refunds).where(inArray(refunds.paymentId, theirs))) {
    const emptied = nobodys();
    const isIt = and(eq(refunds.paymentId, paymentId), eq(refunds.reference, reference));
    const isItsNote = and(eq(invoices.paymentId, paymentId), eq(invoices.refundReference, reference));
    await tx.update(refunds).set({ reference: emptied }).where(isIt);
    await tx.update(invoices).set({ refundReference: emptied }).where(isItsNote);
  }
}

/** The same of claims. */
export async function forgetClaimReferences(tx: Tx, quoteIds: string[]): Promise<void> {
  const parcels = tx
    .select({ waybillNo: waybills.waybillNo })
    .from(waybills)
    .where(inArray(waybills.quoteId, quoteIds));
  await tx.update(claims).set({ reference: "" }).where(inArray(claims.waybillNo, parcels));
}

const byBank = (quoteIds: string[]) => and(inArray(payments.quoteId, quoteIds), eq(payments.way, "bank"));
const nobodys = () => numberOf("bank", newId());
