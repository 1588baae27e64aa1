import { readdirSync } from "node:fs";
import path from "node:path";
import { keeping } from "../../app/domain/people/keeping-times";
import { DAYS, HOURS } from "../../app/durations";

const KEPT_DAYS = 7;
const KEPT_WEEKS = 4;
const LONGEST_KEPT_MS = keeping.snapshotWeeks * 7 * DAYS;
/** South Africa has no summer time. */
const AHEAD_OF_UTC_MS = 2 * HOURS;

const ours = /^courier-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

/** The folder of snapshots in a data folder. */
export function snapshotFolder(dataDir: string): string {
  return path.join(dataDir, "snapshots");
}

/** `courier-2026-11-21T003000Z.db`: sorts by age, and is valid on every file system. */
export function snapshotName(takenAt: Date): string {
  return `courier-${takenAt.toISOString().slice(0, 19).replaceAll(":", "")}Z.db`;
}

/** The names of the snapshots in a folder, newest first. Other files are ignored. */
export function snapshotsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => ours.test(name))
      .sort()
      .reverse();
  } catch {
    return [];
  }
}

/** When a snapshot was taken, from its name; undefined for any other file. */
export function takenAt(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = ours.exec(name) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : undefined;
}

/**
 * Which snapshots to delete. Kept are those younger than a day, the newest of each of the last seven days that have
 * one, and the newest of each of the last four weeks that have one, but none older than the privacy page says. The
 * newest is always kept.
 * @param names as `snapshotsIn` returns them, newest first
 */
export function surplus([newest = "", ...older]: string[], now: Date): string[] {
  const names = [newest, ...older];
  const kept = new Set([...newestPer(dayOf, KEPT_DAYS, names), ...newestPer(weekOf, KEPT_WEEKS, names)]);
  return older.filter((name) => {
    const ageMs = now.getTime() - timeOf(name);
    return ageMs > LONGEST_KEPT_MS || (ageMs > 1 * DAYS && !kept.has(name));
  });
}

function newestPer(period: (name: string) => number, count: number, names: string[]): string[] {
  const newest = new Map<number, string>();
  for (const name of names) if (!newest.has(period(name))) newest.set(period(name), name);
  return [...newest.values()].slice(0, count);
}

function dayOf(name: string): number {
  return Math.floor((timeOf(name) + AHEAD_OF_UTC_MS) / DAYS);
}

/** Weeks begin on Monday; 1 January 1970 was a Thursday. */
function weekOf(name: string): number {
  return Math.floor((dayOf(name) + 3) / 7);
}

function timeOf(name: string): number {
  return takenAt(name)?.getTime() ?? 0;
}
