import { and, count, gt, gte, inArray, isNotNull, lte, or } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import type { Reader } from "#db/store.server";
import { unpaidStatuses } from "../../money/payment-state";

/** How many bookings from or to some postal codes can still be paid. Both codes are null for everywhere. */
export async function unpaidAt(
  store: Reader,
  { fromCode, toCode }: { fromCode: string | null; toCode: string | null },
  now: Date,
): Promise<number> {
  const { fromPostal, toPostal, status, bookedAt, expiresAt } = quotes;
  const lies = [fromPostal, toPostal].map((code) => and(gte(code, fromCode ?? ""), lte(code, toCode ?? "")));
  const isThere = fromCode === null || toCode === null ? undefined : or(...lies);
  const [row] = await store
    .select({ bookings: count() })
    .from(quotes)
    .where(and(inArray(status, [...unpaidStatuses]), isNotNull(bookedAt), gt(expiresAt, now), isThere));
  return row?.bookings ?? 0;
}
