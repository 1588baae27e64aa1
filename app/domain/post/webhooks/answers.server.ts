import { and, desc, eq, inArray } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import { webhookAnswers, webhookEndpoints } from "#db/schema/webhooks";
import type { Reader, Tx } from "#db/store.server";
import { asLine } from "../../values/typed-text";
import { DOTS } from "../without-secrets";
import type { Endpoint } from "./endpoints.server";
import type { Payload } from "./event-types";

/** As many calls of an endpoint as its owner sees, with their answers. */
export const CALLS_SHOWN = 20;
/** As many signs of an answer as are kept. */
const LONGEST_ANSWER = 200;
/** An answer that was read to its limit may end within a secret. Longer than any of ours. */
const LONGEST_SECRET = 80;
/** In bytes: 200 signs of any script, and what is left off because it may be a part of a secret. */
export const MOST_READ_OF_ANSWER = 2048;

/** Keeps what an endpoint answered to a call, or why no answer came, in place of what it answered before, and forgets what isn't shown any more. */
export async function keepAnswer(
  tx: Tx,
  endpoint: Endpoint,
  { id, status, text }: { id: string; status: number | null; text: string },
  now: Date,
): Promise<void> {
  const answer = { status, text: shownOf(endpoint, text), answeredAt: now };
  await tx
    .insert(webhookAnswers)
    .values({ id, endpointId: endpoint.id, ...answer })
    .onConflictDoUpdate({ target: webhookAnswers.id, set: answer });
  const old = await tx
    .select({ id: webhookAnswers.id })
    .from(webhookAnswers)
    .where(eq(webhookAnswers.endpointId, endpoint.id))
    .orderBy(desc(webhookAnswers.answeredAt), desc(webhookAnswers.id))
    .offset(2 * CALLS_SHOWN)
    .limit(CALLS_SHOWN);
  if (old.length === 0) return;
  await tx.delete(webhookAnswers).where(
    inArray(
      webhookAnswers.id,
      old.map((each) => each.id),
    ),
  );
}

/** The beginning of an answer as one line, without what it repeats of our call's secrets or the shop's own address. */
function shownOf({ url, secret, previousSecret }: Endpoint, answered: string): string {
  const isCut = Buffer.byteLength(answered) >= MOST_READ_OF_ANSWER - 8;
  const whole = isCut ? answered.slice(0, -LONGEST_SECRET) : answered;
  const { pathname, search } = new URL(url);
  const theirs = [`${pathname}${search}`, ...pathname.split("/"), search.slice(1), ...search.slice(1).split(/[&=]/)];
  const ours = [secret, previousSecret ?? ""].flatMap((each) => [each, each.replace("whsec_", "")]);
  const known = [...ours, ...theirs.filter((part) => part.length >= LIKE_A_SECRET)];
  const secrets = known.flatMap((each) => [each, ...asEscaped(each)]).filter(Boolean);
  const told = secrets
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, DOTS), whole)
    .replace(OUR_SECRETS, DOTS);
  return [...asLine(told)].slice(0, LONGEST_ANSWER).join("");
}

/** A text as PHP's JSON and as addresses spell it. */
const asEscaped = (text: string) => [text.replaceAll("/", "\\/"), encodeURIComponent(text)];

/** Shorter parts of an address are words: `hook`. */
const LIKE_A_SECRET = 6;
/** Secrets and keys of ours, and signatures, by how they begin; also one that breaks off. */
const OUR_SECRETS = /whsec_[\w+/=\\%]*|thuma_(?:live|test)_\w*|\bv1(?:,|%2C)[\w+/=\\%]{8,}/g;

/** One of an endpoint's calls, and what it answered last. */
export type WebhookCall = {
  id: string;
  /** "parcel.delivered". */
  type: string;
  state: (typeof outgoingMails.$inferSelect)["state"];
  queuedAt: Date;
  attempts: number;
  nextAttemptAt: Date;
  isWithdrawn: boolean;
  /** It is being made. */
  isUnderWay: boolean;
  /** The shop's own number of the booking that it tells of; empty if it has none, and for a test. */
  reference: string | null;
  /** That booking's waybill; empty before it is paid, and for a test. */
  waybillNo: string | null;
  answer: { status: number | null; text: string; at: Date } | null;
};

/** An endpoint's newest calls, the newest first. */
export async function lastCalls(store: Reader, endpointId: string): Promise<WebhookCall[]> {
  const { channel, toAddress, queuedAt, id } = outgoingMails;
  const rows = await store
    .select({ call: outgoingMails, answer: webhookAnswers })
    .from(outgoingMails)
    .leftJoin(webhookAnswers, eq(webhookAnswers.id, id))
    .where(and(eq(toAddress, endpointId), eq(channel, "webhook")))
    .orderBy(desc(queuedAt), desc(id))
    .limit(CALLS_SHOWN);
  return rows.map(({ call, answer }) => ({
    ...{ id: call.id, type: call.subject, state: call.state, queuedAt: call.queuedAt, attempts: call.attempts },
    ...{ nextAttemptAt: call.nextAttemptAt, isWithdrawn: call.withdrawnAt !== null },
    isUnderWay: call.state === "queued" && call.claimedAt !== null,
    ...numbersIn(call.textBody),
    answer: answer && { status: answer.status, text: answer.text, at: answer.answeredAt },
  }));
}

function numbersIn(payload: string): Pick<WebhookCall, "reference" | "waybillNo"> {
  const { data } = JSON.parse(payload) as { data?: Partial<Payload["data"]> };
  return { reference: data?.reference ?? null, waybillNo: data?.waybillNo ?? null };
}

/** All answers that are kept of an account's endpoints. */
export async function answersOf(store: Reader, uid: string) {
  const { status, text, answeredAt, id } = webhookAnswers;
  return store
    .select({ call: id, status, text, answeredAt })
    .from(webhookAnswers)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookAnswers.endpointId))
    .where(eq(webhookEndpoints.uid, uid))
    .orderBy(desc(answeredAt), desc(id));
}
