/** One value, distinguished by labels from others with the same name: `{ state: "queued" }`. */
type Value = { labels?: Record<string, string>; value: number };

/** A business metric, named by Prometheus's rules: base units, the unit last. */
export type Figure = { name: string; help: string; values: Value[] };

/** A metric with a single value. */
export function figure(name: string, help: string, value: number): Figure {
  return { name, help, values: [{ value }] };
}
