import { expect, test } from "vitest";
import {
  momentOnSaClock,
  saClock,
  saDate,
  saDateTime,
  saDay,
  saDayFrom,
  saDayNumber,
  saWeekday,
  shortDate,
  shortDates,
} from "#app/domain/values/sa-time";

test("people see South African time, two hours ahead of UTC", () => {
  expect(saDateTime(new Date("2026-11-21T12:05:00Z"))).toBe("21 November 2026, 14:05");
});

test("the day starts at midnight here, not at midnight UTC", () => {
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
])("%j is South African time, whatever the machine's zone, unless it says otherwise", (typed, meant) => {
  expect(momentOnSaClock(typed, new Date("2026-11-21T22:30:00Z"))?.toISOString()).toBe(meant);
});

test.each([
  ["14:05", "2026-11-22T12:05:00.000Z"],
  ["9:05:07", "2026-11-22T07:05:07.000Z"],
  ["23:59", "2026-11-22T21:59:00.000Z"],
  ["24:00", undefined],
  [" 2026-11-21t9H05 ", "2026-11-21T07:05:00.000Z"],
  ["2026-11-21 14:05z", "2026-11-21T14:05:00.000Z"],
  ["at 14:05", undefined],
  ["14:05 or so", undefined],
  ["", undefined],
  ["2026-13-01 14:05", undefined],
  ["26-11-21 14:05", undefined],
])("%j is a time of today in South Africa", (typed, meant) => {
  expect(momentOnSaClock(typed, new Date("2026-11-21T22:30:00Z"))?.toISOString()).toBe(meant);
});

test.each([
  ["today", "2026-11-22"],
  [" Tomorrow ", "2026-11-23"],
  ["2026-12-01", "2026-12-01"],
  ["2026-02-30", null],
  ["2026-12-1", null],
  ["x2026-12-01", null],
  ["2026-12-01x", null],
  ["yesterday", null],
])("the day %j is %s", (typed, day) => {
  expect(saDayFrom(typed, new Date("2026-11-21T22:30:00Z"))).toBe(day);
});

test("sortable text has the day and the time here", () => {
  expect(saClock(new Date("2026-11-21T22:05:59Z"))).toBe("2026-11-22 00:05");
});

test("days are counted from midnight to midnight here", () => {
  const midnight = Date.parse("2026-11-21T22:00:00Z");
  expect(saDayNumber(midnight) - saDayNumber(midnight - 1)).toBe(1);
  expect(saDayNumber(midnight + 24 * 3_600_000 - 1)).toBe(saDayNumber(midnight));
  expect(saDayNumber(Date.parse("1970-01-01T00:00:00Z"))).toBe(0);
});

test("a day is shown with its weekday", () => {
  expect(saWeekday("2026-11-23")).toBe("Monday 23 November 2026");
  expect(shortDate("2026-11-23")).toBe("Monday 23 November");
  expect(shortDates("2026-11-23", "2026-11-23")).toBe("Monday 23 November");
  expect(shortDates("2026-11-24", "2026-11-26")).toBe("Tuesday 24 to Thursday 26 November");
  expect(shortDates("2026-11-30", "2026-12-01")).toBe("Monday 30 November to Tuesday 1 December");
  expect(shortDates("2026-12-31", "2027-01-04")).toBe("Thursday 31 December to Monday 4 January");
});
