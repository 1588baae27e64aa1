import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../support/a-store";

function read(file: string) {
  const program = `(await import("./server/dot-env.mjs")).readDotEnv(process.argv[1]); console.log(process.env.PORT, process.env.HOST)`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program, file], {
    env: { NODE_ENV: "production", PORT: "4000" },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("a .env file adds to the environment; it isn't required", () => {
  const file = path.join(aFolder(), ".env");
  expect(read(file).stdout).toBe("4000 undefined\n");
  writeFileSync(file, "PORT=5000\nHOST=127.0.0.1\n");
  expect(read(file).stdout).toBe("4000 127.0.0.1\n");
});

test("one that can't be read is named in one line, with what to do", () => {
  // A folder instead of a file, because tests may run as root, which can read every file.
  const file = path.join(aFolder(), ".env");
  mkdirSync(file);
  const { status, stderr } = read(file);
  expect(stderr).toMatch(/^\S+\.env can't be read: [^\n]+ \(sudo -u thuma …\)\.\n$/);
  expect(status).toBe(1);
});
