/** How many emails are sent at a time. */
export const PLACES = 4;
/** How many of those may go to one receiver (a mail domain), so that one slow server doesn't hold up the others. */
export const PLACES_PER_RECEIVER = 2;

/** The receivers that may get no further email now, given the receivers of those being sent. */
export function fullReceivers(underway: readonly string[]): string[] {
  return [...new Set(underway)].filter(
    (receiver) => underway.filter((other) => other === receiver).length >= PLACES_PER_RECEIVER,
  );
}
