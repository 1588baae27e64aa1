import { and, desc, eq, lte } from "drizzle-orm";
import { rates } from "#db/schema/pricing";
import type { Reader } from "#db/store.server";

/** The VAT rate on a South African day, `2026-11-21`, in basis points. 0 before the first known rate. */
export async function vatRateOn(store: Reader, day: string): Promise<number> {
  const [rate] = await store
    .select({ basisPoints: rates.basisPoints })
    .from(rates)
    .where(and(eq(rates.kind, "vat"), lte(rates.validFrom, day)))
    .orderBy(desc(rates.validFrom))
    .limit(1);
  return rate?.basisPoints ?? 0;
}
