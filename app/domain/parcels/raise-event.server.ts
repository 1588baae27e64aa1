import { and, eq, isNull } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import { webhookEndpoints } from "#db/schema/webhooks";
import type { Tx } from "#db/store.server";
import { countTry } from "../limits/counted-tries.server";
import { limits } from "../limits/limits";
import { quotesAtBank } from "../money/attempts.server";
import { pricesOnAccount } from "../money/credit.server";
import type { QuoteStatus } from "../money/payment-state";
import { paymentTold } from "../money/payment-told";
import { receiverOf } from "../post/channels";
import { withdrawMessages } from "../post/outbox.server";
import { type Endpoint, leaveOutOldest, tryFirst } from "../post/webhooks/endpoints.server";
import { type Payload, TEST_EVENT } from "../post/webhooks/event-types";
import { newId } from "../values/ids.server";
import { bookingChanges, type LeadsTo, type ParcelChange, parcelChanges, type Told } from "./state-changes";

type RaisedEvent = {
  quoteId: string;
  place?: string | null;
  happenedAt: Date;
  /** Of an event of its history: how many pieces it is about, null for all. */
  pieces?: number | null;
  /** What it is about, if it can be undone: the mark's id. */
  cause?: string;
};

/** Tells programs of a booking's new status, as `bookingChanges` has it. It comes after what changes the booking. */
export async function bookingChanged<Status extends QuoteStatus>(
  tx: Tx,
  quoteId: string,
  { status, how }: { status: Status; how: LeadsTo<Status> },
  now: Date,
): Promise<void> {
  const ways: Partial<Record<PropertyKey, Told>> = bookingChanges[status];
  await raiseEvent(tx, ways[how], { quoteId, happenedAt: now }, now);
}

/**
 * Tells programs of a change of a parcel, as `parcelChanges` has it.
 * @param notBefore the earliest moment to call
 */
export async function parcelChanged(
  tx: Tx,
  change: ParcelChange,
  event: RaisedEvent,
  now: Date,
  notBefore = now,
): Promise<void> {
  await raiseEvent(tx, parcelChanges[change], event, now, notBefore);
}

/**
 * Queues calls about an event of a booking, in the transaction of the event: one to each of the account's endpoints
 * that want it. The booking's status, its payment and its waybill are read here. A booking that is unpaid again tells the number of
 * the waybill that it has no more.
 */
async function raiseEvent(
  tx: Tx,
  type: Told | undefined,
  event: RaisedEvent,
  now: Date,
  notBefore = now,
): Promise<void> {
  if (typeof type !== "string") return;
  const { status, reference, quantity } = quotes;
  const booking = { status, reference, quantity, waybillNo: waybills.waybillNo, sent: waybills.pieces };
  const told = await tx
    .select({ endpoint: webhookEndpoints, ...booking })
    .from(quotes)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.uid, quotes.uid))
    .leftJoin(waybills, eq(waybills.quoteId, quotes.id))
    .where(and(eq(quotes.id, event.quoteId), isNull(webhookEndpoints.offAt)));
  if (told.length === 0) return;
  const isPending = (await quotesAtBank(tx, [event.quoteId])).has(event.quoteId);
  const onAccount = (await pricesOnAccount(tx, [event.quoteId])).get(event.quoteId);
  for (const { endpoint, reference, waybillNo, status, quantity, sent } of told) {
    if (endpoint.events && !endpoint.events.includes(type)) continue;
    const { quoteId: bookingId, place = null, happenedAt } = event;
    const of = sent ?? quantity;
    const pieces = event.pieces === undefined ? null : (event.pieces ?? of);
    const paymentStatus = paymentTold(status, isPending, onAccount);
    const data = { bookingId, reference, waybillNo, status, paymentStatus, place, pieces, of };
    const payload = { type, timestamp: happenedAt.toISOString(), data };
    await queueCall(tx, endpoint.id, payload, event.cause ?? newId(), now, notBefore);
  }
}

/**
 * Withdraws the calls about a mark that was undone. Endpoints that have been called, or may have been, are told that it
 * was corrected.
 */
export async function correctEvent(
  tx: Tx,
  { cause, quoteId }: { cause: string; quoteId: string },
  now: Date,
): Promise<void> {
  const told = await withdrawMessages(tx, `webhook:${cause}`, now);
  if (told.length > 0) await parcelChanged(tx, "mark undone", { quoteId, happenedAt: now }, now);
}

/** What became of a test call that was asked for. `id` is its `webhook-id`. */
export type Tested = { kind: "queued"; id: string } | { kind: "one waits" } | { kind: "too many"; waitMs: number };

/**
 * Queues a call that only shows whether an endpoint can be reached. It is tried once, and at once, also while the endpoint
 * fails. The account is counted: an endpoint can be deleted and registered again.
 */
export async function queueTest(tx: Tx, { id, uid }: Endpoint, now: Date): Promise<Tested> {
  const { channel, toAddress, state, subject } = outgoingMails;
  const isTest = and(eq(channel, "webhook"), eq(toAddress, id), eq(state, "queued"), eq(subject, TEST_EVENT));
  const waiting = await tx.select({ id: outgoingMails.id }).from(outgoingMails).where(isTest);
  if (waiting[0]) await tryFirst(tx, id, waiting[0].id);
  if (waiting.length >= limits.testCallsWaiting.points) return { kind: "one waits" };
  const { points, leftMs } = await countTry(tx, `testCalls:${uid}`, limits.testCalls.windowMs, now);
  if (points > limits.testCalls.points) return { kind: "too many", waitMs: leftMs };
  const ofNone = { bookingId: null, reference: null, waybillNo: null, status: null, paymentStatus: null };
  const data = { ...ofNone, place: null, pieces: null, of: null };
  const payload: Payload = { type: TEST_EVENT, timestamp: now.toISOString(), data };
  const callId = await queueCall(tx, id, payload, newId(), now);
  await tryFirst(tx, id, callId);
  return { kind: "queued", id: callId };
}

/** Queues a call of an endpoint. When too many wait already, the oldest of them isn't sent. Returns its id. */
export async function queueCall(
  tx: Tx,
  endpointId: string,
  payload: Payload,
  cause: string,
  now: Date,
  notBefore = now,
) {
  const id = `msg_${newId()}`;
  await tx.insert(outgoingMails).values({
    id,
    emailKey: `webhook:${cause}:${endpointId}`,
    channel: "webhook",
    state: "queued",
    toAddress: endpointId,
    receiver: receiverOf("webhook", endpointId),
    subject: payload.type,
    textBody: JSON.stringify(payload),
    htmlBody: "",
    attempts: 0,
    nextAttemptAt: notBefore,
    scheduledAt: now,
    queuedAt: now,
  });
  await leaveOutOldest(tx, endpointId, limits.callsWaiting.points, now);
  return id;
}
