/** Durations in milliseconds, as JavaScript counts time. What counts in seconds divides by SECONDS. */
export const SECONDS = 1000;
export const MINUTES = 60 * SECONDS;
export const HOURS = 60 * MINUTES;
export const DAYS = 24 * HOURS;
