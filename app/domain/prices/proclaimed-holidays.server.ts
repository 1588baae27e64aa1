import { asc, eq } from "drizzle-orm";
import { preparedFor } from "#db/prepared.server";
import { proclaimedHolidays } from "#db/schema/pricing";
import type { Reader, Tx } from "#db/store.server";
import { SUNDAY, weekdayOf } from "../values/calendar-day";
import { publicHolidays } from "../values/public-holidays";
import { type DoneOr, refused } from "../values/refused";
import { saDay } from "../values/sa-time";
import { dayRefusal } from "./dated-changes";

export type Holiday = { day: string; name: string; isProclaimed: boolean };

/** The holidays that staff have added to those of the Public Holidays Act. */
export async function proclaimedDays(store: Reader): Promise<ReadonlySet<string>> {
  const rows = await everyDay(store).execute();
  return new Set(rows.map(({ day }) => day));
}

/** Why nobody is at home to us on a day, in words: "a Sunday", "a public holiday: Heritage Day"; null if it is open. */
export async function whyClosed(store: Reader, day: string): Promise<string | null> {
  if (weekdayOf(day) === SUNDAY) return "a Sunday";
  const [added] = await store.select().from(proclaimedHolidays).where(eq(proclaimedHolidays.day, day));
  const name = publicHolidays(Number(day.slice(0, 4))).get(day) ?? added?.name;
  return name ? `a public holiday: ${name}` : null;
}

const everyDay = preparedFor((store) =>
  store.select({ day: proclaimedHolidays.day }).from(proclaimedHolidays).prepare(),
);

/** This year's and next year's public holidays that are still to come, in calendar order. */
export async function holidaysToCome(store: Reader, now: Date): Promise<Holiday[]> {
  const today = saDay(now);
  const year = Number(today.slice(0, 4));
  const ofTheAct = [...publicHolidays(year), ...publicHolidays(year + 1)].map(([day, name]) => ({
    day,
    name,
    isProclaimed: false,
  }));
  const added = await store.select().from(proclaimedHolidays).orderBy(asc(proclaimedHolidays.day));
  return [...ofTheAct, ...added.map((holiday) => ({ ...holiday, isProclaimed: true }))]
    .filter(({ day }) => day >= today)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

type Changed = DoneOr<{ before: string | null }>;

/**
 * Adds, renames or removes a holiday that the Act doesn't name.
 * @param name null removes it
 */
export async function changeHoliday(tx: Tx, day: string, name: string | null, now: Date): Promise<Changed> {
  const late = dayRefusal(day, saDay(now));
  if (late) return refused(late);
  const ofTheAct = publicHolidays(Number(day.slice(0, 4))).get(day);
  if (ofTheAct) return refused(`${day} is a public holiday by law already: ${ofTheAct}.`);
  const [before] = await tx.select().from(proclaimedHolidays).where(eq(proclaimedHolidays.day, day));
  if (name === null && !before) return refused(`${day} is not a holiday that was added.`);
  if (name === null) await tx.delete(proclaimedHolidays).where(eq(proclaimedHolidays.day, day));
  else
    await tx
      .insert(proclaimedHolidays)
      .values({ day, name })
      .onConflictDoUpdate({ target: proclaimedHolidays.day, set: { name } });
  return { ok: true, before: before?.name ?? null };
}
