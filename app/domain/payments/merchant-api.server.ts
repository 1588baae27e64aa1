import { createHash } from "node:crypto";
import { MINUTES, SECONDS } from "#app/durations";
import type { Cents } from "../values/money";
import { askApi } from "./ask-api.server";
import { phpUrlencode } from "./payfast-signature.server";
import { readTransactionList, type Transaction, type TransactionList } from "./transaction-list";

/** PayFast's merchant API and the account that asks. Its own PHP SDK and documentation; not tried against the real one. */
export type MerchantApi = {
  baseUrl: string;
  merchantId: string;
  passphrase: string;
  /** The sandbox, where nothing is refunded. */
  isTesting: boolean;
};

/** The API that the settings name; null where it is never to be asked. */
export function merchantApiOf(payfast: {
  mode: string;
  apiUrl?: string;
  merchantId?: string;
  passphrase?: string;
}): MerchantApi | null {
  const { mode, apiUrl: baseUrl, merchantId, passphrase } = payfast;
  if (!baseUrl || !merchantId || !passphrase) return null;
  return { baseUrl, merchantId, passphrase, isTesting: mode !== "live" };
}

const VERSION = "v1";
const PATIENCE_MS = 1 * MINUTES;
const REFUND_PATIENCE_MS = 30 * SECONDS;
/** The most that one answer holds, as the SDK's example asks for. */
const PAGE = 1000;

/** The transactions of some South African days, both included, `2026-11-21`. */
export async function fetchTransactions(
  api: MerchantApi,
  from: string,
  to: string,
  now: Date,
): Promise<TransactionList> {
  const all: Transaction[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const query = { from, to, offset: String(offset), limit: String(PAGE) };
    const answer = await ask(api, "GET", "transactions/history", { query }, PATIENCE_MS, now);
    if (answer?.status !== 200)
      return { ok: false, refusal: `PayFast answered ${answer?.status ?? "nothing in time"}.` };
    const list = readTransactionList(answer.body, now);
    if (!list.ok) return list;
    all.push(...list.transactions);
    if (list.transactions.length < PAGE) return { ok: true, transactions: all };
  }
}

/** What PayFast has paid back of a payment, in cents; null when it can't be had. */
export async function refundedCents(api: MerchantApi, pfPaymentId: string, now: Date): Promise<Cents | null> {
  const answer = await ask(api, "GET", `refunds/${pfPaymentId}`, {}, REFUND_PATIENCE_MS, now);
  if (answer?.status !== 200) return null;
  try {
    const { transactions } = JSON.parse(answer.body).data.response as {
      transactions: { amount: string | number; type: string }[];
    };
    const back = transactions.filter(({ type }) => /refund/i.test(type));
    return back.reduce((total, { amount }) => total + Math.abs(Number(amount)), 0);
  } catch {
    return null;
  }
}

/** Pays money back. `unknown`: no answer came, and it may have been paid all the same. */
export async function payRefund(
  api: MerchantApi,
  { pfPaymentId, amountCents, reason }: { pfPaymentId: string; amountCents: Cents; reason: string },
  now: Date,
): Promise<{ kind: "paid" } | { kind: "refused"; why: string } | { kind: "unknown" }> {
  const body = { amount: String(amountCents), reason, notify_buyer: "1" };
  const answer = await ask(api, "POST", `refunds/${pfPaymentId}`, { body }, REFUND_PATIENCE_MS, now);
  if (!answer || answer.status >= 500) return { kind: "unknown" };
  try {
    const { data } = JSON.parse(answer.body);
    if (answer.status === 200 && data?.response === true) return { kind: "paid" };
    return { kind: "refused", why: String(data?.message ?? data?.response ?? `status ${answer.status}`).slice(0, 200) };
  } catch {
    return answer.status === 200 ? { kind: "unknown" } : { kind: "refused", why: `status ${answer.status}` };
  }
}

type Fields = Record<string, string>;

function ask(
  api: MerchantApi,
  method: "GET" | "POST",
  path: string,
  { query = {}, body }: { query?: Fields; body?: Fields },
  timeoutMs: number,
  now: Date,
) {
  const headers = { "merchant-id": api.merchantId, version: VERSION, timestamp: timestampOf(now) };
  const signature = signApi({ ...headers, ...query, ...body }, api.passphrase);
  const url = new URL(path, api.baseUrl.endsWith("/") ? api.baseUrl : `${api.baseUrl}/`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (api.isTesting) url.searchParams.set("testing", "true");
  return askApi(method, url, { headers: { ...headers, signature }, json: body }, timeoutMs);
}

/** Another rule than the form's: headers, query, body and passphrase together, sorted by name. */
export function signApi(fields: Fields, passphrase: string): string {
  const signed = Object.entries({ ...fields, passphrase }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = signed.map(([name, value]) => `${name}=${phpUrlencode(value)}`).join("&");
  return createHash("md5").update(text).digest("hex");
}

/** PHP's `Y-m-d\TH:i:sO` on a South African clock: `2026-11-21T14:05:33+0200`. */
function timestampOf(now: Date): string {
  return `${new Date(now.getTime() + 120 * MINUTES).toISOString().slice(0, 19)}+0200`;
}
