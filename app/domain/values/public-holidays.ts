import { dayAfter, SUNDAY, weekdayOf } from "./calendar-day";

/** Public Holidays Act 36 of 1994, schedule 1: the days that are the same every year. */
const FIXED = [
  ["01-01", "New Year's Day"],
  ["03-21", "Human Rights Day"],
  ["04-27", "Freedom Day"],
  ["05-01", "Workers' Day"],
  ["06-16", "Youth Day"],
  ["08-09", "National Women's Day"],
  ["09-24", "Heritage Day"],
  ["12-16", "Day of Reconciliation"],
  ["12-25", "Christmas Day"],
  ["12-26", "Day of Goodwill"],
] as const;

const worked = new Map<number, ReadonlyMap<string, string>>();

/**
 * South Africa's public holidays of a year by their day, `2026-04-03`. When one falls on a Sunday, the Monday after it
 * is a holiday too (section 2(1) of the Act). Holidays proclaimed for one year, such as an election day, aren't
 * included: staff add them.
 */
export function publicHolidays(year: number): ReadonlyMap<string, string> {
  const known = worked.get(year) ?? workedOut(year);
  worked.set(year, known);
  return known;
}

function workedOut(year: number): ReadonlyMap<string, string> {
  const easter = easterSunday(year);
  const holidays = new Map<string, string>(FIXED.map(([day, name]) => [`${year}-${day}`, name]));
  holidays.set(dayAfter(easter, -2), "Good Friday");
  holidays.set(dayAfter(easter, 1), "Family Day");
  for (const [day, name] of [...holidays]) {
    const monday = dayAfter(day, 1);
    if (weekdayOf(day) === SUNDAY && !holidays.has(monday)) holidays.set(monday, `${name} (observed)`);
  }
  return new Map([...holidays].toSorted());
}

/** Easter Sunday by the Gregorian calendar (the Meeus, Jones and Butcher algorithm). */
export function easterSunday(year: number): string {
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const golden = year % 19;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const sinceMarch = epact + toSunday - 7 * late + 114;
  const month = String(Math.floor(sinceMarch / 31)).padStart(2, "0");
  return `${year}-${month}-${String((sinceMarch % 31) + 1).padStart(2, "0")}`;
}
