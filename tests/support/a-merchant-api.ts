import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { MerchantApi } from "#app/domain/money/merchant-api.server";

/** A request to the stub: method and path, and the signed fields. */
type Asked = { call: string; query: Record<string, string>; json: Record<string, string> | null };

/**
 * A stub of PayFast's merchant API, built from its documentation and PHP SDK, not from the real API. It refuses
 * requests that aren't signed as the SDK signs them.
 */
export async function merchantApiStub(passphrase = "jt7NOE43FZPn") {
  const asked: Asked[] = [];
  const stub = {
    asked,
    /** The complete list that it answers with; or another status. */
    list: "",
    status: 200,
    /** The refunds that it has made, by payment. */
    refunds: new Map<string, number[]>(),
    refundAnswer: "paid" as "paid" | "refused" | "cut off after paying" | "cut off before paying",
    api: {} as MerchantApi,
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    const url = new URL(request.url ?? "", "http://stub");
    const { testing, ...query } = Object.fromEntries(url.searchParams);
    const json = body ? JSON.parse(body) : null;
    asked.push({ call: `${request.method} ${url.pathname}`, query, json });
    const headers = { "merchant-id": "", version: "", timestamp: "" };
    for (const name of Object.keys(headers) as (keyof typeof headers)[]) headers[name] = String(request.headers[name]);
    const answer = (status: number, content: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(typeof content === "string" ? content : JSON.stringify(content));
    };
    const isOurs =
      testing === "true" && request.headers.signature === signed({ ...headers, ...query, ...json, passphrase });
    if (!isOurs)
      return answer(401, {
        code: 401,
        status: "failed",
        data: { response: false, message: "Merchant authorization failed" },
      });
    if (url.pathname === "/transactions/history") return answer(stub.status, stub.list);

    const payment = url.pathname.replace("/refunds/", "");
    const made = stub.refunds.get(payment) ?? [];
    if (request.method === "GET") {
      const transactions = made.map((cents) => ({ amount: `-${cents}`, type: "Funds Received (Refund)", date: "" }));
      return answer(200, { code: 200, data: { response: { transactions }, message: "success" } });
    }
    if (stub.refundAnswer === "refused")
      return answer(400, { code: 400, data: { response: false, message: "Insufficient funds" } });
    if (stub.refundAnswer === "cut off before paying") return request.socket.destroy();
    stub.refunds.set(payment, [...made, Number(json?.amount)]);
    if (stub.refundAnswer === "cut off after paying") return request.socket.destroy();
    answer(200, { code: 200, status: "success", data: { response: true, message: "Success" } });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  stub.api = { baseUrl: `http://127.0.0.1:${port}`, merchantId: "10000100", passphrase, isTesting: true };
  return stub;
}

/** PHP's ksort, urlencode and md5, deliberately written a second time here. */
function signed(fields: Record<string, string>): string {
  const text = Object.keys(fields)
    .sort()
    .map(
      (name) => `${name}=${new URLSearchParams({ v: fields[name] ?? "" }).toString().slice(2).replaceAll("*", "%2A")}`,
    )
    .join("&");
  return createHash("md5").update(text).digest("hex");
}
