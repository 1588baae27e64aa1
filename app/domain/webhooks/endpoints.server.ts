import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import { webhookEndpoints } from "#db/schema/webhooks";
import type { Reader, Tx } from "#db/store.server";
import { limits } from "../limits/limits";
import { newId } from "../values/ids.server";
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

/** Those that were switched off, for the dashboard. */
export async function endpointsOff(store: Reader, uid: string): Promise<Endpoint[]> {
  return store
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.uid, uid), isNotNull(webhookEndpoints.offAt)));
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
  const { channel, toAddress, state, claimedAt } = outgoingMails;
  return and(eq(channel, "webhook"), eq(toAddress, id), eq(state, "queued"), isNull(claimedAt));
}

const ofAccount = (uid: string, id: string) => and(eq(webhookEndpoints.uid, uid), eq(webhookEndpoints.id, id));
