import { expect, test } from "vitest";
import { isDueAgain, isWithinLast, notToCome } from "#app/domain/values/stored-moment";
import { DAYS, MINUTES } from "#app/durations";

const now = new Date("2026-11-23T08:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);

test("what is still to come was not lately, but another machine's clock may be a little ahead", () => {
  const lately = (ms: number) => isWithinLast(10 * MINUTES, ago(ms), now);
  expect([0, 10 * MINUTES - 1, -MINUTES + 1].map(lately)).toEqual([true, true, true]);
  expect([10 * MINUTES, -MINUTES, -DAYS].map(lately)).toEqual([false, false, false]);
});

test("what was done last at a moment still to come is due again", () => {
  const due = (ms: number) => isDueAgain(MINUTES, ago(ms), now);
  expect([MINUTES, MINUTES + 1, -MINUTES, -DAYS].map(due)).toEqual([false, true, false, true]);
});

test("a moment that is still to come counts as now", () => {
  expect([notToCome(ago(DAYS), now), notToCome(ago(-DAYS), now)]).toEqual([ago(DAYS), now]);
});
