/** Durations in milliseconds, as in JavaScript's own functions. Divide by SECONDS where seconds are needed. */
export const SECONDS = 1000;
export const MINUTES = 60 * SECONDS;
export const HOURS = 60 * MINUTES;
export const DAYS = 24 * HOURS;

/**
 * How long a step is kept that was typed and not sent: long enough to look something up; short, because nobody asked to
 * have it stored, and phones are shared.
 */
export const TYPED_KEPT_HOURS = 2;

/** Milliseconds since some moment: how long something takes, whatever the clock says meanwhile. */
export const elapsedMs = () => performance.now();
