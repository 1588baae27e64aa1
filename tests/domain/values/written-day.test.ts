import { describe, expect, test } from "vitest";
import { daysMeant, daysWritten, momentWritten } from "#app/domain/values/written-day";
import { days, offeredDays } from "../../support/corpus/files";

const now = new Date("2026-11-29T08:00:00Z");

test.each(days)("%s, %j: on offer is %s", (_, written, day) => {
  expect(daysMeant(written, offeredDays)).toEqual(day === null ? [] : [day]);
});

test("a day that can be two is both, where both are on offer", () => {
  expect(daysMeant("01/12/2026", ["2026-12-01"])).toEqual(["2026-12-01"]);
  expect(daysMeant("12/01/2027", ["2026-12-01", "2027-01-12"])).toEqual(["2027-01-12"]);
  expect(daysMeant("01/12", ["2026-12-01", "2027-01-12"])).toEqual(["2026-12-01", "2027-01-12"]);
});

describe("without an offer", () => {
  test.each([
    ["13/12/2026", ["2026-12-13"]],
    ["12/13/2026", ["2026-12-13"]],
    ["01/12/2026", ["2026-12-01", "2026-01-12"]],
    ["07-07-2026", ["2026-07-07"]],
    ["3 Jan", ["2027-01-03"]],
    ["28 Nov", ["2026-11-28"]],
    ["29 Feb 2027", []],
    ["2026-11-31", []],
    ["x".repeat(100), []],
    ["", []],
  ])("%j can mean %j", (written, meant) => {
    expect(daysWritten(written, now)).toEqual(meant);
  });
});

test.each([
  ["2026/11/21 14:05", "2026-11-21T12:05:00.000Z"],
  ["21/11/2026 14:05:33", "2026-11-21T12:05:33.000Z"],
  ["21 Nov 2026 09h30", "2026-11-21T07:30:00.000Z"],
  ["2026/11/21", "2026-11-20T22:00:00.000Z"],
  ["10/12/2026 14:05", "2026-10-12T12:05:00.000Z"],
  ["05/06/2026 14:05", null],
  ["13/12/2026 14:05", null],
  ["21/11/2026 25:00", null],
])("the moment %j is %s", (written, moment) => {
  expect(momentWritten(written, now)?.toISOString() ?? null).toBe(moment);
});
