import { expect, test } from "vitest";
import { circuitBreaker } from "#app/domain/pricing/circuit-breaker";
import { memoize } from "#app/domain/pricing/memoize";
import { HOURS } from "#app/durations";

test("a circuit opens after failures in a row, lets one call try after the pause, and closes when it succeeds", () => {
  const breaker = circuitBreaker(2, 1_000);
  breaker.failed(0);
  breaker.succeeded();
  breaker.failed(1);
  expect(breaker.lets(2)).toBe(true);
  breaker.failed(2);
  expect([breaker.state, breaker.lets(3), breaker.lets(1_001)]).toEqual(["open", false, false]);
  expect([breaker.lets(1_002), breaker.lets(1_003)]).toEqual([true, false]);
  breaker.failed(1_100);
  expect(breaker.lets(2_000)).toBe(false);
  expect(breaker.lets(2_100)).toBe(true);
  breaker.succeeded();
  expect([breaker.state, breaker.lets(2_101)]).toEqual(["closed", true]);
});

test("a list is fetched again after a minute, kept for a day while no newer one comes, and then dropped", async () => {
  let now = 0;
  let calls = 0;
  let isWell = true;
  const ask = memoize(
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
