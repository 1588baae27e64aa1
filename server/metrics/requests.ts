import type { IncomingMessage, ServerResponse } from "node:http";
import type { Metric, Sample } from "./text";

/** Seconds. A page takes a few milliseconds; past the last of these a customer has given up. */
const BUCKETS_S = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const METHODS = ["GET", "HEAD", "POST", "other"];
/** By the first digit of the status; the first: nobody was left to hear the answer. */
const CLASSES = ["none", "1xx", "2xx", "3xx", "4xx", "5xx"];

type Row = { route: string; answers: Float64Array; buckets: Float64Array; seconds: number };

/**
 * Counts requests by what answers for them. Labels are bounded: whatever people ask for, a request counts for one of the
 * given patterns or for "other". Costs a look into a map and a few additions for each request.
 * @param patterns as routes are written: `/track`, `/waybill/:no`, `/build/*`
 */
export function requestMeter(patterns: string[]) {
  const rows = patterns.map(newRow);
  const other = newRow("other");
  const fixed = new Map(rows.filter(({ route }) => !/[:*]/.test(route)).map((row) => [row.route, row]));
  const open = rows
    .filter(({ route }) => /[:*]/.test(route))
    .sort((one, another) => another.route.length - one.route.length)
    .map((row) => ({ row, shape: shapeOf(row.route) }));
  let underway = 0;

  function rowOf(address: string): Row {
    const query = address.indexOf("?");
    const path = query === -1 ? address : address.slice(0, query);
    return fixed.get(path) ?? open.find(({ shape }) => shape.test(path))?.row ?? other;
  }

  /** Call with every request, before anything answers it. */
  function watch(request: IncomingMessage, response: ServerResponse): void {
    const begin = performance.now();
    const row = rowOf(request.url ?? "");
    const method = METHODS.indexOf(request.method ?? "");
    underway += 1;
    response.once("close", () => {
      underway -= 1;
      const status = response.headersSent ? Math.floor(response.statusCode / 100) : 0;
      count(row, method === -1 ? METHODS.length - 1 : method, status, (performance.now() - begin) / 1000);
    });
  }

  return {
    watch,
    metrics(): Metric[] {
      const asked = [...rows, other].filter(({ answers }) => answers.some((number) => number > 0));
      return [
        {
          name: "thuma_http_requests_total",
          help: "Requests by route, method and class of status; class none: the browser hung up before the answer.",
          type: "counter",
          samples: asked.flatMap(answersOf),
        },
        {
          name: "thuma_http_request_seconds",
          help: "From a request's last header to the end of its answer.",
          type: "histogram",
          samples: asked.flatMap(latencyOf),
        },
        {
          name: "thuma_http_requests_underway",
          help: "Requests that wait for the end of their answer now.",
          type: "gauge",
          samples: [{ value: underway }],
        },
      ];
    },
  };
}

export type RequestMeter = ReturnType<typeof requestMeter>;

function newRow(route: string): Row {
  return {
    route,
    answers: new Float64Array(METHODS.length * CLASSES.length),
    buckets: new Float64Array(BUCKETS_S.length + 1),
    seconds: 0,
  };
}

function count(row: Row, method: number, status: number, seconds: number): void {
  row.answers[method * CLASSES.length + status] = (row.answers[method * CLASSES.length + status] ?? 0) + 1;
  const over = BUCKETS_S.findIndex((bound) => seconds <= bound);
  const bucket = over === -1 ? BUCKETS_S.length : over;
  row.buckets[bucket] = (row.buckets[bucket] ?? 0) + 1;
  row.seconds += seconds;
}

function answersOf({ route, answers }: Row): Sample[] {
  return METHODS.flatMap((method, row) =>
    CLASSES.map((status, column) => ({
      labels: { route, method, status },
      value: answers[row * CLASSES.length + column] ?? 0,
    })),
  ).filter(({ value }) => value > 0);
}

/** Each bucket holds those below it too. */
function latencyOf({ route, buckets, seconds }: Row): Sample[] {
  let soFar = 0;
  const counted = [...buckets].map((number, at): Sample => {
    soFar += number;
    return { of: "bucket", labels: { route, le: String(BUCKETS_S[at] ?? "+Inf") }, value: soFar };
  });
  return [
    ...counted,
    { of: "sum", labels: { route }, value: seconds },
    { of: "count", labels: { route }, value: soFar },
  ];
}

function shapeOf(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/:[^/]+/g, "[^/]+")
    .replace(/\*$/, ".*");
  return new RegExp(`^${source}$`);
}
