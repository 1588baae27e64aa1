import { saDate, saDateTime, saWeekday, shortDate, shortDates } from "#app/domain/values/sa-time";
import { sentence } from "../say";

/** How days are written, in English as staff read them, too. A day is as `2026-11-24`; all days are South African. */
export const dates = {
  /** `Tuesday 24 November` */
  day: (day: string) => sentence(shortDate(day)),
  /** `Tuesday 24 to Thursday 26 November`, or one day. */
  days: (first: string, last: string) => sentence(shortDates(first, last)),
  /** `24 November 2026` */
  date: (moment: Date) => sentence(saDate(moment)),
  /** `24 November 2026, 14:05` */
  moment: (moment: Date) => sentence(saDateTime(moment)),
  /** `Tuesday 24 November 2026` */
  longAgo: (day: string) => sentence(saWeekday(day)),
  /** `Tuesday` */
  weekday: (day: string) => sentence(saWeekday(day).split(" ")[0] ?? ""),
};
