import { expect, test } from "vitest";
import { figure } from "#app/domain/values/figure";
import { figuresText } from "../../../server/metrics/metrics";
import { readMetrics } from "../../support/metrics-reader";

test("written metrics can be read back, whatever a label contains", async () => {
  const nasty = 'a "quoted"\\path\nand a new line';
  const written = await figuresText([
    { name: "some_total", help: "One\nline\\", values: [{ labels: { what: nasty, b: "" }, value: 3 }] },
    figure("small_bytes", "Very small.", 1e-9),
  ]);
  const read = readMetrics(written);
  expect(read.get("some_total")).toMatchObject({
    type: "counter",
    samples: [{ name: "some_total", labels: { what: nasty, b: "" }, value: 3 }],
  });
  expect(read.get("small_bytes")).toMatchObject({ type: "gauge", samples: [{ value: 1e-9 }] });
});

test("a metric without a value is left out, so that an alarm with absent() notices", async () => {
  const written = await figuresText([{ name: "none_seconds", help: "Nothing.", values: [] }]);
  expect(readMetrics(written)).toEqual(new Map());
});

test.each([
  ["a sample without its type", "a_total 1\n"],
  ["a last line that isn't ended", "# HELP a A.\n# TYPE a gauge\na 1"],
  ["a sample twice", "# HELP a A.\n# TYPE a gauge\na 1\na 2\n"],
  ["a label that isn't closed", '# HELP a A.\n# TYPE a gauge\na{b="c} 1\n'],
  ["a number that is none", "# HELP a A.\n# TYPE a gauge\na NaN1\n"],
  ["a counter that isn't called one", "# HELP a A.\n# TYPE a counter\na 1\n"],
  ["a gauge that is called a counter", "# HELP a_total A.\n# TYPE a_total gauge\na_total 1\n"],
  ["a unit that isn't a base unit", "# HELP a_ms A.\n# TYPE a_ms gauge\na_ms 1\n"],
])("the reader of these tests refuses %s", (_, text) => {
  expect(() => readMetrics(text)).toThrow();
});
