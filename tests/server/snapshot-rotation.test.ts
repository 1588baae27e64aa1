import { expect, test } from "vitest";
import { HOURS } from "#app/durations";
import { isDue, newestBefore } from "../../server/backup/daily-snapshots";
import { snapshotName, surplus, takenAt } from "../../server/backup/snapshot-folder";

const NIGHT = new Date("2026-11-21T00:30:00Z");
const before = (hours: number) => new Date(NIGHT.getTime() - hours * HOURS);
const nightly = (nights: number) => Array.from({ length: nights }, (_, night) => snapshotName(before(24 * night)));

test("after two months of nights the last seven stay, and the newest of each of the last four weeks", () => {
  const names = nightly(60);
  const gone = surplus(names, NIGHT);
  // The 21st is a Saturday: the weeks before it end with the Sundays 15, 8 and 1 November.
  expect(names.filter((name) => !gone.includes(name)).map((name) => name.slice(8, 18))).toEqual([
    ...["2026-11-21", "2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17", "2026-11-16", "2026-11-15"],
    ...["2026-11-08", "2026-11-01"],
  ]);
});

test("over many nights the folder holds at most ten, and always the newest", () => {
  let kept: string[] = [];
  for (let night = 200; night >= 0; night -= 1) {
    const now = before(24 * night);
    kept = [snapshotName(now), ...kept];
    const gone = surplus(kept, now);
    kept = kept.filter((name) => !gone.includes(name));
    expect(kept[0]).toBe(snapshotName(now));
    expect(kept.length).toBeLessThanOrEqual(10);
  }
  expect(kept.length).toBeGreaterThanOrEqual(9);
});

test("all of today's stay; of older days the newest", () => {
  const today = [0, 1, 2, 3].map((hours) => snapshotName(before(hours)));
  const older = [240, 241, 242].map((hours) => snapshotName(before(hours)));
  expect(surplus([...today, ...older], NIGHT)).toEqual(older.slice(1));
});

test("after a month without a snapshot the old ones stay: only days with one count", () => {
  const names = [snapshotName(before(31 * 24)), snapshotName(before(32 * 24))];
  expect(surplus(names, NIGHT)).toEqual([]);
});

test("data that a customer deleted is in no snapshot after five weeks, except the only one", () => {
  const [fresh, old] = [snapshotName(before(1)), snapshotName(before(5 * 7 * 24 + 1))];
  expect(surplus([fresh, old], NIGHT)).toEqual([old]);
  expect(surplus([old], NIGHT)).toEqual([]);
});

test("a snapshot's name has its time; other files are ignored", () => {
  expect(snapshotName(NIGHT)).toBe("courier-2026-11-21T003000Z.db");
  expect(takenAt("courier-2026-11-21T003000Z.db")).toEqual(NIGHT);
  for (const name of ["courier.db", "before-the-upgrade.db", "courier-2026-11-21T003000Z.db.unfinished"]) {
    expect(takenAt(name)).toBeUndefined();
  }
});

test.each<[string, Date | undefined, Date, boolean]>([
  ["none was ever taken", undefined, before(12), true],
  ["at half past two", before(24), NIGHT, true],
  ["at half past two, by another process just now", before(0), NIGHT, false],
  ["at any other hour", before(24), before(10), false],
  ["last night's was missed", before(48), before(20), true],
])("whether a snapshot is due: %s", (_, newest, now, due) => {
  expect(isDue(newest, now)).toBe(due);
});

test("the newest is the first that isn't in the future: the clock may have been set back", () => {
  const names = [snapshotName(before(-2)), "notes.txt", snapshotName(before(3)), snapshotName(before(5))];
  expect(newestBefore(NIGHT, names)).toEqual(before(3));
  expect(newestBefore(NIGHT, [snapshotName(NIGHT)])).toEqual(NIGHT);
  expect(newestBefore(NIGHT, [snapshotName(before(-2))])).toBeUndefined();
});
