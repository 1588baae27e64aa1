import { expect, test } from "vitest";
import { circuit } from "#app/domain/pricing/circuit";
import { remembered } from "#app/domain/pricing/remembered";

test("a circuit opens after failures in a row, lets one call try after the rest, and closes when it succeeds", () => {
  const fuse = circuit(2, 1_000);
  fuse.failed(0);
  fuse.succeeded();
  fuse.failed(1);
  expect(fuse.lets(2)).toBe(true);
  fuse.failed(2);
  expect([fuse.state, fuse.lets(3), fuse.lets(1_001)]).toEqual(["open", false, false]);
  expect([fuse.lets(1_002), fuse.lets(1_003)]).toEqual([true, false]);
  fuse.failed(1_100);
  expect(fuse.lets(2_000)).toBe(false);
  expect(fuse.lets(2_100)).toBe(true);
  fuse.succeeded();
  expect([fuse.state, fuse.lets(2_101)]).toEqual(["closed", true]);
});

const HOURS = 3_600_000;

test("a list is asked for anew after a minute, kept for a day while no newer one comes, and then not any more", async () => {
  let now = 0;
  let calls = 0;
  let isWell = true;
  const ask = remembered(
    async () => {
      calls += 1;
      if (!isWell) throw new Error("away");
      return calls;
    },
    () => now,
  );
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  now = 59_000;
  expect(await ask()).toBe(1);
  now = 61_000;
  expect(await ask()).toBe(2);
  isWell = false;
  now = 23 * HOURS;
  expect(await ask()).toBe(2);
  expect(await ask()).toBe(2);
  expect(calls).toBe(3);
  now = 25 * HOURS;
  await expect(ask()).rejects.toThrow("away");
});
