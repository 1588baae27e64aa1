/** One measured number, told apart from others of its name by labels: `{ state: "queued" }`. */
type Value = { labels?: Record<string, string>; value: number };

/** What the company watches about itself, under a name that keeps Prometheus's rules: base units, the unit last. */
export type Figure = { name: string; help: string; values: Value[] };

/** A figure that is one number. */
export function figure(name: string, help: string, value: number): Figure {
  return { name, help, values: [{ value }] };
}
