import { expect, test } from "vitest";
import { circuitBreaker } from "#app/domain/prices/contract/circuit-breaker";

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

test("a circuit opens again for the whole pause when the try fails, and after as many failures in a row once closed", () => {
  const breaker = circuitBreaker(2, 1_000);
  breaker.failed(0);
  expect([breaker.state, breaker.lets(0)]).toEqual(["closed", true]);
  breaker.failed(10);
  expect([breaker.lets(1_009), breaker.lets(1_010), breaker.lets(2_009), breaker.lets(2_010)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  breaker.succeeded();
  breaker.failed(3_000);
  expect([breaker.state, breaker.lets(3_000)]).toEqual(["closed", true]);
  breaker.failed(3_001);
  expect([breaker.state, breaker.lets(3_001)]).toEqual(["open", false]);
});

test("unless told otherwise, four failures open it for fifteen seconds", () => {
  const breaker = circuitBreaker();
  for (const now of [1, 2, 3]) breaker.failed(now);
  expect(breaker.lets(3)).toBe(true);
  breaker.failed(4);
  expect([breaker.lets(4), breaker.lets(15_003), breaker.lets(15_004)]).toEqual([false, false, true]);
});
