import { isIP } from "node:net";
import { eq, isNotNull, isNull, or } from "drizzle-orm";
import { brand } from "#app/brand";
import { DAYS, SECONDS } from "#app/durations";
import { webhookEndpoints } from "#db/schema/webhooks";
import type { Store, Tx } from "#db/store.server";
import { callServer, type ServerAnswer } from "../../values/http-client.server";
import { queuedOf } from "../due.server";
import { type Envelope, type MailTransport, RefusedError, type Result, type SendAttempt } from "../transport.server";
import { callableAddresses, checkedLookup, type Reach } from "./allowed-url.server";
import { keepAnswer, MOST_READ_OF_ANSWER } from "./answers.server";
import { endpointById } from "./endpoints.server";
import { TEST_EVENT } from "./event-types";
import { secretsOf, signedHeaders } from "./sign.server";
import { FAILS_AT_MOST_MS, switchOff } from "./switched-off.server";

/** An endpoint that takes longer comes after the others. */
const SLOW_MS = 2 * SECONDS;
const HTTP_GONE = 410;

/** The endpoint wants no more calls. */
class GoneError extends RefusedError {
  override name = "GoneError";
}

/**
 * Calls shops' programs by Standard Webhooks 1.0.0. A message's address is its endpoint's id, so that the URL and the
 * secret are read when it is sent. What failed is in `last_error`, without the URL, which may hold a secret of the shop.
 */
export function webhooks(
  store: Store,
  reach: Reach,
  clock: () => Date | Promise<Date>,
  call = callEndpoint,
): MailTransport {
  async function sendOne({ id, to, text }: Envelope, attempt: SendAttempt): Promise<void> {
    const endpoint = await endpointById(store.read, to);
    if (!endpoint) throw new RefusedError("the endpoint was deleted", "give up");
    if (endpoint.offAt) throw new RefusedError("the endpoint was switched off", "give up");
    attempt.signal.throwIfAborted();
    attempt.textLeaves();
    const now = await clock();
    const headers = {
      // Without a name's signs that no header can hold, such as ’.
      "User-Agent": `${brand.shortName.replace(/[^ -~]/g, "")}-Webhooks/1`,
      ...signedHeaders(id, text, secretsOf(endpoint, now), now),
    };
    const { status, headers: answered, text: said } = await call(new URL(endpoint.url), headers, text, reach);
    attempt.answered(status, said);
    if (status >= 200 && status < 300) return;
    const words = `the endpoint answered ${status}`;
    if (status === HTTP_GONE) throw new GoneError(words, "give up");
    const asked = retryAfterMoment(answered["retry-after"], await clock());
    throw asked ? new RefusedError(words, asked) : new Error(words);
  }

  return {
    channel: "webhook",
    async send(envelope, attempt) {
      try {
        await sendOne(envelope, attempt);
      } catch (error) {
        const isTest = envelope.subject === TEST_EVENT && !attempt.signal.aborted;
        throw isTest && !(error instanceof GoneError) ? new RefusedError(String(error), "give up") : error;
      }
    },
    async standing(read) {
      const { id, failingSince, isSlow, lastSuccessAt, probeId } = webhookEndpoints;
      const isBad = or(isNotNull(failingSince), isSlow);
      const rows = await read
        .select({ id, failingSince, isSlow, probeId })
        .from(webhookEndpoints)
        .where(or(isBad, isNull(lastSuccessAt)));
      const isFailing = (row: (typeof rows)[number]) => row.failingSince !== null || row.isSlow;
      return {
        last: [rows.filter((row) => !isFailing(row)), rows.filter(isFailing)].map((some) => some.map((row) => row.id)),
        probes: new Map(rows.flatMap(({ id, probeId }) => (probeId ? [[id, probeId] as const] : []))),
      };
    },
    noted,
  };
}

/** What failed is the call that tries whether the endpoint is back, for as long as it waits to be tried again. */
async function noted(
  tx: Tx,
  { id, to }: Pick<Envelope, "id" | "to">,
  { isSent, error, tookMs, status, said }: Result,
  now: Date,
): Promise<void> {
  const endpoint = await endpointById(tx, to);
  if (!endpoint || endpoint.offAt) return;
  const text = status === null && error instanceof Error ? error.message : said;
  await keepAnswer(tx, endpoint, { id, status, text }, now);
  const failingSince = isSent ? null : (endpoint.failingSince ?? now);
  // Its owner may have asked for another call while this one was made.
  const asked = (await queuedOf(tx, endpoint.probeId ? [endpoint.probeId] : [], now))[0]?.id;
  await tx
    .update(webhookEndpoints)
    .set({
      ...{ failingSince, probeId: isSent ? null : (asked ?? id), isSlow: tookMs > SLOW_MS },
      ...{ lastAnswerAt: now, lastAnswerStatus: status, ...(isSent && { lastSuccessAt: now }) },
    })
    .where(eq(webhookEndpoints.id, to));
  if (error instanceof GoneError) await switchOff(tx, endpoint, "gone", now);
  else if (failingSince && now.getTime() - failingSince.getTime() >= FAILS_AT_MOST_MS)
    await switchOff(tx, endpoint, "failing", now);
}

/** Standard Webhooks: an endpoint answers within 15 to 30 seconds. From the look-up of its name to the answer's status. */
const CALL_LASTS_MS = 15 * SECONDS;
/** What an endpoint may ask for is cut shorter later (`channels.ts`). This keeps it a date. */
const LONGEST_ASKED_MS = 365 * DAYS;

/**
 * Posts JSON to an endpoint.
 * @throws NotPublicError if its address is in figures and not public; CallError, for a name that isn't too
 */
export async function callEndpoint(
  url: URL,
  headers: Record<string, string>,
  body: string,
  reach: Reach,
  timeLimitMs = CALL_LASTS_MS,
): Promise<ServerAnswer> {
  if (isIP(url.hostname.replace(/^\[|\]$/g, ""))) await callableAddresses(url, reach);
  return callServer(url, {
    headers: { ...headers, "Content-Type": "application/json" },
    body,
    inAllMs: timeLimitMs,
    reads: "status",
    mostBytes: MOST_READ_OF_ANSWER,
    lookup: checkedLookup(url, reach),
  });
}

/** The moment that a `Retry-After` names, in seconds from now or as a date; null if it is neither. */
export function retryAfterMoment(value: string | undefined, now: Date): Date | null {
  const typed = value?.trim() ?? "";
  if (/^\d+$/.test(typed)) return new Date(now.getTime() + Math.min(Number(typed) * SECONDS, LONGEST_ASKED_MS));
  // A date of HTTP begins with its weekday. JavaScript would read a date into almost any number.
  const moment = /^[A-Z][a-z]{2,8},? /.test(typed) ? Date.parse(typed) : Number.NaN;
  return Number.isNaN(moment) ? null : new Date(moment);
}
