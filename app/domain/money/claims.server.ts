import { eq } from "drizzle-orm";
import { claims } from "#db/schema/payments";
import type { Reader, Tx } from "#db/store.server";

/** What we paid for the contents of a parcel. */
export type PaidClaim = typeof claims.$inferSelect;

export async function claimFor(store: Reader, waybillNo: string): Promise<PaidClaim | null> {
  const [claim] = await store.select().from(claims).where(eq(claims.waybillNo, waybillNo));
  return claim ?? null;
}

export async function addClaim(tx: Tx, claim: PaidClaim): Promise<void> {
  await tx.insert(claims).values(claim);
}

export async function removeClaim(tx: Tx, waybillNo: string): Promise<void> {
  await tx.delete(claims).where(eq(claims.waybillNo, waybillNo));
}
