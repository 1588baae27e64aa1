import { dayAfter, isWeekend } from "./calendar-day";
import { publicHolidays } from "./public-holidays";

/**
 * Whether our drivers work on a South African day, `2026-11-23`: it is neither a weekend nor a public holiday.
 * @param proclaimed holidays that the Act doesn't name, such as an election day
 */
export function isWorkingDay(day: string, proclaimed: ReadonlySet<string>): boolean {
  if (isWeekend(day) || proclaimed.has(day)) return false;
  return !publicHolidays(Number(day.slice(0, 4))).has(day);
}

/** The day that is so many working days later: with 1, the next working day. */
export function workingDayAfter(day: string, workingDays: number, proclaimed: ReadonlySet<string>): string {
  let reached = day;
  for (let left = workingDays; left > 0; ) {
    reached = dayAfter(reached, 1);
    if (isWorkingDay(reached, proclaimed)) left -= 1;
  }
  return reached;
}

/** How many working days lie between two South African days, the second included: 0 on the same day. */
export function workingDaysBetween(first: string, last: string, proclaimed: ReadonlySet<string>): number {
  let count = 0;
  for (let day = dayAfter(first, 1); day <= last; day = dayAfter(day, 1)) {
    if (isWorkingDay(day, proclaimed)) count += 1;
  }
  return count;
}
