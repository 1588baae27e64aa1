import { SECONDS } from "#app/durations";

/** These messages leave together, at full four seconds of the clock, and not right after the answer. */
const LEAVE_EVERY_MS = 4 * SECONDS;
const AFTER_ANSWER_MS = 1 * SECONDS;

/** What sending costs us must not be felt by whoever asked: so it has nothing to do with when they did. */
export function nextMomentToLeave(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + AFTER_ANSWER_MS) / LEAVE_EVERY_MS) * LEAVE_EVERY_MS);
}
