import { readdirSync, statfsSync } from "node:fs";
import path from "node:path";
import { DAYS, HOURS } from "#app/durations";
import { listNamed, say } from "#app/language/say";
import { officePaths } from "#app/paths";
import { list, type Row } from "../answer";
import { command } from "../command";

const GB = 1e9;
/** A day between snapshots, and the hours that one may take. */
const LATE_AFTER_MS = 30 * HOURS;
const FULL_BELOW = 0.1;

/** What a terminal shows. The view has more for whoever asks for JSON: how many are overdue, and two people. */
const COLUMNS = ["group", "work", "how_many", "until", "first_ones", "see"];

export const today = command({
  name: "today",
  page: { button: "Show the day", at: () => officePaths.home },
  right: "reader",
  also: "work, what to do, to-do",
  summary: "the day on one screen: what to collect, what is late, money and messages to look at, disk and backup",
  more: say`The last column names the list that has all of a kind, such as ${listNamed("collections")}.`,
  examples: ["today", "show collections"],
  async run(_, { views, dataDir, now }) {
    const { rows } = await views.read("staff_today");
    return list([...rows, ...(dataDir ? [disk(dataDir), backup(dataDir, now)] : [])], "Nothing to do.", COLUMNS);
  },
});

/** The disk that holds the database. */
function disk(dataDir: string): Row {
  const { bavail, blocks, bsize } = statfsSync(dataDir);
  const isFull = bavail / blocks < FULL_BELOW;
  const free = `${((bavail * bsize) / GB).toFixed(1)} GB free of ${((blocks * bsize) / GB).toFixed(1)}`;
  return ofMachine(isFull ? "The disk is nearly full" : "Disk", isFull, free);
}

/** The newest snapshot, by its name: `courier-2026-11-21T003000Z.db`. */
function backup(dataDir: string, now: Date): Row {
  const taken = snapshotTimes(path.join(dataDir, "snapshots")).at(-1);
  const isLate = !taken || now.getTime() - taken.getTime() > LATE_AFTER_MS;
  const age = taken ? `${((now.getTime() - taken.getTime()) / DAYS).toFixed(1)} days old` : "none yet";
  return ofMachine(isLate ? "The last backup is late" : "Backup", isLate, age);
}

/** What is wrong with it, or how it is, stands where other work has its first numbers. */
function ofMachine(work: string, isWrong: boolean, how: string): Row {
  const nobody = { until: null, overdue: 0, due_today: 0, first_person: null, second_person: null, see: null };
  return { group: "Watch", work, how_many: isWrong ? 1 : 0, first_ones: how, ...nobody };
}

const SNAPSHOT = /^courier-(.{10}T\d\d)(\d\d)(\d\d)Z\.db$/;

function snapshotTimes(folder: string): Date[] {
  try {
    const names = readdirSync(folder).filter((name) => SNAPSHOT.test(name));
    return names.toSorted().map((name) => new Date(name.replace(SNAPSHOT, "$1:$2:$3Z")));
  } catch {
    return [];
  }
}
