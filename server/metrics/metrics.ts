import type { Server } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Config } from "../../app/config.server";
import { companyFigures } from "../../app/domain/figures/figures.server";
import { type Figure, figure } from "../../app/domain/values/figure";
import { SECONDS } from "../../app/durations";
import { log } from "../../app/log.server";
import { release } from "../../app/release.server";
import type { Services } from "../../app/services.server";
import { type CopyState, fileFigures, replicaFigures } from "./files";
import { openMetricsPort } from "./port";

/** The database is queried at most this often, however often metrics are read. */
const CACHED_MS = 5 * SECONDS;

/**
 * Serves the metrics of requests, the courier and the process on their own port.
 * @param registry counts the requests
 * @throws ConfigError when the port isn't available
 */
export async function openMetrics(
  config: Config,
  registry: Registry,
  services: Services,
  replica: () => CopyState | undefined,
): Promise<Server> {
  watchProcess(registry);
  const slowFigures = cachedFor(CACHED_MS, async (now) =>
    figuresText([
      { name: "thuma_build_info", help: "The release that runs.", values: [{ labels: release, value: 1 }] },
      ...(await companyFigures(services.store.read, now)),
      figure(
        "thuma_pricing_failures_total",
        "Failures of the pricing service since the start.",
        services.pricingFailures(),
      ),
      ...fileFigures(config),
      ...replicaFigures(replica()),
    ]),
  );
  return openMetricsPort(
    config.metrics,
    async () => `${await registry.metrics()}${await slowFigures()}`,
    (error) => log.error({ err: error }, "the metrics could not be read"),
  );
}

function cachedFor(ms: number, make: (now: Date) => Promise<string>): () => Promise<string> {
  let cached: { until: number; text: Promise<string> } | undefined;
  return () => {
    const elapsedMs = performance.now();
    if (!cached || cached.until <= elapsedMs) {
      cached = { until: elapsedMs + ms, text: make(new Date()) };
      cached.text.catch(() => {
        cached = undefined;
      });
    }
    return cached.text;
  };
}

/** Metrics in Prometheus's format. A name that ends in `_total` is a counter. A metric without values is left out. */
export function figuresText(figures: Figure[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, values } of figures.filter(({ values }) => values.length > 0)) {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const metric = new (name.endsWith("_total") ? Counter : Gauge)({ name, help, labelNames, registers: [registry] });
    for (const { labels = {}, value } of values) metric.inc(labels, value);
  }
  return registry.metrics();
}

/** Gauges that prom-client names like counters, which promtool refuses. */
const misnamed = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];
/** How often the delay of timers is measured. */
const LOOK_EVERY_MS = 20;

/** Metrics of this process: memory, processor time and the delay of timers. */
export function watchProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOK_EVERY_MS });
  for (const name of misnamed) registry.removeSingleMetric(name);
}
