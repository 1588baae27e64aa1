/** One measured value. `of` is what a histogram's sample tells. */
export type Sample = { labels?: Record<string, string>; value: number; of?: "bucket" | "sum" | "count" };

export type Metric = { name: string; help: string; type: "counter" | "gauge" | "histogram"; samples: Sample[] };

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** What Prometheus reads (its text format 0.0.4). A metric without samples is left out. */
export function metricsText(metrics: Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${escaped(help)}`,
        `# TYPE ${name} ${type}`,
        ...samples.map((each) => lineOf(name, each)),
        "",
      ].join("\n"),
    )
    .join("");
}

/** A metric with one value. */
export function single(type: "counter" | "gauge", name: string, help: string, value: number): Metric {
  return { type, name, help, samples: [{ value }] };
}

function lineOf(name: string, { labels = {}, value, of }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`);
  return `${name}${of ? `_${of}` : ""}${pairs.length ? `{${pairs.join(",")}}` : ""} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
