import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("an event is one line of JSON on standard output, with its time in UTC, whatever is in its words", () => {
  const words = 'two\nlines\r\n{"level":60,"msg":"forged"}\u2028';
  const program = `import { log } from "./app/log.server.ts"; log.warn({ path: ${JSON.stringify(words)} }, ${JSON.stringify(words)});`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
  });
  const [line = "", ...others] = stdout.split("\n");
  expect([others, stderr]).toEqual([[""], ""]);
  expect(JSON.parse(line)).toEqual({
    level: 40,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    path: words,
    msg: words,
  });
});
