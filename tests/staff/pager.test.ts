import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throughPager } from "#app/staff/pager.server";
import { aFolder } from "../support/a-store";

/** A stand-in for less, which writes down how it was called and what it was given. */
let shown: string;
beforeEach(() => {
  const bin = path.join(aFolder(), "bin");
  mkdirSync(bin);
  shown = path.join(bin, "shown");
  writeFileSync(path.join(bin, "less"), `#!/bin/sh\n(echo "$@ $LESSSECURE $LESSHISTFILE"; cat) > ${shown}\n`, {
    mode: 0o755,
  });
  vi.stubEnv("PATH", `${bin}:/usr/bin:/bin`);
});
afterEach(() => void vi.unstubAllEnvs());

const LINES = "a line\n".repeat(9);

test("what is longer than the terminal is shown in less, which may run nothing", () => {
  expect(throughPager(LINES, { columns: 80, rows: 10 })).toBe(true);
  expect(readFileSync(shown, "utf8")).toBe(`-RSX 1 -\n${LINES}`);
});

test("a long line counts for as many as it fills", () => {
  expect(throughPager(`${"x".repeat(161)}\n`, { columns: 80, rows: 4 })).toBe(true);
  expect(throughPager(`${"x".repeat(160)}\n`, { columns: 80, rows: 4 })).toBe(false);
  expect(throughPager(`${"x".repeat(161)}\n`, { rows: 4 })).toBe(true);
});

test("what fits is printed, and so is everything where there is no terminal or no less", () => {
  expect(throughPager(LINES, { columns: 80, rows: 11 })).toBe(false);
  expect(throughPager(LINES, {})).toBe(false);
  vi.stubEnv("PATH", aFolder());
  expect(throughPager(LINES, { columns: 80, rows: 10 })).toBe(false);
});
