import { describe, expect, test } from "vitest";
import { changeHoliday, holidaysToCome, proclaimedDays } from "#app/domain/prices/proclaimed-holidays.server";
import { storeForEachTest } from "../../support/a-store";

const now = new Date("2026-12-16T10:00:00Z");
const ELECTIONS = "2027-02-03";

const store = storeForEachTest();
const change = (day: string, name: string | null) => store.tx((tx) => changeHoliday(tx, day, name, now));
const toCome = async (at = now) => (await holidaysToCome(store.read, at)).map(({ day, name }) => `${day} ${name}`);

describe("the holidays to come", () => {
  test("are today's and later ones, of this year and the next, those that staff added among them", async () => {
    await change(ELECTIONS, "Local elections");
    const holidays = await holidaysToCome(store.read, now);
    expect(holidays.slice(0, 5)).toEqual([
      { day: "2026-12-16", name: "Day of Reconciliation", isProclaimed: false },
      { day: "2026-12-25", name: "Christmas Day", isProclaimed: false },
      { day: "2026-12-26", name: "Day of Goodwill", isProclaimed: false },
      { day: "2027-01-01", name: "New Year's Day", isProclaimed: false },
      { day: ELECTIONS, name: "Local elections", isProclaimed: true },
    ]);
    expect(holidays.at(-1)).toEqual({ day: "2027-12-27", name: "Day of Goodwill (observed)", isProclaimed: false });
    expect((await toCome(new Date("2026-12-16T22:00:00Z")))[0]).toBe("2026-12-25 Christmas Day");
  });

  test("have no day that staff added once it has passed", async () => {
    await change(ELECTIONS, "Local elections");
    expect(await toCome(new Date("2027-02-03T10:00:00Z"))).toContain(`${ELECTIONS} Local elections`);
    expect(await toCome(new Date("2027-02-04T10:00:00Z"))).not.toContain(`${ELECTIONS} Local elections`);
  });
});

describe("a day that staff", () => {
  test("add, rename and remove is a holiday meanwhile", async () => {
    expect(await proclaimedDays(store.read)).toEqual(new Set());
    expect(await change(ELECTIONS, "Elections")).toEqual({ ok: true, before: null });
    expect(await change(ELECTIONS, "Local elections")).toEqual({ ok: true, before: "Elections" });
    expect(await change("2027-02-04", "Day of mourning")).toEqual({ ok: true, before: null });
    expect(await proclaimedDays(store.read)).toEqual(new Set([ELECTIONS, "2027-02-04"]));
    expect(await change(ELECTIONS, null)).toEqual({ ok: true, before: "Local elections" });
    expect(await proclaimedDays(store.read)).toEqual(new Set(["2027-02-04"]));
  });

  test("never added can't be removed", async () => {
    expect(await change(ELECTIONS, null)).toEqual({
      ok: false,
      why: `${ELECTIONS} is not a holiday that was added.`,
    });
  });

  test("have by law already isn't added, nor removed", async () => {
    const why = "2026-12-25 is a public holiday by law already: Christmas Day.";
    expect(await change("2026-12-25", "Ours")).toEqual({ ok: false, why });
    expect(await change("2026-12-25", null)).toEqual({ ok: false, why });
  });

  test.each([
    ["2026-12-15", "2026-12-15 is in the past. A change can start today (2026-12-16) or later."],
    ["2028-12-17", "2028-12-17 is too far away. A change must start by 2028-12-16. Check the year."],
  ])("choose has to be soon: not %s", async (day, why) => {
    expect(await change(day, "Ours")).toEqual({ ok: false, why });
  });

  test("choose may be two years ahead", async () => {
    expect(await change("2028-12-15", "Ours")).toEqual({ ok: true, before: null });
  });
});
