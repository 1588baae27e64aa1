import { expect, test } from "vitest";
import { daysBefore, monthsBefore } from "#app/domain/people/keeping-times";

const now = new Date("2026-11-21T10:00:00Z");

test("days before are whole days, and months before the same day of the month", () => {
  expect(daysBefore(now, 90)).toEqual(new Date("2026-08-23T10:00:00Z"));
  expect(monthsBefore(now, 2)).toEqual(new Date("2026-09-21T10:00:00Z"));
  expect(monthsBefore(now, 12)).toEqual(new Date("2025-11-21T10:00:00Z"));
  expect(monthsBefore(new Date("2026-12-31T10:00:00Z"), 1)).toEqual(new Date("2026-12-01T10:00:00Z"));
});
