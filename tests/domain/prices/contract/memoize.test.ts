import { describe, expect, test } from "vitest";
import { memoize } from "#app/domain/prices/contract/memoize";
import { HOURS, MINUTES } from "#app/durations";

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

describe("to the millisecond", () => {
  /** A list that is asked for first at this moment; answers are numbered. */
  const ASKED_AT = 30 * HOURS;
  function aList() {
    const list = { now: ASKED_AT, calls: 0, isWell: true };
    const ask = memoize(
      async () => {
        list.calls += 1;
        if (!list.isWell) throw new Error(`away ${list.calls}`);
        return list.calls;
      },
      () => list.now,
    );
    return { list, ask };
  }

  test("a list is fresh for less than a minute", async () => {
    const { list, ask } = aList();
    await ask();
    list.now = ASKED_AT + MINUTES - 1;
    expect(await ask()).toBe(1);
    list.now = ASKED_AT + MINUTES;
    expect(await ask()).toBe(2);
  });

  test("an older list is used for less than a day while none can be had", async () => {
    const { list, ask } = aList();
    await ask();
    list.isWell = false;
    list.now = ASKED_AT + 24 * HOURS - 1;
    expect(await ask()).toBe(1);
    list.now = ASKED_AT + 24 * HOURS;
    await expect(ask()).rejects.toThrow("away 2");
  });

  test("a failure is remembered for less than ten seconds, and forgotten after a success", async () => {
    const { list, ask } = aList();
    list.isWell = false;
    await expect(ask()).rejects.toThrow("away 1");
    list.now = ASKED_AT + 9_999;
    await expect(ask()).rejects.toThrow("away 1");
    list.now = ASKED_AT + 10_000;
    await expect(ask()).rejects.toThrow("away 2");
    list.isWell = true;
    list.now += 10_000;
    expect(await ask()).toBe(3);
    list.now += MINUTES;
    expect(await ask()).toBe(4);
  });

  test("calls at the same moment share a failure, and a later one asks again", async () => {
    const { list, ask } = aList();
    list.isWell = false;
    const both = await Promise.allSettled([ask(), ask()]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(list.calls).toBe(1);
    list.isWell = true;
    list.now += 10_000;
    expect(await Promise.all([ask(), ask()])).toEqual([2, 2]);
  });
});
