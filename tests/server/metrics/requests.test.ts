import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { requestMeter } from "../../../server/metrics/requests";
import { readMetrics } from "../../support/metrics-reader";

const patterns = ["/", "/track", "/waybill/:no", "/payfast/start/:quoteId", "/v1/*", "/build/*", "/*"];

function aMeter() {
  const registry = new Registry();
  const meter = requestMeter(patterns, registry);
  const read = async () => readMetrics(await registry.metrics());
  return {
    read,
    /** A request under way. Call the returned function with the status, or null if the client disconnected. */
    ask(url: string, method = "GET") {
      const response = Object.assign(new EventEmitter(), { headersSent: false, statusCode: 200 });
      meter.watch({ url, method } as IncomingMessage, response as unknown as ServerResponse);
      return (status: number | null) => {
        Object.assign(response, { headersSent: status !== null, statusCode: status ?? 200 });
        response.emit("close");
      };
    },
    async counts() {
      return ((await read()).get("http_requests_total")?.samples ?? []).map(({ labels, value }) => [
        `${labels.method} ${labels.route} ${labels.status}`,
        value,
      ]);
    },
  };
}

test.each([
  ["/", "/"],
  ["/?from=1431", "/"],
  ["/track", "/track"],
  ["/waybill/TH4821093753", "/waybill/:no"],
  ["/waybill/TH4821093753/more", "/*"],
  ["/payfast/start/abc?cancelled", "/payfast/start/:quoteId"],
  ["/v1/quote/local", "/v1/*"],
  ["/build/a-B3.css", "/build/*"],
  ["/wp-login.php", "/*"],
  ["http://other.example/", "other"],
])("%s counts for %s", async (url, route) => {
  const meter = aMeter();
  meter.ask(url)(200);
  expect(await meter.counts()).toEqual([[`GET ${route} 2xx`, 1]]);
});

test("whatever is requested, there is at most one line for each route, method and class of status", async () => {
  const meter = aMeter();
  for (let at = 0; at < 1000; at += 1) meter.ask(`/nothing-${at}?${at}`, `METHOD${at}`)(404);
  expect(await meter.counts()).toEqual([["other /* 4xx", 1000]]);
});

test("methods and classes of status are counted separately, and so are disconnected clients", async () => {
  const meter = aMeter();
  meter.ask("/", "HEAD")(304);
  meter.ask("/", "POST")(503);
  meter.ask("/", "POST")(null);
  expect(await meter.counts()).toEqual([
    ["HEAD / 3xx", 1],
    ["POST / 5xx", 1],
    ["POST / none", 1],
  ]);
});

test("waiting requests are in flight; answered ones are in the histogram", async () => {
  const meter = aMeter();
  const [first, second] = [meter.ask("/"), meter.ask("/track")];
  expect((await meter.read()).get("http_requests_in_flight")?.samples[0]?.value).toBe(2);
  first?.(200);
  second?.(200);
  expect((await meter.read()).get("http_requests_in_flight")?.samples[0]?.value).toBe(0);
  const counts = (await meter.read())
    .get("http_request_duration_seconds")
    ?.samples.filter(({ name }) => name.endsWith("_count"));
  expect(counts?.map(({ labels, value }) => [labels.route, value])).toEqual([
    ["/", 1],
    ["/track", 1],
  ]);
});
