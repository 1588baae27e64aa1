import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { requestMeter } from "../../../server/metrics/requests";
import { metricsText } from "../../../server/metrics/text";
import { readMetrics } from "../../support/metrics-reader";

const patterns = ["/", "/track", "/waybill/:no", "/payfast/start/:quoteId", "/v1/*", "/build/*", "/*"];

/** A request that is being answered; call what is returned when the answer is out, or null when nobody heard it. */
function ask(meter: ReturnType<typeof requestMeter>, url: string, method = "GET") {
  const response = Object.assign(new EventEmitter(), { headersSent: false, statusCode: 200 });
  meter.watch({ url, method } as IncomingMessage, response as unknown as ServerResponse);
  return (status: number | null) => {
    Object.assign(response, { headersSent: status !== null, statusCode: status ?? 200 });
    response.emit("close");
  };
}

const read = (meter: ReturnType<typeof requestMeter>) => readMetrics(metricsText(meter.metrics()));
const countsOf = (meter: ReturnType<typeof requestMeter>) =>
  (read(meter).get("thuma_http_requests_total")?.samples ?? []).map(({ labels, value }) => [
    `${labels.method} ${labels.route} ${labels.status}`,
    value,
  ]);

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
])("%s counts for %s", (url, route) => {
  const meter = requestMeter(patterns);
  ask(meter, url)(200);
  expect(countsOf(meter)).toEqual([[`GET ${route} 2xx`, 1]]);
});

test("whatever people ask for, there is one line for each route, method and class of status at most", () => {
  const meter = requestMeter(patterns);
  for (let at = 0; at < 1000; at += 1) ask(meter, `/nothing-${at}?${at}`, `METHOD${at}`)(404);
  expect(countsOf(meter)).toEqual([["other /* 4xx", 1000]]);
});

test("methods and classes of status are told apart, and a browser that hung up too", () => {
  const meter = requestMeter(patterns);
  ask(meter, "/", "HEAD")(304);
  ask(meter, "/", "POST")(503);
  ask(meter, "/", "POST")(null);
  expect(countsOf(meter)).toEqual([
    ["HEAD / 3xx", 1],
    ["POST / none", 1],
    ["POST / 5xx", 1],
  ]);
});

test("requests that wait for their answer are underway; answered ones are in the histogram", () => {
  const meter = requestMeter(patterns);
  const [first, second] = [ask(meter, "/"), ask(meter, "/track")];
  expect(read(meter).get("thuma_http_requests_underway")?.samples[0]?.value).toBe(2);
  first?.(200);
  second?.(200);
  expect(read(meter).get("thuma_http_requests_underway")?.samples[0]?.value).toBe(0);
  const counts = read(meter)
    .get("thuma_http_request_seconds")
    ?.samples.filter(({ name }) => name.endsWith("_count"));
  expect(counts?.map(({ labels, value }) => [labels.route, value])).toEqual([
    ["/", 1],
    ["/track", 1],
  ]);
});
