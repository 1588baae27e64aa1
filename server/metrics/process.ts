import { collectDefaultMetrics, type Registry } from "prom-client";

/** Gauges that prom-client names like counters, which promtool refuses. */
const misnamed = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];
/** How often the delay of timers is measured. */
const LOOK_EVERY_MS = 20;

/** Metrics of this process: memory, processor time and the delay of timers. */
export function watchProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOK_EVERY_MS });
  for (const name of misnamed) registry.removeSingleMetric(name);
}
