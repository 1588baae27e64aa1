export type ReadMetric = { type: string; help: string; samples: ReadSample[] };
type ReadSample = { name: string; labels: Record<string, string>; value: number };

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const sampleLine = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const label = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/;
const endings: Record<string, string[]> = { counter: [""], gauge: [""], histogram: ["_bucket", "_sum", "_count"] };

/** Units that `promtool check metrics` refuses in a name, because they aren't Prometheus's base units. */
const OTHER_UNITS =
  /_(?:ms|milliseconds|us|microseconds|ns|minutes|hours|days|weeks|kb|kilobytes|mb|megabytes|percent)(?:_|$)/;

/**
 * A strict parser of Prometheus's text format 0.0.4: help and type before the samples, each metric in one piece, no
 * sample twice, histograms that add up, names that `promtool check metrics` accepts. Throws at the first error.
 */
export function readMetrics(text: string): Map<string, ReadMetric> {
  const metrics = new Map<string, ReadMetric>();
  if (text !== "" && !text.endsWith("\n")) throw new Error("the last line isn't ended");
  let current: [string, ReadMetric] | undefined;
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const [, help, words = ""] = new RegExp(`^# HELP (${NAME}) (.+)$`).exec(line) ?? [];
    const [, typed, type = ""] = new RegExp(`^# TYPE (${NAME}) (\\w+)$`).exec(line) ?? [];
    if (help) {
      if (metrics.has(help)) throw new Error(`${help} comes twice`);
      current = [help, { type: "", help: words, samples: [] }];
      metrics.set(...current);
    } else if (typed) {
      if (current?.[0] !== typed || current[1].samples.length > 0) throw new Error(`a type out of place: ${line}`);
      if (!endings[type]) throw new Error(`no such type: ${line}`);
      current[1].type = type;
    } else {
      if (!current) throw new Error(`a sample of nothing: ${line}`);
      current[1].samples.push(readSample(line, ...current));
    }
  }
  for (const [name, metric] of metrics) checkWhole(name, metric);
  return metrics;
}

function readSample(line: string, metric: string, { type }: ReadMetric): ReadSample {
  const [, name = "", labels = "", number = ""] = sampleLine.exec(line) ?? [];
  if (!endings[type]?.some((ending) => name === metric + ending)) throw new Error(`not a sample of ${metric}: ${line}`);
  // Prometheus reads NaN in upper or lower case; prom-client writes `Nan` for a mean without values.
  if (!/^(?:[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|Nan)$/.test(number)) throw new Error(`not a number: ${line}`);
  return { name, labels: readLabels(labels), value: Number(number.replace("Inf", "Infinity")) };
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== ""; ) {
    const [whole = "", name = "", value = ""] = label.exec(rest) ?? [];
    if (!whole || name in labels) throw new Error(`labels that can't be read: ${text}`);
    labels[name] = value.replace(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign));
    rest = rest.slice(whole.length);
  }
  return labels;
}

function checkWhole(name: string, { type, samples }: ReadMetric): void {
  if (!type) throw new Error(`${name} has no type`);
  const keys = samples.map((sample) => JSON.stringify([sample.name, Object.entries(sample.labels).sort()]));
  if (new Set(keys).size !== keys.length) throw new Error(`${name} has a sample twice`);
  if ((type === "counter") !== name.endsWith("_total")) throw new Error(`${name} isn't called what it is: a ${type}`);
  if (OTHER_UNITS.test(name)) throw new Error(`${name} has no base unit`);
  if (type !== "gauge" && samples.some(({ value }) => value < 0)) throw new Error(`${name} counts below nothing`);
  if (type === "histogram") checkHistogram(name, samples);
}

function checkHistogram(name: string, samples: ReadSample[]): void {
  for (const total of samples.filter((sample) => sample.name === `${name}_count`)) {
    const isSame = ({ labels: { le: _, ...labels } }: ReadSample) =>
      JSON.stringify(labels) === JSON.stringify(total.labels);
    const buckets = samples.filter((sample) => sample.name === `${name}_bucket` && isSame(sample));
    const rises = buckets.every(
      ({ labels, value }, at) =>
        at === 0 ||
        (value >= (buckets[at - 1]?.value ?? 0) && boundOf(labels.le) > boundOf(buckets[at - 1]?.labels.le)),
    );
    if (!rises || buckets.at(-1)?.labels.le !== "+Inf" || buckets.at(-1)?.value !== total.value) {
      throw new Error(`${name} doesn't add up for ${JSON.stringify(total.labels)}`);
    }
  }
}

function boundOf(le = ""): number {
  return Number(le.replace("+Inf", "Infinity"));
}
