import { dayAfter } from "./calendar-day";
import { isCalendarDay, momentOnSaClock, saDay } from "./sa-time";
import { plainSigns } from "./typed-text";

/** One way to read a day. Its year is null where none was written. */
type Reading = { year: number | null; month: number; day: number };

/** Longer texts are no day, and aren't parsed. */
const LONGEST = 60;

/**
 * The days that a text can mean: `2026/12/01`, `13/12/2026`, `1 Dec 2026`, `01-Dec`. `01/12/2026` can mean two: here the
 * day comes first, and in programs from America the month.
 * @param now of a day without a year the nearest is meant
 */
export function daysWritten(text: string, now: Date): string[] {
  const year = Number(saDay(now).slice(0, 4));
  const days = readingsOf(text).flatMap((reading) =>
    reading.year === null
      ? nearest(
          [year - 1, year, year + 1].map((one) => asDay(reading, one)),
          now,
        )
      : asDay(reading, reading.year),
  );
  return [...new Set(days.filter(isCalendarDay))];
}

/** The same among some days, such as those on which we collect. */
export function daysMeant(text: string, days: readonly string[]): string[] {
  const readings = readingsOf(text);
  return days.filter((day) =>
    readings.some((reading) => asDay(reading, reading.year ?? Number(day.slice(0, 4))) === day),
  );
}

/**
 * A moment of South African time with its day as it was written: `21/11/2026 14:05`; without a clock the day's beginning.
 * Null if it can't be read, or could be two moments before now.
 */
export function momentWritten(text: string, now: Date): Date | null {
  const [, written = "", clock = "00:00"] = /^(.+?)(?:[ T]+(\d{1,2}[:h]\d\d\S*))?$/i.exec(text.trim()) ?? [];
  const [day, other] = daysWritten(written, now).filter((each) => each <= saDay(now));
  return day && !other ? momentOnSaClock(`${day} ${clock.replace(/\.\d+$/, "")}`, now) : null;
}

function readingsOf(text: string): Reading[] {
  if (text.length > LONGEST) return [];
  const plain = plainSigns(text).toLowerCase();
  const moment = momentOnSaClock(plain.replace(/\.\d+(?=z|[+-]\d\d:)/i, ""), new Date(0));
  if (moment && /\d(?:z|[+-]\d\d:\d\d)$/i.test(plain)) return [ofDay(saDay(moment))];
  const tidy = plain
    // A spreadsheet's day is the midnight that it begins with.
    .replace(/[ t]+0?0:00(?::00(?:[.,]0+)?)?$/, "")
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun|maa|din|woe|don|vry|sat|son)[a-z]*[,.]? +/, "");
  return [...ofNumbers(tidy), ...withMonthsName(tidy), ...ofSpreadsheet(tidy)];
}

function ofNumbers(text: string): Reading[] {
  const [, whole, month, day] = /^(20\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (whole) return [reading(whole, month, day)];
  const [, first = "", , second, third = ""] = /^(\d{1,4})( ?[-/. ] ?)(\d{1,2})(?:\2(\d{1,4}))?$/.exec(text) ?? [];
  if (!first || !second) return [];
  if (first.length === 4) return third ? [reading(first, second, third)] : [];
  const dayOrMonthFirst = [reading(third, second, first), reading(third, first, second)];
  return third.length === 2 ? [...dayOrMonthFirst, reading(first, second, third)] : dayOrMonthFirst;
}

/** In English and Afrikaans: Windows in South Africa speaks both. */
const MONTHS = ["jan", "feb", "mar|maa", "apr", "may|mei", "jun", "jul", "aug", "sep", "oct|okt", "nov", "dec|des"];
const MONTH = `(${MONTHS.join("|")})[a-z]*`;
const YEAR = "(?:[-/., ]+(\\d{4}|\\d{2}))?";
const DAY_FIRST = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?(?: of)?[-/. ]*${MONTH}${YEAR}$`);
const MONTH_FIRST = new RegExp(`^${MONTH}[-/. ]*(\\d{1,2})(?:st|nd|rd|th)?${YEAR}$`);
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/. ]+${MONTH}[-/. ]*(\\d{1,2})$`);

function withMonthsName(text: string): Reading[] {
  const monthOf = (name = "") => String(MONTHS.findIndex((names) => names.split("|").includes(name)) + 1);
  const [isDayFirst, day, month, year] = DAY_FIRST.exec(text) ?? [];
  if (isDayFirst) return [reading(year, monthOf(month), day)];
  const [isMonthFirst, name, number, ofYear] = MONTH_FIRST.exec(text) ?? [];
  if (isMonthFirst) return [reading(ofYear, monthOf(name), number)];
  const [isYearFirst, first, ofMonth, last] = YEAR_FIRST.exec(text) ?? [];
  return isYearFirst ? [reading(first, monthOf(ofMonth), last)] : [];
}

/** A spreadsheet's own number of a day, as a column without a format shows it: 46357 is 1 December 2026. */
function ofSpreadsheet(text: string): Reading[] {
  const [, count] = /^(4\d{4})(?:[.,]0+)?$/.exec(text) ?? [];
  return count ? [ofDay(dayAfter("1899-12-30", Number(count)))] : [];
}

function ofDay(day: string): Reading {
  const [year, month, date] = day.split("-");
  return reading(year, month, date);
}

function reading(year = "", month = "", day = ""): Reading {
  const whole = year.length <= 2 ? 2000 + Number(year) : Number(year);
  return { year: year === "" ? null : whole, month: Number(month), day: Number(day) };
}

function asDay({ month, day }: Reading, year: number): string {
  const digits = (number: number, length: number) => String(number).padStart(length, "0");
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

function nearest(days: string[], now: Date): string[] {
  const apart = (day: string) => Math.abs(new Date(`${day}T12:00:00+02:00`).getTime() - now.getTime());
  return days
    .filter(isCalendarDay)
    .toSorted((one, other) => apart(one) - apart(other))
    .slice(0, 1);
}
