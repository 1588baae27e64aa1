import { spokenApplicationNumber } from "#app/domain/drivers/applications/reference";
import { spokenCaseNumber } from "#app/domain/parcels/cases.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { dayAfter } from "#app/domain/values/calendar-day";
import { normalisePhone, phoneAsShown } from "#app/domain/values/phone.server";
import { dayAndTime, saClock, saDay, saWeekday, shortDate } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import type { Said } from "#app/language/said";
import { officePaths } from "#app/paths";

/** A day further from today than this is said with its year. */
const HALF_A_YEAR_DAYS = 180;

/** "on Tuesday 1 December"; "today", "yesterday" and "tomorrow" by these words. */
export function onDay(day: string, now: Date): string {
  const relative = relativeDay(day, now);
  return relative ?? `on ${namedDay(day, now)}`;
}

/** "Tuesday 1 December, 08:00"; "today, 08:00". */
export function atTime(moment: Date, now: Date): string {
  return byClock(saClock(moment), now);
}

/** The same of a South African time, `2026-12-01 08:00`. */
export function byClock(clock: string, now: Date): string {
  const { day, time } = dayAndTime(clock);
  return `${relativeDay(day, now) ?? namedDay(day, now)}, ${time}`;
}

/** "7 days ago"; blank of today and yesterday, whose names say it. */
export function ago(moment: Date, now: Date): string {
  const days = Math.round((Date.parse(saDay(now)) - Date.parse(saDay(moment))) / DAYS);
  return days > 1 ? `${days} days ago` : "";
}

const OURS = /\b(?:TH\d{10}|[CD]\d{8})\b/g;
const ALL_OURS = /\b(TH\d{10}|[QDC]\d{8})\b/;
const PHONES = /\+\d{8,15}\b/g;
const TIMES = /\b(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?\b/g;
const FROM_UNTIL = /\b(\d{2}:\d{2})-(\d{2}:\d{2})\b/g;

/** One of our numbers in groups; those that people never say in groups as they are. */
export const numberInGroups = (no: string) => spokenApplicationNumber(spokenCaseNumber(spokenWaybillNumber(no)));

/** A text with our numbers in groups. */
export const inGroups = (text: string) => text.replace(OURS, numberInGroups);

/** A text of a table or a fact as people write it: our numbers in groups, phones, and days by their names in short. */
export function asPeopleWrite(text: string, now: Date): string {
  return inGroups(text)
    .replace(PHONES, phoneAsShown)
    .replace(TIMES, (_, day: string, time?: string) => [inShort(day, now), time].filter(Boolean).join(", "))
    .replace(FROM_UNTIL, "$1 to $2");
}

/** The same, with links from our numbers. An address in it may be a stranger's. */
export function linked(text: string, now: Date): Said {
  return text
    .split(ALL_OURS)
    .map((part, at) =>
      at % 2 === 0 ? asPeopleWrite(part, now) : { words: numberInGroups(part), href: officePaths.one(part) },
    );
}

const TYPED_PHONES = /(\+?[\d(][\d ()-]{7,}\d)/;

/** "082 123 4567 or 083 111 2222", each to be dialled. */
export function dialled(text: string): Said {
  return text.split(TYPED_PHONES).map((each) => {
    const phone = normalisePhone(each);
    return phone ? { words: phoneAsShown(phone), href: `tel:${phone}` } : each;
  });
}

/** "Tue 1 Dec"; "1 Dec 2025" of long ago. */
function inShort(day: string, now: Date): string {
  const [weekday = "", date = "", month = "", year = ""] = saWeekday(day).split(" ");
  const named = `${date} ${month.slice(0, 3)}`;
  return isNear(day, now) ? `${weekday.slice(0, 3)} ${named}` : `${named} ${year}`;
}

const namedDay = (day: string, now: Date) => (isNear(day, now) ? shortDate(day) : saWeekday(day));

function isNear(day: string, now: Date): boolean {
  const today = saDay(now);
  return day >= dayAfter(today, -HALF_A_YEAR_DAYS) && day <= dayAfter(today, HALF_A_YEAR_DAYS);
}

function relativeDay(day: string, now: Date): string | undefined {
  const today = saDay(now);
  return { [dayAfter(today, -1)]: "yesterday", [today]: "today", [dayAfter(today, 1)]: "tomorrow" }[day];
}
