import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { watchProcess } from "../../../server/metrics/metrics";

test("memory, processor time and the delay of timers are measured; no gauge is named like a counter", async () => {
  const registry = new Registry();
  watchProcess(registry);
  const metrics = await registry.getMetricsAsJSON();
  const names = metrics.map(({ name }) => name);
  for (const name of ["process_resident_memory_bytes", "process_cpu_seconds_total", "nodejs_eventloop_lag_seconds"])
    expect(names).toContain(name);
  const misnamed = metrics.filter(({ name, type }) => name.endsWith("_total") && String(type) !== "counter");
  expect(misnamed).toEqual([]);
  registry.clear();
});
