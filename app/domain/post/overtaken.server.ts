import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import { type Overtaking, whatEnds } from "./message-kinds";
import { isOf } from "./occasion.server";
import type { StoredEmail } from "./resend-email.server";
import { NOT_KEPT } from "./stored-emails.server";

const { id, state, claimedAt, withdrawnAt, overtakenBy, quoteId, person } = outgoingMails;

/** Why a message isn't sent, for staff. */
export const NO_LONGER_TRUE = "no longer true";
const UNWANTED = "its receiver wants no messages";

/**
 * Something happened: what was written about a booking and isn't true any more because of it isn't sent, also not again.
 * @param cause identifies what happened, if it can be undone: `bringBack` takes it
 * @param but to whom what was written is still true
 */
export async function withdrawOvertaken(
  tx: Tx,
  aboutQuote: string,
  { by, cause = by, but }: { by: Overtaking; cause?: string; but?: "receiver" | undefined },
  now: Date,
): Promise<void> {
  const { ended, changed, retold } = whatEnds(by);
  const isChanged = or(...changed.map(isOf), sql`false`);
  const isEnded = or(...ended.map(isOf), and(eq(person, "receiver"), isChanged));
  await overtake(tx, and(eq(quoteId, aboutQuote), isEnded, but && ne(person, but)), cause, now);
  // What waits, or may come back: when it is its turn its time is over, so it is written again (`MailTransport.passed`).
  const isToldAgain = or(and(isChanged, ne(person, "receiver")), ...retold.map(isOf));
  const waits = or(eq(state, "queued"), and(eq(state, "skipped"), isNotNull(overtakenBy)));
  await endTime(tx, and(eq(quoteId, aboutQuote), isToldAgain, waits), now);
  if (retold.length === 0) return;
  const { paymentOrderId, uid } = quotes;
  const [quote] = await tx.select({ paymentOrderId, uid }).from(quotes).where(eq(quotes.id, aboutQuote));
  const owners = [quote?.paymentOrderId, quote?.uid].filter((owner) => typeof owner === "string");
  const ofSeveral = owners.flatMap((owner) => retold.map((kind) => isOf(`${kind}:${owner}`)));
  // Also of what was sent: staff can't send it again as it was.
  if (ofSeveral.length > 0) await endTime(tx, or(...ofSeveral), now);
}

async function endTime(tx: Tx, which: SQL | undefined, now: Date): Promise<void> {
  await tx.update(outgoingMails).set({ trueUntil: now }).where(which);
}

/** The same for the messages of one occasion. */
export async function withdrawOccasion(tx: Tx, occasion: string, cause: string, now: Date): Promise<void> {
  await overtake(tx, isOf(occasion), cause, now);
}

/**
 * What had happened was undone, or corrected by something else: what nothing else had overtaken is true again, and is
 * sent. Undoing the correction makes it untrue again.
 * @param correctedBy identifies the correction
 * @param isUnwanted whether its receiver has stopped such messages since
 */
export async function bringBack(
  tx: Tx,
  aboutQuote: string,
  { cause, correctedBy }: { cause: string; correctedBy?: string },
  isUnwanted: (email: StoredEmail) => Promise<boolean>,
  now: Date,
): Promise<void> {
  const overtaken = and(eq(quoteId, aboutQuote), isNotNull(overtakenBy));
  for (const email of await tx.select().from(outgoingMails).where(overtaken)) {
    const before = email.overtakenBy?.split(" ") ?? [];
    const after = correctedBy
      ? before.map((each) => (each === cause ? `${cause}${BUT}${correctedBy}` : each))
      : before.filter((each) => each !== cause).map((each) => each.replace(`${BUT}${cause}`, ""));
    const isThis = eq(id, email.id);
    await tx
      .update(outgoingMails)
      .set({ overtakenBy: after.join(" ") || null })
      .where(isThis);
    const [was, is] = [before.some(holds), after.some(holds)];
    if (is && !was) await withhold(tx, isThis, now);
    if (was && !is) await ((await isUnwanted(email)) ? leaveOut(tx, isThis) : letGo(tx, isThis, now));
  }
}

/** A message that was withdrawn is not tried again: if it may have arrived, its correction has been queued by now. */
export async function giveUpWithdrawn(tx: Tx, which: SQL | undefined, now: Date): Promise<void> {
  await tx
    .update(outgoingMails)
    .set({ state: "skipped", claimedAt: null, nextAttemptAt: now, lastError: NO_LONGER_TRUE, ...linksBlanked })
    .where(and(which, inArray(state, ["queued", "dead"]), isNotNull(withdrawnAt)));
}

/** The bodies without one-time links, of many messages at once. */
const linksBlanked = {
  textBody: sql<string>`case when is_secret then ${NOT_KEPT} else text_body end`,
  htmlBody: sql<string>`case when is_secret then ${NOT_KEPT} else html_body end`,
};

/**
 * `overtaken_by` has every cause: `delivered's-id agreed`. One that was corrected stays there for the case that the
 * correction is undone: `delivered's-id/failed's-id`.
 */
const BUT = "/";
const holds = (cause: string) => !cause.includes(BUT);

/** What was withdrawn because its own mark was undone stays so. */
async function overtake(tx: Tx, which: SQL | undefined, cause: string, now: Date): Promise<void> {
  const mayBe = or(isNotNull(overtakenBy), and(isNull(withdrawnAt), ne(state, "skipped")));
  const all = sql<string>`case when overtaken_by is null then ${cause} else overtaken_by || ' ' || ${cause} end`;
  const overtaken = await tx.update(outgoingMails).set({ overtakenBy: all }).where(and(which, mayBe)).returning({ id });
  const ids = overtaken.map((each) => each.id);
  if (ids.length > 0) await withhold(tx, inArray(id, ids), now);
}

/** One that is being sent isn't tried again. */
async function withhold(tx: Tx, which: SQL, now: Date): Promise<void> {
  await tx.update(outgoingMails).set({ withdrawnAt: now }).where(which);
  await giveUpWithdrawn(tx, and(which, isNull(claimedAt)), now);
}

async function letGo(tx: Tx, which: SQL, now: Date): Promise<void> {
  // Those with which it was tried may have left without it.
  await tx.update(outgoingMails).set({ withdrawnAt: null, digestId: null }).where(which);
  await tx
    .update(outgoingMails)
    .set({ state: "queued", lastError: null, nextAttemptAt: now, scheduledAt: now })
    .where(and(which, eq(state, "skipped")));
}

async function leaveOut(tx: Tx, which: SQL): Promise<void> {
  await tx
    .update(outgoingMails)
    .set({ overtakenBy: null, lastError: UNWANTED })
    .where(and(which, eq(state, "skipped")));
}
