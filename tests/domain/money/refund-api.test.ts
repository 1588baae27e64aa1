import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { askForRefund, refundedThere } from "#app/domain/bookings/payments/pay-refund.server";
import { fetchTransactions, type MerchantApi } from "#app/domain/money/merchant-api.server";
import { merchantApiStub } from "../../support/a-merchant-api";
import { transactionCsv } from "../../support/a-transaction-list";

const now = new Date("2026-11-23T22:30:00Z");
const refund = { pfPaymentId: "1089250", amountCents: 30_01, reason: "Parcel was cancelled" };

describe("a refund request to PayFast", () => {
  test("is signed as PayFast's SDK does, gives the amount in cents, and notifies the buyer", async () => {
    const stub = await merchantApiStub();
    expect(await askForRefund(stub.api, refund, now)).toEqual({ kind: "paid" });
    expect(stub.asked).toEqual([
      {
        call: "POST /refunds/1089250",
        query: {},
        json: { amount: "3001", reason: "Parcel was cancelled", notify_buyer: "1" },
      },
    ]);
    expect(await refundedThere(stub.api, "1089250", now)).toBe(30_01);
  });

  test.each([
    ["a refusal with its reason", 400, { data: { response: false, message: "No money" } }, "refused", "No money"],
    ["a refusal without", 400, { data: { response: false } }, "refused", "status 400"],
    ["a refusal without any data", 422, {}, "refused", "status 422"],
    ["a long reason, cut", 400, { data: { message: "x".repeat(300) } }, "refused", "x".repeat(200)],
    ["a refusal whose data are null", 400, { data: null }, "refused", "status 400"],
    ["a 200 without any data", 200, {}, "refused", "status 200"],
    ["a refusal that is no JSON", 403, "<h1>Forbidden</h1>", "refused", "status 403"],
    ["a yes with the wrong status", 202, { data: { response: true } }, "refused", "status 202"],
    ["a 200 that says no", 200, { data: { response: "yes" } }, "refused", "status 200"],
    ["a 200 that is no JSON: it may have been paid", 200, "OK", "unknown", undefined],
    ["a fault there: it may have been paid", 500, { data: { response: false } }, "unknown", undefined],
    ["a fault on the way", 502, "Bad Gateway", "unknown", undefined],
  ])("%s", async (_, status, body, kind, why) => {
    expect(await askForRefund(await answering(status, body), refund, now)).toEqual(
      why === undefined ? { kind } : { kind, why },
    );
  });
});

describe("the amount that PayFast has refunded of a payment", () => {
  const there = async (status: number, body: object | string) => refundedThere(await answering(status, body), "1", now);
  const listed = (...transactions: object[]) => ({ data: { response: { transactions } } });

  test("is the sum of its refunds only", async () => {
    const lines = [
      { amount: "-1000", type: "Funds Received (Refund)" },
      { amount: 250, type: "REFUND" },
      { amount: "5000", type: "Funds Received" },
    ];
    expect(await there(200, listed(...lines))).toBe(12_50);
    expect(await there(200, listed())).toBe(0);
  });

  test.each([
    ["not known", 404, listed()],
    ["an amount that is none", 200, listed({ amount: "ten", type: "refund" })],
    ["half a cent", 200, listed({ amount: "0.5", type: "refund" })],
    ["no list", 200, { data: {} }],
    ["no JSON", 200, "OK"],
  ])("is unknown where the answer is %s", async (_, status, body) => {
    expect(await there(status, body)).toBeNull();
  });
});

describe("PayFast's list of transactions", () => {
  const line = { at: now, grossCents: 100_00, orderId: "q", pfPaymentId: "1" };

  test("is requested by day, in pages of a thousand", async () => {
    const stub = await merchantApiStub();
    stub.list = transactionCsv([line]);
    expect(await fetchTransactions(stub.api, "2026-11-01", "2026-11-23", now)).toMatchObject({
      ...{ ok: true, transactions: [{ pfPaymentId: "1", grossCents: 100_00 }] },
    });
    expect(stub.asked).toEqual([
      {
        call: "GET /transactions/history",
        query: { from: "2026-11-01", to: "2026-11-23", offset: "0", limit: "1000" },
        json: null,
      },
    ]);
  });

  test("continues after a full page, and ends with one that isn't full", async () => {
    const full = transactionCsv(Array.from({ length: 1000 }, (_, at) => ({ ...line, pfPaymentId: `${at}` })));
    const pages = [full, transactionCsv([line])];
    const asked: (string | null)[] = [];
    const api = await answering(200, (url: URL) => {
      asked.push(url.searchParams.get("offset"));
      return pages.shift() ?? transactionCsv([]);
    });
    const list = await fetchTransactions(api, "2026-11-01", "2026-11-23", now);
    expect(asked).toEqual(["0", "1000"]);
    expect(list.ok && list.transactions.length).toBe(1001);
  });

  test("is refused with the reason if it can't be fetched or read", async () => {
    const list = async (status: number, body: string) =>
      fetchTransactions(await answering(status, body), "2026-11-01", "2026-11-23", now);
    expect(await list(503, "")).toEqual({ ok: false, why: "PayFast answered 503." });
    expect(await list(200, "<h1>Log in</h1>")).toMatchObject({ ok: false });
    const nowhere = { ...(await answering(200, "")), baseUrl: "http://127.0.0.1:1" };
    expect(await fetchTransactions(nowhere, "2026-11-01", "2026-11-23", now)).toEqual({
      ...{ ok: false, why: "PayFast answered nothing in time." },
    });
  });

  test("is requested for the live account without the sandbox's parameter, with South African time", async () => {
    const seen: { url: URL; timestamp: unknown }[] = [];
    const api = await answering(200, (url: URL, headers: IncomingHttpHeaders) => {
      seen.push({ url, timestamp: headers.timestamp });
      return transactionCsv([]);
    });
    await fetchTransactions({ ...api, isTesting: false }, "2026-11-01", "2026-11-23", now);
    await fetchTransactions({ ...api, baseUrl: `${api.baseUrl}/v2/` }, "2026-11-01", "2026-11-23", now);
    expect(seen.map(({ url }) => [url.pathname, url.searchParams.get("testing")])).toEqual([
      ["/transactions/history", null],
      ["/v2/transactions/history", "true"],
    ]);
    expect(seen[0]?.timestamp).toBe("2026-11-24T00:30:00+0200");
  });
});

type Answer = (url: URL, headers: IncomingHttpHeaders) => string;

/** An API that gives the same answer to every request. */
async function answering(status: number, body: object | string | Answer): Promise<MerchantApi> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://stub");
    const reply = typeof body === "function" ? body(url, request.headers) : body;
    response.writeHead(status).end(typeof reply === "string" ? reply : JSON.stringify(reply));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, merchantId: "10000100", passphrase: "secret", isTesting: true };
}
