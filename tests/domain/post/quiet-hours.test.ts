import { expect, test } from "vitest";
import { isQuiet, leavesAt, quietHoursInWords, readQuietHours } from "#app/domain/post/quiet-hours";

/** South Africa is two hours ahead of UTC. */
const at = (time: string) => new Date(`2026-11-21T${time}:00+02:00`);

test("over midnight: quiet from the first minute, and not at the last", () => {
  const night = readQuietHours("20:00-07:00") ?? expect.fail();
  const loud = ["19:59", "20:00", "23:59", "00:00", "06:59", "07:00", "12:00"].map((time) => isQuiet(night, at(time)));
  expect(loud).toEqual([false, true, true, true, true, false, false]);
});

test("within a day, and never", () => {
  const nap = readQuietHours("13:00-14:30") ?? expect.fail();
  expect(["12:59", "13:00", "14:29", "14:30"].map((time) => isQuiet(nap, at(time)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isQuiet(readQuietHours("none") ?? null, at("03:00"))).toBe(false);
});

test("a text that is ready in quiet hours is sent when they end, in the morning or tomorrow morning", () => {
  const night = readQuietHours("20:00-07:00") ?? expect.fail();
  const end = (time: string) => leavesAt(night, at(time)).toISOString();
  expect(["19:59", "20:00", "05:30", "07:00"].map(end)).toEqual([
    "2026-11-21T17:59:00.000Z",
    "2026-11-22T05:00:00.000Z",
    "2026-11-21T05:00:00.000Z",
    "2026-11-21T05:00:00.000Z",
  ]);
  expect(leavesAt(null, at("03:00"))).toEqual(at("03:00"));
});

test("they are written as they are typed", () => {
  for (const typed of ["20:00-07:00", "none"]) expect(quietHoursInWords(readQuietHours(typed) ?? null)).toBe(typed);
});

test("only the word none means never", () => {
  expect(readQuietHours("none")).toBeNull();
});

test.each(["", "20-7", "20:00", "25:00-07:00", "07:00-07:00", "at 20:00-07:00", "20:00-07:00 or so"])(
  "%s is refused",
  (text) => {
    expect(readQuietHours(text)).toBeUndefined();
  },
);
