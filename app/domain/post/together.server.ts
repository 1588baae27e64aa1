import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import { SECONDS } from "#app/durations";
import { type DigestRow, outgoingMails, waiting } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { type Channel, TOGETHER_MS } from "./channels";
import type { Email } from "./email";
import { togetherKindOf } from "./message-kinds";
import type { StoredEmail } from "./resend-email.server";

/** More than these are two messages: mail programs cut what is longer than some 100 KB. */
const MOST_ROWS = 100;

type Mail = Pick<Email, "key" | "to" | "person" | "quoteId" | "trueUntil" | "digestRow">;

/** What a message about several parcels says of this one; null where it always goes by itself. */
export function rowOf({ key, person, digestRow }: Mail): DigestRow | null {
  const isToSender = person === "sender" || person === "account";
  return isToSender && togetherKindOf(key) ? (digestRow ?? null) : null;
}

const { channel, toAddress, quoteId, nextAttemptAt, queuedAt, digestId, digestRow, attempts, trueUntil, id } =
  outgoingMails;

/** What waits for an address, wasn't tried yet, and may leave together. */
const fresh = (of: Channel, to: string) =>
  and(waiting, eq(channel, of), eq(toAddress, to), isNotNull(digestRow), isNull(digestId), eq(attempts, 0));

/**
 * When a message leaves: with those that its receiver is sent next; or, if its sender has another parcel under way, after
 * some minutes in which something may happen to that one. Whoever has one parcel waits no longer than usual.
 * @param notBefore when it would leave by itself
 */
export async function leavesAt(
  tx: Reader,
  of: Channel,
  message: Mail,
  { notBefore, now }: { notBefore: Date; now: Date },
): Promise<Date> {
  if (!rowOf(message)) return notBefore;
  const latest = new Date(Math.max(now.getTime() + TOGETHER_MS, notBefore.getTime()));
  const [next] = await tx
    .select({ nextAttemptAt })
    .from(outgoingMails)
    .where(and(fresh(of, message.to), gte(nextAttemptAt, notBefore), lte(nextAttemptAt, latest)))
    .orderBy(asc(nextAttemptAt))
    .limit(1);
  const withOthers = next?.nextAttemptAt ?? ((await hasOtherUnderWay(tx, message)) ? latest : notBefore);
  // A correction and what is so instead are queued at once, and told in this order.
  const [earlier] = await tx
    .select({ nextAttemptAt })
    .from(outgoingMails)
    .where(and(fresh(of, message.to), eq(quoteId, message.quoteId ?? ""), gte(nextAttemptAt, withOthers)))
    .orderBy(desc(nextAttemptAt))
    .limit(1);
  const leaves = earlier ? new Date(earlier.nextAttemptAt.getTime() + 1 * SECONDS) : withOthers;
  return message.trueUntil && message.trueUntil <= leaves ? notBefore : leaves;
}

/** Whether the sender of a parcel, or the account that booked it, has another one under way. The newest are looked at first. */
async function hasOtherUnderWay(tx: Reader, { quoteId: itself = "", person }: Mail): Promise<boolean> {
  const [quote] = await tx.select({ uid: quotes.uid, email: quotes.email }).from(quotes).where(eq(quotes.id, itself));
  if (!quote) return false;
  const booked = quote.uid === null ? undefined : eq(quotes.uid, quote.uid);
  const sent = person === "account" ? undefined : eq(quotes.email, quote.email);
  const other = tx
    .select({ id: quotes.id })
    .from(quotes)
    .innerJoin(waybills, eq(waybills.quoteId, quotes.id))
    .where(and(booked, sent, ne(quotes.id, itself), isNotNull(waybills.nextVisit)));
  return (await (booked ? other.orderBy(desc(quotes.createdAt)) : other).limit(1)).length > 0;
}

/**
 * The messages that leave in one with a message whose turn it is, itself included, in the order in which they were
 * queued. Those that were tried together stay together, so that a second try is the same message: mail programs show one
 * that comes twice once. Of one parcel one: two things that have happened to it are two messages.
 */
export async function leavingWith(tx: Reader, first: StoredEmail, now: Date): Promise<StoredEmail[]> {
  if (first.digestRow === null || (first.digestId === null && first.attempts > 0)) return [first];
  const others =
    first.digestId === null
      ? and(fresh(first.channel, first.toAddress), lte(nextAttemptAt, now))
      : and(waiting, eq(digestId, first.digestId), eq(channel, first.channel), eq(toAddress, first.toAddress));
  const isTrue = or(isNull(trueUntil), gt(trueUntil, now));
  const found = await tx
    .select()
    .from(outgoingMails)
    .where(and(others, ne(id, first.id), isTrue))
    .orderBy(asc(nextAttemptAt), asc(queuedAt), asc(id))
    .limit(MOST_ROWS - 1);
  // What has happened to one parcel is told in its order, one thing after the other.
  const parcels = new Map<string | null, StoredEmail>();
  for (const each of [first, ...found]) if (!parcels.has(each.quoteId)) parcels.set(each.quoteId, each);
  return [...parcels.values()].toSorted((one, other) => one.queuedAt.getTime() - other.queuedAt.getTime());
}
