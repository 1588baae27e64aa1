import { Counter, Gauge, Registry } from "prom-client";
import type { Figure } from "../../app/domain/values/figure";

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
