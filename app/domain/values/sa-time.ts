const HOURS = 60 * 60 * 1000;
/** South Africa keeps UTC+2 all year round; no summer time since 1944. Milliseconds. */
const AHEAD_OF_UTC = 2 * HOURS;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The day as people in South Africa read it: `21 November 2026`. */
export function saDate(moment: Date): string {
  const local = onTheClock(moment);
  return `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
}

/** The day and the time on a South African clock: `21 November 2026, 14:05`. */
export function saDateTime(moment: Date): string {
  return `${saDate(moment)}, ${onTheClock(moment).toISOString().slice(11, 16)}`;
}

/** The South African day as sortable text, `2026-11-21`: rates change at midnight here, not in Greenwich. */
export function saDay(moment: Date): string {
  return onTheClock(moment).toISOString().slice(0, 10);
}

/** A day such as `2026-11-23` as people say it: `Monday 23 November 2026`. */
export function saWeekday(day: string): string {
  const noon = new Date(`${day}T10:00:00Z`);
  return `${WEEKDAYS[noon.getUTCDay()]} ${saDate(noon)}`;
}

/** The same moment moved so that its UTC fields show South African time. */
function onTheClock(moment: Date): Date {
  return new Date(moment.getTime() + AHEAD_OF_UTC);
}
