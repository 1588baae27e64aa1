import { expect, test } from "vitest";
import { saDate, saDateTime, saDay } from "#app/domain/values/sa-time";

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
