import { once, requestHash } from "#app/domain/accounts/once.server";
import { openChargesByKeys } from "#app/domain/money/charges.server";
import {
  MOST_PAID_TOGETHER,
  openListOf,
  openOrdersOf,
  unpaidByKeys,
} from "#app/domain/parcels/quotes/payment-order.server";
import { type Quote, shopsOrder } from "#app/domain/parcels/quotes/quote";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { lastCalls, type WebhookCall } from "#app/domain/post/webhooks/answers.server";
import { changeSecret, type Endpoint, endpointOf, endpointsOf } from "#app/domain/post/webhooks/endpoints.server";
import { TEST_EVENT } from "#app/domain/post/webhooks/event-types";
import { whyOff } from "#app/domain/post/webhooks/switched-off.server";
import { placeOnRoute } from "#app/domain/prices/place-on-route.server";
import { formatRand } from "#app/domain/values/money";
import { saDateTime } from "#app/domain/values/sa-time";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import type { Reader, Store } from "#db/store.server";

/** As many unpaid bookings as the page names. */
const MOST_NAMED = 20;

/** A call of a webhook, in words. */
export type WebhookCallShown = {
  id: string;
  /** "parcel.delivered, #1000"; with the waybill number if the shop gave the booking none of its own. */
  what: string;
  at: string;
  state: string;
  /** "200 OK"; null if none came, and before the call is made. */
  answer: string | null;
  /** "No answer: the connection was refused". */
  noAnswer: string | null;
  mayGoAgain: boolean;
};

export type WebhookShown = {
  id: string;
  host: string;
  events: string;
  state: string;
  isOff: boolean;
  /** Whether calls were given up or left out, which can all be made again. */
  isBehind: boolean;
  calls: WebhookCallShown[];
};

/** An account's webhooks with their newest calls, and the one whose secret is to be changed. */
export async function webhooksShown(store: Reader, uid: string, renewedId: string | null) {
  const endpoints = await endpointsOf(store, uid);
  const webhooks: WebhookShown[] = [];
  for (const endpoint of endpoints) webhooks.push(webhookShown(endpoint, await lastCalls(store, endpoint.id)));
  return { webhooks, renewed: webhooks.find(({ id }) => id === renewedId) ?? null };
}

function webhookShown(endpoint: Endpoint, calls: WebhookCall[]): WebhookShown {
  const { id, url, events, offAt, unsentSince } = endpoint;
  return {
    ...{ id, host: new URL(url).host, events: events?.join(", ") ?? "All events", state: stateOf(endpoint) },
    isOff: offAt !== null,
    isBehind:
      offAt !== null ||
      unsentSince !== null ||
      calls.some(({ state, type }) => state === "dead" && type !== TEST_EVENT),
    calls: calls.map((call) => callShown(call, offAt !== null)),
  };
}

function stateOf({ offAt, offBecause, failingSince, lastSuccessAt, unsentSince }: Endpoint): string {
  if (offAt) return `Off since ${saDateTime(offAt)}. ${offBecause ? plainText(whyOff(offBecause)) : ""}`.trim();
  if (failingSince) return `On, but every call has failed since ${saDateTime(failingSince)}.`;
  if (unsentSince) return `On, but so slow that we left out the oldest calls on ${saDateTime(unsentSince)}.`;
  return lastSuccessAt ? `On. It last took a call on ${saDateTime(lastSuccessAt)}.` : "On. Not called yet.";
}

function callShown(call: WebhookCall, isOff: boolean): WebhookCallShown {
  const { id, type, reference, waybillNo, queuedAt, answer, state, isWithdrawn, isUnderWay } = call;
  const waitsToBeTriedAgain = state === "queued" && call.attempts > 0 && !isUnderWay;
  return {
    id,
    what: [type, shopsOrder({ reference }) ?? spokenWaybillNumber(waybillNo ?? "")].filter(Boolean).join(", "),
    at: saDateTime(queuedAt),
    state: callState(call),
    answer: answer?.status ? `${answer.status} ${answer.text}`.trim() : null,
    noAnswer: answer && answer.status === null ? noAnswer(answer.text) : null,
    mayGoAgain: (state !== "queued" || waitsToBeTriedAgain) && !isWithdrawn && !isOff && type !== TEST_EVENT,
  };
}

/** Why no answer came, by what the network's error has in it. */
const noAnswerBecause: [RegExp, string][] = [
  [/ECONNREFUSED/, "the connection was refused"],
  [/ENOTFOUND|ENODATA/, "no server has this name"],
  [/ETIMEDOUT|within \d+ ms/, "it took too long"],
  [/private network/, "the address leads into a private network"],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/, "its certificate isn't valid"],
];

function noAnswer(error: string): string {
  const because = noAnswerBecause.find(([sign]) => sign.test(error))?.[1];
  return because ? `No answer: ${because}` : "No answer";
}

function callState({ state, attempts, nextAttemptAt, isWithdrawn, isUnderWay }: WebhookCall): string {
  if (isUnderWay) return "We are calling now";
  if (isWithdrawn) return "Withdrawn: it was not so";
  if (state === "sent") return "Taken";
  if (state === "dead") return "Given up";
  if (state === "skipped") return "Not sent";
  return attempts === 0 ? "Waits for its turn" : `Not taken yet. We try again on ${saDateTime(nextAttemptAt)}`;
}

/** What an account's programs have booked and nobody has paid, and where it is paid. */
export async function openBookings(store: Reader, uid: string) {
  const { shown, count } = await unpaidByKeys(store, uid, MOST_NAMED);
  const open = await openListOf(store, uid);
  const together = Math.min(open.length, MOST_PAID_TOGETHER);
  const orders = await openOrdersOf(store, uid);
  const about = (quote: Quote) => ({
    order: shopsOrder(quote) ?? quote.quoteNo,
    to: `${quote.formSnapshot.addresses.toName}, ${placeOnRoute(quote, "to")}`,
  });
  const charges = (await openChargesByKeys(store, uid)).map(({ charge: { id, amountCents }, quote }) => ({
    ...about(quote),
    id,
    price: `Pay ${formatRand(amountCents)} more`,
    href: paths.charge(id),
  }));
  return {
    bookings: [
      ...charges,
      ...shown.map((quote) => ({
        ...about(quote),
        id: quote.id,
        price: formatRand(quote.grandTotalCents ?? 0),
        href: null,
      })),
    ],
    more: count - shown.length,
    payHrefs: [
      ...open.slice(0, 1).map(({ id }) => ({
        href: paths.payfastStart(id),
        words: together === 1 ? "Pay for the new parcel" : `Pay for ${together} new parcels`,
      })),
      ...orders.map(({ orderId, bookings }) => ({
        href: paths.payfastOrder(orderId),
        words: bookings === 1 ? "Pay for 1 parcel" : `Pay for ${bookings} parcels`,
      })),
    ],
  };
}

/**
 * Gives an endpoint a new secret for a form of its owner. The same form sent again tells the same secret: a second change
 * would end the one that the shop's program has, before anybody could put the new one there.
 */
export async function newSecretOnce(
  store: Store,
  { uid, webhookId, form }: { uid: string; webhookId: string; form: string },
  now: Date,
): Promise<string | null> {
  const asked = { uid, key: `secret form ${form}`, hash: requestHash("POST", webhookId, null) };
  await store.tx(async (tx) => {
    const work = async () => ({ status: 200, body: (await changeSecret(tx, uid, webhookId, now)) !== null });
    await once(tx, asked, work, now);
  });
  return (await endpointOf(store.read, uid, webhookId))?.secret ?? null;
}
