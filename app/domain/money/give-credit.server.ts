import { and, eq, isNull } from "drizzle-orm";
import { creditTerms } from "#db/schema/charges";
import type { Tx } from "#db/store.server";
import { type Credit, creditOf } from "./credit.server";

/**
 * Lets an account pay by month, or changes its limit and its days; also one that was stopped.
 * @returns false if that is how it is already
 */
export async function allowCredit(
  tx: Tx,
  uid: string,
  { limitCents, days }: Pick<Credit, "limitCents" | "days">,
  by: string,
  now: Date,
): Promise<boolean> {
  const before = await creditOf(tx, uid);
  if (before && !before.stoppedAt && before.limitCents === limitCents && before.days === days) return false;
  const terms = { limitCents, days, allowedAt: now, allowedBy: by, stoppedAt: null, stoppedBy: null };
  await tx
    .insert(creditTerms)
    .values({ uid, ...terms })
    .onConflictDoUpdate({ target: creditTerms.uid, set: terms });
  return true;
}

/**
 * Puts nothing more on an account. What it owes stays due as it was.
 * @returns false if nothing was put on it before
 */
export async function stopCredit(tx: Tx, uid: string, by: string, now: Date): Promise<boolean> {
  const stopped = await tx
    .update(creditTerms)
    .set({ stoppedAt: now, stoppedBy: by })
    .where(and(eq(creditTerms.uid, uid), isNull(creditTerms.stoppedAt)))
    .returning({ uid: creditTerms.uid });
  return stopped.length > 0;
}
