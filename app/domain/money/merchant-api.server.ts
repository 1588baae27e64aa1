import { createHash } from "node:crypto";
import { MINUTES } from "#app/durations";
import { callServer, type ServerAnswer } from "../values/http-client.server";
import { refused } from "../values/refused";
import { phpUrlencode } from "./payfast-signature.server";
import { readTransactionList, type Transaction, type TransactionList } from "./transaction-list";

/**
 * PayFast's merchant API and our account there. Written from PayFast's PHP SDK and documentation; not tried against the
 * real API.
 */
export type MerchantApi = {
  baseUrl: string;
  merchantId: string;
  passphrase: string;
  /** The sandbox, where nothing is refunded. */
  isTesting: boolean;
};

/** The API from the settings, or null when it isn't configured. */
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
/** A busy shop's month is far smaller. */
const LONGEST_ANSWER_BYTES = 20 * 1024 * 1024;
/** The most transactions that one answer holds; the SDK's example asks for this many. */
const PAGE = 1000;

/** The transactions from one South African day to another, both included. Days are written `2026-11-21`. */
export async function fetchTransactions(
  api: MerchantApi,
  from: string,
  to: string,
  now: Date,
): Promise<TransactionList> {
  const all: Transaction[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const query = { from, to, offset: String(offset), limit: String(PAGE) };
    const response = await askMerchantApi(api, "transactions/history", { query }, now);
    if (response?.status !== 200) return refused(`PayFast answered ${response?.status ?? "nothing in time"}.`);
    const list = readTransactionList(response.text, now);
    if (!list.ok) return list;
    all.push(...list.transactions);
    if (list.transactions.length < PAGE) return { ok: true, transactions: all };
  }
}

type Fields = Record<string, string>;

/**
 * Sends a signed request to the API: a POST if there is a body, otherwise a GET. Null when no complete answer came in
 * time. Never repeated: a POST may have moved the money.
 */
export function askMerchantApi(
  api: MerchantApi,
  path: string,
  { query = {}, body }: { query?: Fields; body?: Fields },
  now: Date,
): Promise<ServerAnswer | null> {
  const headers = { "merchant-id": api.merchantId, version: VERSION, timestamp: timestampOf(now) };
  const signature = signApi({ ...headers, ...query, ...body }, api.passphrase);
  const url = new URL(path, api.baseUrl.endsWith("/") ? api.baseUrl : `${api.baseUrl}/`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (api.isTesting) url.searchParams.set("testing", "true");
  const json = body && { "Content-Type": "application/json" };
  return callServer(url, {
    headers: { Accept: "application/json, text/csv", ...headers, signature, ...json },
    body: body && JSON.stringify(body),
    inAllMs: PATIENCE_MS,
    reads: "whole",
    mostBytes: LONGEST_ANSWER_BYTES,
  }).catch(() => null);
}

/** Signs by another rule than the payment form's: headers, query, body and passphrase together, sorted by name. */
function signApi(fields: Fields, passphrase: string): string {
  const signed = Object.entries({ ...fields, passphrase }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = signed.map(([name, value]) => `${name}=${phpUrlencode(value)}`).join("&");
  return createHash("md5").update(text).digest("hex");
}

/** PHP's `Y-m-d\TH:i:sO` in South African time: `2026-11-21T14:05:33+0200`. */
function timestampOf(now: Date): string {
  return `${new Date(now.getTime() + 120 * MINUTES).toISOString().slice(0, 19)}+0200`;
}
