import { collectDefaultMetrics, type Registry } from "prom-client";

/** Gauges that prom-client names like counters, and Prometheus's own checker refuses. */
const misnamed = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];
/** How often the lateness of timers is looked at. */
const LOOK_EVERY_MS = 20;

/** What this process takes, and how late it gets to what is due. */
export function watchProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOK_EVERY_MS });
  for (const name of misnamed) registry.removeSingleMetric(name);
}
