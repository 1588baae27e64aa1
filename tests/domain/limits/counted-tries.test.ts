import { beforeEach, expect, test } from "vitest";
import { countedTries, countTry, forgetTriesOf } from "#app/domain/limits/counted-tries.server";
import { MINUTES } from "#app/durations";
import type { Store } from "#db/store.server";
import { aStore } from "../../support/a-store";

const WINDOW_MS = 15 * MINUTES;
const begin = new Date("2026-11-21T10:00:00Z");
const after = (minutes: number) => new Date(begin.getTime() + minutes * MINUTES);

let store: Store;
beforeEach(async () => {
  store = await aStore();
});

const tryAt = (minutes: number, key = "thandi") => store.tx((tx) => countTry(tx, key, WINDOW_MS, after(minutes)));
const triesAt = (minutes: number, key = "thandi") => countedTries(store.read, key, WINDOW_MS, after(minutes));

test("tries add up in the window that the first of them began", async () => {
  expect(await triesAt(0)).toEqual({ points: 0, leftMs: 0 });
  await tryAt(0);
  await tryAt(10);
  expect(await triesAt(10)).toEqual({ points: 2, leftMs: 5 * MINUTES });
  expect(await triesAt(10, "sipho")).toEqual({ points: 0, leftMs: 0 });
});

test("an ended window doesn't count, and the next try starts another", async () => {
  await tryAt(0);
  await tryAt(1);
  expect((await triesAt(14)).points).toBe(2);
  expect(await triesAt(15)).toEqual({ points: 0, leftMs: 0 });
  await tryAt(15);
  expect(await triesAt(15)).toEqual({ points: 1, leftMs: WINDOW_MS });
});

test("a clock that was set back locks nobody out: a window from the future is ignored", async () => {
  await tryAt(60);
  expect(await triesAt(0)).toEqual({ points: 0, leftMs: 0 });
  await tryAt(0);
  expect(await triesAt(0)).toEqual({ points: 1, leftMs: WINDOW_MS });
});

test("tries of machines whose clocks differ slightly add up, in any order", async () => {
  const MOMENT = 0.05;
  for (const minutes of [MOMENT, 0, MOMENT, 0]) await tryAt(minutes);
  expect(await triesAt(0)).toEqual({ points: 4, leftMs: WINDOW_MS });
});

test("after a reset the count starts from zero; others' counts stay", async () => {
  for (const key of ["thandi", "thandi", "sipho"]) await tryAt(0, key);
  await store.tx((tx) => forgetTriesOf(tx, ["thandi"]));
  expect([(await triesAt(1)).points, (await triesAt(1, "sipho")).points]).toEqual([0, 1]);
});
