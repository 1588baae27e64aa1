import { and, eq, inArray } from "drizzle-orm";
import { invoices } from "#db/schema/invoices";
import { claims, payments, refunds } from "#db/schema/payments";
import { waybills } from "#db/schema/waybills";
import type { Tx } from "#db/store.server";
import { numberOf } from "./ways";

/** Erases what a bank showed of the money of these bookings: a payer may have written a name there. */
export async function forgetBankReferences(tx: Tx, quoteIds: string[]): Promise<void> {
  const theirs = and(inArray(payments.quoteId, quoteIds), eq(payments.way, "bank"));
  for (const { id } of await tx.select({ id: payments.id }).from(payments).where(theirs)) {
    const pfPaymentId = numberOf("bank", id);
    await tx.update(payments).set({ pfPaymentId }).where(eq(payments.id, id));
    const back = await tx.select().from(refunds).where(eq(refunds.paymentId, id));
    for (const [at, { reference }] of back.entries()) {
      const emptied = numberOf("bank", `${id}-${at + 1}`);
      const isIt = and(eq(refunds.paymentId, id), eq(refunds.reference, reference));
      await tx.update(refunds).set({ reference: emptied }).where(isIt);
      const isItsNote = and(eq(invoices.paymentId, id), eq(invoices.refundReference, reference));
      await tx.update(invoices).set({ refundReference: emptied }).where(isItsNote);
    }
  }
  const parcels = tx
    .select({ waybillNo: waybills.waybillNo })
    .from(waybills)
    .where(inArray(waybills.quoteId, quoteIds));
  await tx.update(claims).set({ reference: "" }).where(inArray(claims.waybillNo, parcels));
}
