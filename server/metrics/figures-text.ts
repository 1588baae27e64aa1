import { Counter, Gauge, Registry } from "prom-client";
import type { Figure } from "../../app/domain/values/figure";

/** Figures as Prometheus reads them. What ends in `_total` only grows: a counter. A figure without a value is left out. */
export function figuresText(figures: Figure[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, values } of figures.filter(({ values }) => values.length > 0)) {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const metric = new (name.endsWith("_total") ? Counter : Gauge)({ name, help, labelNames, registers: [registry] });
    for (const { labels = {}, value } of values) metric.inc(labels, value);
  }
  return registry.metrics();
}
