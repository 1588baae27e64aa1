import { dayAfter } from "#app/domain/values/calendar-day";
import { momentOnSaClock, saDay } from "#app/domain/values/sa-time";
import { isWorkingDay, workingDayAfter } from "#app/domain/values/working-days";
import { DAYS, HOURS, MINUTES } from "#app/durations";

const none: ReadonlySet<string> = new Set();

/** The moments of a demo that is made now. */
export function calendar(now: Date) {
  const today = saDay(now);
  const on = (day: string, clock: string) => momentOnSaClock(`${day} ${clock}`, now) ?? now;
  return {
    today,
    /** A time, so many working days before today. */
    workday: (before: number, clock: string) => on(workingDayBefore(today, before), clock),
    /** Earlier today: so many hours ago or, soon after midnight, in the first minutes of the day. */
    hoursAgo(hours: number): Date {
      const midnight = on(today, "00:00").getTime();
      return new Date(
        Math.min(now.getTime(), Math.max(now.getTime() - hours * HOURS, midnight + (24 - hours) * MINUTES)),
      );
    },
    /** A time on the first working day from so many days ago, or some working days later. */
    longAgo(days: number, clock: string, workingDaysLater = 0): Date {
      const first = dayAfter(saDay(new Date(now.getTime() - days * DAYS)), -1);
      return on(workingDayAfter(first, 1 + workingDaysLater, none), clock);
    },
    /** The working day after so many more. */
    dayToCome: (workingDays: number) => workingDayAfter(today, workingDays, none),
  };
}

export type Calendar = ReturnType<typeof calendar>;

/** With 1, the last working day before. */
function workingDayBefore(day: string, count: number): string {
  let reached = day;
  for (let left = count; left > 0; ) {
    reached = dayAfter(reached, -1);
    if (isWorkingDay(reached, none)) left -= 1;
  }
  return reached;
}
