import { describe, expect, test } from "vitest";
import { easterSunday, publicHolidays } from "#app/domain/values/public-holidays";
import { isWorkingDay, workingDayAfter, workingDaysBetween } from "#app/domain/values/working-days";

const none = new Set<string>();

test.each([
  "2008-03-23",
  "2024-03-31",
  "2025-04-20",
  "2026-04-05",
  "2027-03-28",
  "2038-04-25",
  "2000-04-23",
  "1954-04-18",
  "1981-04-19",
  "2049-04-18",
  "2076-04-19",
  "2100-03-28",
  "1818-03-22",
  "1943-04-25",
])("Easter Sunday is %s", (day) => {
  expect(easterSunday(Number(day.slice(0, 4)))).toBe(day);
});

describe("public holidays", () => {
  test("of 2026 are those that the government lists", () => {
    expect([...publicHolidays(2026)]).toEqual([
      ["2026-01-01", "New Year's Day"],
      ["2026-03-21", "Human Rights Day"],
      ["2026-04-03", "Good Friday"],
      ["2026-04-06", "Family Day"],
      ["2026-04-27", "Freedom Day"],
      ["2026-05-01", "Workers' Day"],
      ["2026-06-16", "Youth Day"],
      ["2026-08-09", "National Women's Day"],
      ["2026-08-10", "National Women's Day (observed)"],
      ["2026-09-24", "Heritage Day"],
      ["2026-12-16", "Day of Reconciliation"],
      ["2026-12-25", "Christmas Day"],
      ["2026-12-26", "Day of Goodwill"],
    ]);
  });

  test("that fall on a Sunday make the Monday one too; a Saturday doesn't", () => {
    expect(publicHolidays(2027).has("2027-03-22")).toBe(true);
    expect(publicHolidays(2027).has("2027-12-27")).toBe(true);
    expect(publicHolidays(2026).has("2026-03-23")).toBe(false);
  });

  test("add no day if the Monday is a holiday already: Christmas on a Sunday", () => {
    expect(publicHolidays(2022).get("2022-12-26")).toBe("Day of Goodwill");
    expect(publicHolidays(2022).has("2022-12-27")).toBe(false);
  });
});

describe("working days", () => {
  test("leave out weekends, public holidays and proclaimed ones", () => {
    expect(isWorkingDay("2026-11-23", none)).toBe(true);
    expect(isWorkingDay("2026-11-22", none)).toBe(false);
    expect(isWorkingDay("2026-12-16", none)).toBe(false);
    expect(isWorkingDay("2026-11-23", new Set(["2026-11-23"]))).toBe(false);
  });

  test("over Easter: from the Thursday the next one is the Tuesday, and the second the Wednesday", () => {
    expect(workingDayAfter("2026-04-02", 1, none)).toBe("2026-04-07");
    expect(workingDayAfter("2026-04-02", 2, none)).toBe("2026-04-08");
  });

  test("between two days are counted with the last, not with the first", () => {
    expect(workingDaysBetween("2026-11-23", "2026-11-23", none)).toBe(0);
    expect(workingDaysBetween("2026-11-23", "2026-11-24", none)).toBe(1);
    expect(workingDaysBetween("2026-11-20", "2026-11-23", none)).toBe(1);
    expect(workingDaysBetween("2026-11-20", "2026-11-22", none)).toBe(0);
    expect(workingDaysBetween("2026-12-14", "2026-12-18", none)).toBe(3);
  });

  test("are cached by year", () => {
    expect(publicHolidays(2031)).toBe(publicHolidays(2031));
    expect([...publicHolidays(2027).keys()]).toEqual([...publicHolidays(2027).keys()].toSorted());
  });

  test("over the turn of the year", () => {
    expect(workingDayAfter("2026-12-24", 1, none)).toBe("2026-12-28");
    expect(workingDayAfter("2026-12-31", 1, none)).toBe("2027-01-04");
  });
});
