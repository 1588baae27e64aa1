import { and, eq, gt, inArray, isNull, ne, or } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { messagesCatalogue } from "#app/language/messages.server";
import { type Sentence, say } from "#app/language/say";
import { accountPaths } from "#app/paths";
import { users } from "#db/schema/accounts";
import { outgoingMails, waiting } from "#db/schema/mail";
import { webhookEndpoints } from "#db/schema/webhooks";
import { readSiteFacts } from "#db/site-facts.server";
import type { Tx } from "#db/store.server";
import { countTry } from "../../limits/counted-tries.server";
import { limits } from "../../limits/limits";
import { type Done, type Refused, refused } from "../../values/refused";
import { compose } from "../compose";
import { salutation, signatureWithPhone } from "../customer-words";
import type { Email } from "../email";
import { queueEmail } from "../outbox.server";
import { type Endpoint, leaveOutOldest, TOO_MANY_WAIT, tryFirst, waitingFor } from "./endpoints.server";
import { TEST_EVENT } from "./event-types";

/** An endpoint that has taken nothing for this long is switched off. */
export const FAILS_AT_MOST_MS = 5 * DAYS;
/** The error of a call that wasn't made, because its endpoint was off. It is made when the endpoint is on again. */
const WAS_OFF = "the endpoint was switched off";

export function whyOff(because: NonNullable<Endpoint["offBecause"]>): Sentence {
  return messagesCatalogue().accounts.webhookOff.because[because](FAILS_AT_MOST_MS / DAYS);
}

/** Switches an endpoint off: nothing more is queued for it, and what waits isn't sent. Its owner gets an email. */
export async function switchOff(
  tx: Tx,
  endpoint: Endpoint,
  because: NonNullable<Endpoint["offBecause"]>,
  now: Date,
): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ offAt: now, offBecause: because })
    .where(eq(webhookEndpoints.id, endpoint.id));
  await tx
    .update(outgoingMails)
    .set({ state: "skipped", lastError: WAS_OFF, nextAttemptAt: now })
    .where(waitingFor(endpoint.id));
  const [owner] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.uid, endpoint.uid));
  const site = await readSiteFacts(tx);
  if (owner)
    await queueEmail(
      tx,
      "its own account",
      webhookOff(endpoint, { owner, because, appUrl: site?.appUrl ?? "", now }),
      now,
    );
}

/**
 * Switches an endpoint on, and queues again what was given up or wasn't sent meanwhile.
 * @returns how many calls
 */
export async function resendCalls(tx: Tx, { id }: Pick<Endpoint, "id">, now: Date): Promise<number> {
  await tx
    .update(webhookEndpoints)
    .set({ offAt: null, offBecause: null, failingSince: null, probeId: null, isSlow: false, unsentSince: null })
    .where(eq(webhookEndpoints.id, id));
  const { channel, toAddress, state, lastError, subject } = outgoingMails;
  const wasLeftOut = and(eq(state, "skipped"), inArray(lastError, [WAS_OFF, TOO_MANY_WAIT]));
  // A test call has told what it was for, even if it failed.
  const unsent = and(or(eq(state, "dead"), wasLeftOut), ne(subject, TEST_EVENT));
  const again = await tx
    .update(outgoingMails)
    .set({ state: "queued", attempts: 0, nextAttemptAt: now, scheduledAt: now, queuedAt: now })
    .where(and(eq(channel, "webhook"), eq(toAddress, id), unsent))
    .returning({ id: outgoingMails.id });
  return again.length;
}

/** What became of a call that its owner wants again. */
export type Resent = Done | Refused<{ waitMs?: number }>;

/**
 * Queues one call of an endpoint again, as it was: its `webhook-id` and words stay. One that failed and waits to be tried
 * again is tried now; one that waits for its turn, or is under way, is made once. The account is counted, as for test
 * calls.
 */
export async function resendCall(tx: Tx, endpoint: Endpoint, callId: string, now: Date): Promise<Resent> {
  if (endpoint.offAt) return refused(IS_OFF);
  const { id, channel, toAddress, state, subject, withdrawnAt, attempts } = outgoingMails;
  const isIts = and(eq(id, callId), eq(channel, "webhook"), eq(toAddress, endpoint.id), ne(subject, TEST_EVENT));
  const hasEnded = or(inArray(state, ["sent", "dead", "skipped"]), and(waiting, gt(attempts, 0)));
  const mayGo = and(isIts, hasEnded, isNull(withdrawnAt));
  if ((await tx.$count(outgoingMails, mayGo)) === 0)
    return (await tx.$count(outgoingMails, and(isIts, eq(state, "queued")))) > 0 ? { ok: true } : refused(NO_CALL);
  const { points, leftMs } = await countTry(tx, `testCalls:${endpoint.uid}`, limits.testCalls.windowMs, now);
  if (points > limits.testCalls.points) return { ...refused(TRIED_OFTEN), waitMs: leftMs };
  await tx
    .update(outgoingMails)
    .set({ state: "queued", attempts: 0, nextAttemptAt: now, scheduledAt: now, queuedAt: now })
    .where(mayGo);
  await tryFirst(tx, endpoint.id, callId);
  await leaveOutOldest(tx, endpoint.id, limits.callsWaiting.points, now);
  return { ok: true };
}

export const IS_OFF = "This webhook is switched off. Switch it on first.";
const NO_CALL = "We can't send that call again.";
/** What an account reads that has tried its webhooks too often. */
export const TRIED_OFTEN = `An account can try its webhooks ${limits.testCalls.points} times an hour.`;

function webhookOff(
  { id, url }: Endpoint,
  {
    owner,
    because,
    appUrl,
    now,
  }: {
    owner: { name: string; email: string };
    because: NonNullable<Endpoint["offBecause"]>;
    appUrl: string;
    now: Date;
  },
): Email {
  const words = messagesCatalogue().accounts.webhookOff;
  const { facts } = messagesCatalogue().emails;
  return {
    key: `webhook-off:${id}:${now.toISOString()}`,
    to: owner.email,
    ...compose({
      ...words,
      greeting: salutation(owner.name),
      facts: [
        [facts.webAddress, say`${new URL(url).host}`],
        [facts.reason, whyOff(because)],
      ],
      action: { label: words.link, url: `${appUrl}${accountPaths.shop()}` },
      signature: signatureWithPhone(),
    }),
  };
}
