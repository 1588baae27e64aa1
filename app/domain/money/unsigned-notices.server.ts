import { and, eq, inArray, lt, ne, or, sql } from "drizzle-orm";
import { unsignedNotices } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import type { Reader, Tx } from "#db/store.server";
import { limits } from "../limits/limits";
import { saDay } from "../values/sa-time";
import { chargeById } from "./charges.server";
import { chargesOfMonth, monthOfOrder } from "./credit.server";

const KB = 1024;
/** A real notice has less than 1 KB. */
const SAMPLE_BYTES = 2 * KB;
export const SAMPLE_BYTES_OF_NETWORK = limits.noticeSamplesOfNetwork.points;
export const SAMPLE_BYTES_OF_DAY = limits.noticeSamples.points;
/** How many of our orders get a count of their own, per network and day. */
const MOST_ORDERS = 50;
/**
 * Beyond this many rows a day's notices are counted together, whoever sends them: one attacker may have millions of
 * networks.
 */
export const MOST_ROWS = limits.noticeRows.points;

/** Stands for all of PayFast's own addresses. Their notices are stored in full elsewhere. */
export const FROM_PAYFAST = "payfast";

/**
 * The quote of ours that a notice's body names, or the first quote of an order or a statement; null if none. Nothing else in
 * it is trusted.
 */
export async function orderNamed(store: Reader, body: string): Promise<string | null> {
  const [, named] = /(?:^|&)m_payment_id=([\w-]{1,64})(?:&|$)/.exec(body) ?? [];
  if (named === undefined) return null;
  const charge = await chargeById(store, named);
  if (charge) return charge.quoteId;
  const month = monthOfOrder(named);
  if (month) return (await chargesOfMonth(store, month))[0]?.quoteId ?? null;
  const [order] = await store
    .select({ id: quotes.id })
    .from(quotes)
    .where(or(eq(quotes.id, named), eq(quotes.paymentOrderId, named)))
    .limit(1);
  return order?.id ?? null;
}

/**
 * Counts a notice that anybody may have posted. The bytes stored per day are bounded.
 * @param notice `network` is a keyed hash, or `FROM_PAYFAST`; `quoteId` is the quote that it names, if it is ours
 */
export async function countUnsigned(
  tx: Tx,
  notice: { body: string; network: string; quoteId: string | null; reason: string },
  now: Date,
): Promise<void> {
  const day = saDay(now);
  const { network, quoteId } = await rowFor(tx, day, notice);
  const { reason } = notice;
  const [counted] = await tx
    .update(unsignedNotices)
    .set({ notices: sql`${unsignedNotices.notices} + 1`, reason, lastReceivedAt: now })
    .where(isRow({ day, network, quoteId }))
    .returning({ notices: unsignedNotices.notices });
  if (counted) return;
  const sample = network === FROM_PAYFAST ? "" : sampleOf(notice.body, await bytesLeft(tx, day, network));
  const received = { firstReceivedAt: now, lastReceivedAt: now };
  await tx.insert(unsignedNotices).values({ day, network, quoteId, reason, sample, notices: 1, ...received });
}

/** How many unsigned notices of a day name orders of ours, and how many came from PayFast's own addresses. */
export async function unsignedForOurs(store: Reader, day: string): Promise<{ notices: number; fromPayfast: number }> {
  const { notices, network, quoteId } = unsignedNotices;
  const [counted] = await store
    .select({
      notices: sql<number>`coalesce(sum(${notices}), 0)`,
      fromPayfast: sql<number>`coalesce(sum(case when ${network} = ${FROM_PAYFAST} then ${notices} else 0 end), 0)`,
    })
    .from(unsignedNotices)
    .where(and(eq(unsignedNotices.day, day), ne(quoteId, "")));
  return counted ?? { notices: 0, fromPayfast: 0 };
}

/** Deletes counts of days before this moment's day. Returns how many, at most `atMost`. */
export async function forgetUnsigned(tx: Tx, before: Date, atMost: number): Promise<number> {
  const due = await tx
    .select()
    .from(unsignedNotices)
    .where(lt(unsignedNotices.day, saDay(before)))
    .limit(atMost);
  for (const row of due) await tx.delete(unsignedNotices).where(isRow(row));
  return due.length;
}

/** Empties the samples of notices about bookings that are being anonymised. */
export async function emptySamples(tx: Tx, quoteIds: string[]): Promise<void> {
  await tx.update(unsignedNotices).set({ sample: "" }).where(inArray(unsignedNotices.quoteId, quoteIds));
}

type Row = Pick<typeof unsignedNotices.$inferSelect, "day" | "network" | "quoteId">;

function isRow({ day, network, quoteId }: Row) {
  return and(eq(unsignedNotices.day, day), eq(unsignedNotices.network, network), eq(unsignedNotices.quoteId, quoteId));
}

/** Where a notice is counted: in its own row while there is room. */
async function rowFor(tx: Tx, day: string, notice: { network: string; quoteId: string | null }) {
  const { network } = notice;
  const ofNetwork = and(eq(unsignedNotices.day, day), eq(unsignedNotices.network, network));
  const known = await tx.select({ quoteId: unsignedNotices.quoteId }).from(unsignedNotices).where(ofNetwork);
  const isKnown = (order: string) => known.some((row) => row.quoteId === order);
  const order = notice.quoteId ?? "";
  const quoteId = isKnown(order) || known.length < MOST_ORDERS ? order : "";
  if (isKnown(quoteId)) return { network, quoteId };
  const rows = await tx.$count(unsignedNotices, eq(unsignedNotices.day, day));
  return rows < MOST_ROWS ? { network, quoteId } : { network: "", quoteId: "" };
}

/** How many bytes of samples the day and the network may still store. */
async function bytesLeft(tx: Tx, day: string, network: string): Promise<number> {
  const kept = await tx
    .select({ network: unsignedNotices.network, bytes: sql`sum(length(${unsignedNotices.sample}))`.mapWith(Number) })
    .from(unsignedNotices)
    .where(eq(unsignedNotices.day, day))
    .groupBy(unsignedNotices.network);
  const ofDay = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  const ofNetwork = kept.find((row) => row.network === network)?.bytes ?? 0;
  return Math.max(0, Math.min(SAMPLE_BYTES_OF_DAY - ofDay, SAMPLE_BYTES_OF_NETWORK - ofNetwork));
}

/** The start of a body, as one-byte characters. */
function sampleOf(body: string, bytesLeft: number): string {
  return body.slice(0, Math.min(SAMPLE_BYTES, bytesLeft)).replace(/[^\x20-\x7e]/g, "?");
}
