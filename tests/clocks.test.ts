import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const JUDGES = [
  // A time from a real clock that is compared later. With fake timers the clock is fake, which is allowed.
  (source: string) =>
    [...source.matchAll(/(?:const|let) (\w+) = (?:Date\.now|performance\.now|process\.(?:hrtime\.bigint|uptime))\(\)/g)]
      .filter(() => !/vi\.useFakeTimers\(/.test(source))
      .map(([, begun]) =>
        new RegExp(`- ${begun}\\b.*|expect\\(.*\\b${begun}\\b.*\\)\\.toBe(?:Less|Greater).*`).exec(source),
      )
      .find(Boolean),
  // A time limit: vitest.config.ts has one for all, long enough for a busy machine, and one for runs that take hours.
  (source: string) => /expect\s*\.poll\([^;]*\{[^};]*timeout:|vi\.wait(?:For|Until)\(.*/.exec(source),
  (source: string) => /\btimeout: \d+ \* \w+/.exec(source),
  (source: string) => /^ *(?:\}, )?(?:\d[\d_]{4,}|\d+ \* (?:SECONDS|MINUTES|HOURS))(?:\);|,\n *\);)$/m.exec(source),
];

/** The first line of a test that judges a time; undefined if there is none. */
function judgement(source: string): string | undefined {
  for (const judges of JUDGES) {
    const found = judges(source);
    if (found) return found[0].trim();
  }
  return undefined;
}

/**
 * On a busy machine such a test fails without a reason. Test the cause instead; a command in bench/ prints the time.
 */
test("no test judges a time on a clock, or has a time limit of its own", () => {
  const files = readdirSync("tests", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.test\.tsx?$/.test(file) && !file.includes("node_modules") && file !== "clocks.test.ts",
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.map((file) => [file, judgement(readFileSync(`tests/${file}`, "utf8"))]);
  expect(found.filter(([, line]) => line)).toEqual([]);
});

test.each([
  "const begin = performance.now();\nexpect(performance.now() - begin).toBeLessThan(500);",
  "const begin = Date.now();\nexpect(Date.now() - begin).toBeLessThan(500);",
  "const begin = Date.now();\nexpect(later - begin).toBeGreaterThan(500);",
  'test("soon", async () => {\n}, 20_000);',
  'test(\n  "soon",\n  async () => {},\n  90 * SECONDS,\n);',
  'test("soon", { timeout: 10 * MINUTES }, async () => {});',
  'test(\n  "soon",\n  async () => {},\n  4 * HOURS,\n);',
  "await expect.poll(() => found, { timeout: 5_000 }).toBe(1);",
  "await vi.waitFor(() => expect(found).toBe(1));",
])("it finds one: %j", (source) => {
  expect(judgement(source)).toBeDefined();
});

test.each([
  "vi.useFakeTimers();\nexpect(performance.now() - begin).toBeLessThan(500);",
  "const old = new Date(Date.now() - 30 * DAYS);",
  "const elapsedMs = () => performance.now();",
  "expect(lag.behindMs(after(75))).toBe(75_000);",
  "await expect.poll(() => found, { interval: 500 }).toBe(1);",
])("it lets others be: %j", (source) => {
  expect(judgement(source)).toBeUndefined();
});
