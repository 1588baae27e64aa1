import { and, desc, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { actionLinks } from "#db/schema/accounts";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { sha256 } from "../values/sha256.server";

/** A used or expired link is kept for a while, so that its page can say so. */
export const LINK_KEPT_DAYS = 30;

/** A link that is emailed to one address and works once, for one purpose. Its issuer knows what the purpose means. */
export type ActionLink = Omit<typeof actionLinks.$inferSelect, "codeHash">;

/** The state of a code. `unknown`: never issued, mistyped, or issued for another purpose. */
export type LinkState =
  | { kind: "good"; link: ActionLink }
  | { kind: "used" | "expired" | "revoked"; link: ActionLink }
  | { kind: "unknown" };

/** Issues a link and returns its code. The database keeps only the code's SHA-256. */
export async function issueLink(
  tx: Tx,
  link: { purpose: string; subject: string; address: string; livesMs: number },
  now: Date,
): Promise<string> {
  const { livesMs, ...kept } = link;
  await sweepLinks(tx, now);
  const code = newId();
  await tx
    .insert(actionLinks)
    .values({ ...kept, codeHash: sha256(code), createdAt: now, expiresAt: new Date(now.getTime() + livesMs) });
  return code;
}

/** Reads a code's state without using it up: mail scanners open every link. */
export async function inspectLink(store: Reader, purpose: string, code: string, now: Date): Promise<LinkState> {
  const [row] = await store.select().from(actionLinks).where(isFor(purpose, code));
  if (!row) return { kind: "unknown" };
  const { codeHash: _, ...link } = row;
  if (link.usedAt) return { kind: "used", link };
  if (link.revokedAt) return { kind: "revoked", link };
  return link.expiresAt > now ? { kind: "good", link } : { kind: "expired", link };
}

/** Uses up a code with a single update: of several at the same moment one gets the link, and the others null. */
export async function redeemLink(tx: Tx, purpose: string, code: string, now: Date): Promise<ActionLink | null> {
  const [redeemed] = await tx
    .update(actionLinks)
    .set({ usedAt: now })
    .where(
      and(
        isFor(purpose, code),
        isNull(actionLinks.usedAt),
        isNull(actionLinks.revokedAt),
        gt(actionLinks.expiresAt, now),
      ),
    )
    .returning();
  return redeemed ?? null;
}

/** Revokes a subject's open links of these purposes. */
export async function revokeLinks(tx: Tx, subject: string, purposes: readonly string[], now: Date): Promise<void> {
  await tx
    .update(actionLinks)
    .set({ revokedAt: now })
    .where(
      and(
        eq(actionLinks.subject, subject),
        inArray(actionLinks.purpose, purposes),
        isNull(actionLinks.usedAt),
        isNull(actionLinks.revokedAt),
      ),
    );
}

/** The links issued for a subject, newest first, without their codes. */
export async function linksFor(store: Reader, subject: string): Promise<ActionLink[]> {
  const rows = await store
    .select()
    .from(actionLinks)
    .where(eq(actionLinks.subject, subject))
    .orderBy(desc(actionLinks.createdAt));
  return rows.map(({ codeHash: _, ...link }) => link);
}

/** Deletes a subject's links, and the addresses in them. */
export async function forgetLinks(tx: Tx, subject: string): Promise<void> {
  await tx.delete(actionLinks).where(eq(actionLinks.subject, subject));
}

/** Deletes links that ended long ago. */
export async function sweepLinks(tx: Tx, now: Date): Promise<void> {
  await tx.delete(actionLinks).where(lt(actionLinks.expiresAt, new Date(now.getTime() - LINK_KEPT_DAYS * DAYS)));
}

function isFor(purpose: string, code: string) {
  return and(eq(actionLinks.codeHash, sha256(code)), eq(actionLinks.purpose, purpose));
}
