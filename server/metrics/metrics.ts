import type { Server } from "node:http";
import type { Registry } from "prom-client";
import type { Config } from "../../app/config.server";
import { companyFigures } from "../../app/domain/figures/figures.server";
import { figure } from "../../app/domain/values/figure";
import { SECONDS } from "../../app/durations";
import { log } from "../../app/log.server";
import { release } from "../../app/release.server";
import type { Services } from "../../app/services.server";
import { figuresText } from "./figures-text";
import { type CopyState, fileFigures, replicaFigures } from "./files";
import { openMetricsPort } from "./port";
import { watchProcess } from "./process";

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
