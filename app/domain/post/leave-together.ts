import { SECONDS } from "#app/durations";

/** These messages are sent at every full four seconds, not right after the answer. */
const LEAVE_EVERY_MS = 4 * SECONDS;
const AFTER_ANSWER_MS = 1 * SECONDS;

/**
 * The cost of sending must not show in the next answer's time, which would reveal whether there was an email to send.
 */
export function nextMomentToLeave(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + AFTER_ANSWER_MS) / LEAVE_EVERY_MS) * LEAVE_EVERY_MS);
}
