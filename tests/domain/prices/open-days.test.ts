import fc from "fast-check";
import { expect, test } from "vitest";
import { collectionDays } from "#app/domain/prices/open-days.server";
import { changeHoliday } from "#app/domain/prices/proclaimed-holidays.server";
import { publicHolidays } from "#app/domain/values/public-holidays";
import { saWeekday } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { storeForEachTest } from "../../support/a-store";

const store = storeForEachTest();
const days = (now: string | Date) => collectionDays(store.read, "1431", new Date(now));

test("no day of the next five years on which a collection is offered is a public holiday, a Saturday or a Sunday", async () => {
  const someDay = fc.integer({ min: 0, max: 5 * 365 }).map((n) => new Date(Date.UTC(2026, 0, 1, 12) + n * DAYS));
  for (const now of fc.sample(someDay, 200))
    for (const day of await days(now))
      expect([now, day, publicHolidays(Number(day.slice(0, 4))).get(day), /^S/.test(saWeekday(day))]).toEqual([
        now,
        day,
        undefined,
        false,
      ]);
});

test("nor is one that was proclaimed", async () => {
  expect(await days("2027-02-01T10:00:00Z")).toContain("2027-02-03");
  await store.tx((tx) => changeHoliday(tx, "2027-02-03", "Local elections", new Date("2027-01-01T10:00:00Z")));
  expect(await days("2027-02-01T10:00:00Z")).not.toContain("2027-02-03");
});

test("today turns at midnight in South Africa, two hours before Greenwich", async () => {
  expect((await days("2026-11-23T21:59:59Z"))[0]).toBe("2026-11-24");
  expect((await days("2026-11-23T22:00:00Z"))[0]).toBe("2026-11-25");
});
