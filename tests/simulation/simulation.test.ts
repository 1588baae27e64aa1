import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bugs } from "./planted-bugs/bugs.mjs";
import { freshBugs } from "./planted-bugs/fresh-bugs.mjs";
import { laterBugs } from "./planted-bugs/later-bugs.mjs";
import { aWorkshop, type Workshop } from "./workshop.mjs";

let workshop: Workshop;
let site: string;
beforeAll(async () => {
  workshop = await aWorkshop();
  site = await workshop.siteFrom(path.resolve("."));
});
afterAll(() => workshop.clear());

const simulate = async (seed: string, steps: string, program = site) =>
  (await workshop.simulate(program, ["--seed", seed, "--steps", steps])).output;
const fingerprint = (output: string) => /nothing fell\..*fingerprint (\w+)/.exec(output)?.[1];

test("a world with crashes, power cuts, full disks, locks, forgers and lost answers breaks no promise; its seed alone decides it", async () => {
  const output = await simulate("1", "500");
  expect(output).toContain("nothing fell");
  expect(fingerprint(await simulate("1", "500"))).toBe(fingerprint(output));
  expect(fingerprint(await simulate("2", "500"))).not.toBe(fingerprint(output));
});

test("a sync that is left out is found, and the printed command finds it again, at the same step", async () => {
  const [bug] = bugs;
  if (!bug) return expect.fail("no bug is planted");
  const broken = await workshop.siteFrom(workshop.plant(bug));
  const output = await simulate("1", "2000", broken);
  const [, seed = "", steps = ""] = /node tests\/simulation\/run\.mjs --seed (\d+) --steps (\d+)/.exec(output) ?? [];
  const [failure] = /^seed \d+ failed at step .*$/m.exec(output) ?? [];
  expect(failure).toBeDefined();
  expect(await simulate(seed, steps, broken)).toContain(failure);
});

describe("every planted bug", () => {
  const all = [...bugs, ...freshBugs, ...laterBugs];

  test("there are at least sixty, and no two are the same", () => {
    expect(bugs.length).toBeGreaterThanOrEqual(60);
    expect(new Set(all.map(({ file, find, replace }) => [file, find, replace].join("\0"))).size).toBe(all.length);
  });

  test.each(all)("can still be planted: $what", ({ file, find, replace }) => {
    expect(readFileSync(file, "utf8").split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  });
});
