import type { Server } from "node:http";
import type { Company } from "../../app/company.server";
import type { Config } from "../../app/config.server";
import { log } from "../../app/log.server";
import { companyMetrics } from "./company";
import { type CopyState, copyMetrics, fileMetrics } from "./files";
import { openMetricsPort } from "./port";
import { processMeter } from "./process";
import type { RequestMeter } from "./requests";
import { type Metric, metricsText, single } from "./text";

/** However often somebody asks, the database is asked this seldom. */
const KEPT_MS = 5_000;

/**
 * Serves the figures of the requests, the company and the process on their port.
 * @throws ConfigError when that port can't be had
 */
export async function openMetrics(
  config: Config,
  requests: RequestMeter,
  company: Company,
  secondCopy: () => CopyState | undefined,
): Promise<Server> {
  const processMetrics = processMeter();
  const read = keptFor(KEPT_MS, async (now) => {
    return [
      ...(await companyMetrics(company.store.read, now)),
      single(
        "counter",
        "thuma_pricing_failures_total",
        "Failures of the pricing service since the start.",
        company.pricingFailures(),
      ),
      ...fileMetrics(config, now),
      ...copyMetrics(secondCopy(), now),
    ];
  });
  return openMetricsPort(
    config.metrics,
    async () => metricsText([...requests.metrics(), ...processMetrics(), ...(await read())]),
    (error) => log.error({ err: error }, "the metrics could not be read"),
  );
}

function keptFor(ms: number, make: (now: Date) => Promise<Metric[]>): () => Promise<Metric[]> {
  let kept: { until: number; metrics: Promise<Metric[]> } | undefined;
  return () => {
    const now = Date.now();
    if (!kept || kept.until <= now) {
      kept = { until: now + ms, metrics: make(new Date(now)) };
      kept.metrics.catch(() => {
        kept = undefined;
      });
    }
    return kept.metrics;
  };
}
