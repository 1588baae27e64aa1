import { expect, test } from "vitest";
import { MINUTES, SECONDS } from "#app/durations";
import { sharedCount } from "#app/http/limits/shared-count.server";
import { aStore } from "../support/a-store";

const noon = new Date("2026-11-21T10:00:00Z");
const after = (seconds: number) => new Date(noon.getTime() + seconds * SECONDS);
const limit = { points: 10, windowMs: 1 * MINUTES };

test("two processes count together once they have exchanged counts, and both allow requests again after the minute", async () => {
  const store = await aStore();
  const [one, other] = [sharedCount(store, limit), sharedCount(store, limit)];
  const ask = (count: typeof one, seconds: number) => count.allow("network", after(seconds));
  for (let asked = 0; asked < 6; asked += 1) expect([ask(one, 0), ask(other, 0)]).toEqual([null, null]);
  await one.flush(after(1));
  await other.flush(after(1));
  expect(ask(other, 1)).toBe(59 * SECONDS);
  expect(ask(one, 1)).toBe(null);
  await one.flush(after(2));
  expect(ask(one, 2)).toBe(58 * SECONDS);
  expect(other.allow("another network", after(2))).toBe(null);
  expect([ask(one, 60), ask(other, 60)]).toEqual([null, null]);
});

test("a process refuses by its own count, and a clock that was set back locks nobody out", async () => {
  const count = sharedCount(await aStore(), limit);
  const ask = (seconds: number) => count.allow("network", after(seconds));
  for (let asked = 0; asked < 10; asked += 1) expect(ask(0)).toBe(null);
  expect(ask(0)).toBe(60 * SECONDS);
  expect(ask(-3600)).toBe(null);
});
