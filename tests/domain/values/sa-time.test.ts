import { expect, test } from "vitest";
import { momentOnSaClock, saDate, saDateTime, saDay } from "#app/domain/values/sa-time";

test("people see the South African clock, two hours ahead of UTC", () => {
  expect(saDateTime(new Date("2026-11-21T12:05:00Z"))).toBe("21 November 2026, 14:05");
});

test("the day turns at midnight here, not in Greenwich", () => {
  const lateInGreenwich = new Date("2026-12-31T22:00:00Z");
  expect(saDate(lateInGreenwich)).toBe("1 January 2027");
  expect(saDay(lateInGreenwich)).toBe("2027-01-01");
  expect(saDay(new Date("2026-12-31T21:59:59Z"))).toBe("2026-12-31");
});

test("July has no summer time", () => {
  expect(saDateTime(new Date("2026-07-01T07:00:00Z"))).toBe("1 July 2026, 09:00");
});

test.each([
  ["2026-11-21 14:05", "2026-11-21T12:05:00.000Z"],
  ["2026-11-21T14:05:30", "2026-11-21T12:05:30.000Z"],
  ["9h30", "2026-11-22T07:30:00.000Z"],
  ["2026-11-21T14:05:00Z", "2026-11-21T14:05:00.000Z"],
  ["2026-11-21T14:05:00-03:30", "2026-11-21T17:35:00.000Z"],
  ["25:00", undefined],
  ["14:75", undefined],
  ["2026-02-30 14:05", undefined],
  ["2026-11-21", undefined],
])("%j is meant on a clock in South Africa, wherever the machine stands, unless it says another", (typed, meant) => {
  expect(momentOnSaClock(typed, new Date("2026-11-21T22:30:00Z"))?.toISOString()).toBe(meant);
});
