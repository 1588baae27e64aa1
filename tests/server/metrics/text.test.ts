import { expect, test } from "vitest";
import { metricsText, single } from "../../../server/metrics/text";
import { readMetrics } from "../../support/metrics-reader";

test("what is written is what is read, whatever stands in a label", () => {
  const nasty = 'a "quoted"\\path\nand a new line';
  const written = metricsText([
    {
      name: "some_total",
      help: "One\nline\\",
      type: "counter",
      samples: [{ labels: { what: nasty, b: "" }, value: 3 }],
    },
    single("gauge", "small", "Very small.", 1e-9),
  ]);
  const read = readMetrics(written);
  expect(read.get("some_total")?.samples).toEqual([{ name: "some_total", labels: { what: nasty, b: "" }, value: 3 }]);
  expect(read.get("small")?.samples[0]?.value).toBe(1e-9);
});

test("a metric without samples is left out", () => {
  expect(metricsText([{ name: "none", help: "Nothing.", type: "gauge", samples: [] }])).toBe("");
});

test.each([
  ["a sample without its type", "a_total 1\n"],
  ["a last line that isn't ended", "# HELP a A.\n# TYPE a gauge\na 1"],
  ["a sample twice", "# HELP a A.\n# TYPE a gauge\na 1\na 2\n"],
  ["a label that isn't closed", '# HELP a A.\n# TYPE a gauge\na{b="c} 1\n'],
  ["a number that is none", "# HELP a A.\n# TYPE a gauge\na NaN1\n"],
])("the reader of these tests refuses %s", (_, text) => {
  expect(() => readMetrics(text)).toThrow();
});
