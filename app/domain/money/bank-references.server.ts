import { and, eq, inArray } from "drizzle-orm";
import { invoices } from "#db/schema/invoices";
import { claims, payments, refunds } from "#db/schema/payments";
import { waybills } from "#db/schema/waybills";
import type { Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { numberOf } from "./ways";

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
