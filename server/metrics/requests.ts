import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Seconds. A page takes a few milliseconds; after the last of these a customer has left. */
const BUCKETS_S = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const METHODS = ["GET", "HEAD", "POST"];

/**
 * Counts requests by route. The labels are bounded: each request counts for one of the given patterns or for "other".
 * @param patterns as routes are written: `/track`, `/waybill/:no`, `/build/*`
 */
export function requestMeter(patterns: string[], registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests by route, method and class of status; class none: the browser hung up before the answer.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "From a request's last header to the end of its answer.",
    labelNames: ["route"],
    buckets: BUCKETS_S,
    registers,
  });
  const inFlight = new Gauge({
    name: "http_requests_in_flight",
    help: "Requests that wait for the end of their answer now.",
    registers,
  });
  const fixed = new Set(patterns.filter((pattern) => !/[:*]/.test(pattern)));
  const open = patterns
    .filter((pattern) => !fixed.has(pattern))
    .sort((one, another) => another.length - one.length)
    .map((route) => ({ route, shape: shapeOf(route) }));

  function routeOf(address: string): string {
    const query = address.indexOf("?");
    const path = query === -1 ? address : address.slice(0, query);
    return fixed.has(path) ? path : (open.find(({ shape }) => shape.test(path))?.route ?? "other");
  }

  return {
    /** Call for every request, before it is answered. */
    watch(request: IncomingMessage, response: ServerResponse): void {
      const begin = performance.now();
      const route = routeOf(request.url ?? "");
      const method = METHODS.find((known) => known === request.method) ?? "other";
      inFlight.inc();
      response.once("close", () => {
        inFlight.dec();
        const status = response.headersSent ? `${Math.floor(response.statusCode / 100)}xx` : "none";
        requests.inc({ route, method, status });
        durations.observe({ route }, (performance.now() - begin) / 1000);
      });
    },
  };
}

function shapeOf(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/:\w+/g, "[^/]+")
    .replace(/\*$/, ".*");
  return new RegExp(`^${source}$`);
}
