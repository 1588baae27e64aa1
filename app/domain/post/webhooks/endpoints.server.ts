import { and, asc, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import { outgoingMails, waiting } from "#db/schema/mail";
import { webhookEndpoints } from "#db/schema/webhooks";
import type { Reader, Tx } from "#db/store.server";
import { limits } from "../../limits/limits";
import { newId } from "../../values/ids.server";
import { saDateTime } from "../../values/sa-time";
import type { WebhookEvent } from "./event-types";
import { BOTH_SIGN_MS, newSecret } from "./sign.server";

export type Endpoint = typeof webhookEndpoints.$inferSelect;

/** An account's endpoints, the oldest first. */
export async function endpointsOf(store: Reader, uid: string): Promise<Endpoint[]> {
  return store
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.uid, uid))
    .orderBy(asc(webhookEndpoints.madeAt), asc(webhookEndpoints.id));
}

export async function endpointById(store: Reader, id: string): Promise<Endpoint | null> {
  const [found] = await store.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  return found ?? null;
}

/** One of an account's endpoints. */
export async function endpointOf(store: Reader, uid: string, id: string): Promise<Endpoint | null> {
  const [found] = await store.select().from(webhookEndpoints).where(ofAccount(uid, id));
  return found ?? null;
}

/** Those whose calls aren't all sent, for the dashboard: they were switched off, or too many calls waited. */
export async function endpointsBehind(store: Reader, uid: string): Promise<Endpoint[]> {
  const { offAt, unsentSince } = webhookEndpoints;
  return store
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.uid, uid), or(isNotNull(offAt), isNotNull(unsentSince))));
}

/** What an endpoint answered last: "Its last answer was 301, on 30 November 2026, 09:05."; blank if it wasn't called yet. */
export function lastAnswerInWords({ lastAnswerAt, lastAnswerStatus }: Endpoint): string {
  if (!lastAnswerAt) return "";
  const at = saDateTime(lastAnswerAt);
  return lastAnswerStatus === null
    ? `No answer came to our last call, on ${at}.`
    : `Its last answer was ${lastAnswerStatus}, on ${at}.`;
}

export type Registered =
  | { kind: "made"; endpoint: Endpoint }
  /** The account has it already. Its secret isn't told again. */
  | { kind: "known"; endpoint: Endpoint }
  | { kind: "full" };

/** Registers an endpoint, whose address has been checked (`whyNotCalled`). */
export async function registerEndpoint(
  tx: Tx,
  { uid, url, events }: { uid: string; url: string; events: WebhookEvent[] | null },
  now: Date,
): Promise<Registered> {
  const all = await endpointsOf(tx, uid);
  const known = all.find((endpoint) => endpoint.url === url);
  if (known) return { kind: "known", endpoint: known };
  if (all.length >= limits.webhooks.points) return { kind: "full" };
  const [endpoint] = await tx
    .insert(webhookEndpoints)
    .values({ id: newId(), uid, url, events, secret: newSecret(), madeAt: now })
    .returning();
  if (!endpoint) throw new Error("a new endpoint was not returned");
  return { kind: "made", endpoint };
}

/** Gives an endpoint a new secret. The one before signs as well for a day. Null if there is no such endpoint. */
export async function changeSecret(tx: Tx, uid: string, id: string, now: Date): Promise<string | null> {
  const endpoint = await endpointOf(tx, uid, id);
  if (!endpoint) return null;
  const secret = newSecret();
  await tx
    .update(webhookEndpoints)
    .set({ secret, previousSecret: endpoint.secret, previousUntil: new Date(now.getTime() + BOTH_SIGN_MS) })
    .where(eq(webhookEndpoints.id, id));
  return secret;
}

/** Deletes an endpoint and what waits for it. Returns whether there was one. */
export async function removeEndpoint(tx: Tx, uid: string, id: string): Promise<boolean> {
  const gone = await tx.delete(webhookEndpoints).where(ofAccount(uid, id)).returning({ id: webhookEndpoints.id });
  if (gone.length > 0) await tx.delete(outgoingMails).where(waitingFor(id));
  return gone.length > 0;
}

/** What is queued for an endpoint and isn't being sent. */
export function waitingFor(id: string) {
  const { channel, receiver } = outgoingMails;
  return and(waiting, eq(channel, "webhook"), eq(receiver, id));
}

/** Makes a call that its owner asks for the one that tries whether a failing endpoint is back, so that it waits for no other. */
export async function tryFirst(tx: Tx, id: string, callId: string): Promise<void> {
  await tx.update(webhookEndpoints).set({ probeId: callId }).where(eq(webhookEndpoints.id, id));
}

/** The error of a call that wasn't made, because so many waited. */
export const TOO_MANY_WAIT = `not sent: more than ${limits.callsWaiting.points} calls waited`;

/** When more calls wait for an endpoint than `most`, leaves out the oldest, but not the one that tries whether it is back. */
export async function leaveOutOldest(tx: Tx, id: string, most: number, now: Date): Promise<void> {
  if ((await tx.$count(outgoingMails, waitingFor(id))) <= most) return;
  const probe = (await endpointById(tx, id))?.probeId ?? "";
  const [oldest] = await tx
    .select({ id: outgoingMails.id })
    .from(outgoingMails)
    .where(and(waitingFor(id), ne(outgoingMails.id, probe)))
    .orderBy(asc(outgoingMails.queuedAt), asc(outgoingMails.id))
    .limit(1);
  if (!oldest) return;
  await tx
    .update(outgoingMails)
    .set({ state: "skipped", lastError: TOO_MANY_WAIT, nextAttemptAt: now })
    .where(eq(outgoingMails.id, oldest.id));
  const { unsentSince } = webhookEndpoints;
  await tx
    .update(webhookEndpoints)
    .set({ unsentSince: now })
    .where(and(eq(webhookEndpoints.id, id), isNull(unsentSince)));
}

const ofAccount = (uid: string, id: string) => and(eq(webhookEndpoints.uid, uid), eq(webhookEndpoints.id, id));
