import { and, eq, isNull } from "drizzle-orm";
import { creditTerms } from "#db/schema/charges";
import type { Tx } from "#db/store.server";
import { type Credit, creditOf } from "./credit.server";

/** What an account may owe, and how many days after the end of an invoice's month it is due. */
export type CreditTerms = Pick<Credit, "limitCents" | "days">;

/**
 * Lets an account pay by month, or changes its limit and its days; also one that was stopped.
 * @returns what is new for its owner; null if that is how it is already
 */
export async function allowCredit(
  tx: Tx,
  uid: string,
  { limitCents, days }: CreditTerms,
  by: string,
  now: Date,
): Promise<"allowed" | "changed" | null> {
  const before = await creditOf(tx, uid);
  const pays = before !== null && before.stoppedAt === null;
  if (pays && before.limitCents === limitCents && before.days === days) return null;
  const terms = { limitCents, days, allowedAt: now, allowedBy: by, stoppedAt: null, stoppedBy: null };
  await tx
    .insert(creditTerms)
    .values({ uid, ...terms })
    .onConflictDoUpdate({ target: creditTerms.uid, set: terms });
  return pays ? "changed" : "allowed";
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
