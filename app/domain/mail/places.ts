/** How many emails are on their way at a time. */
export const PLACES = 4;
/** How many of those go to one receiver, a mail domain: one that hangs leaves places for everybody else. */
export const PLACES_PER_RECEIVER = 2;

/** The receivers that may have no further email on its way, by those of the emails that are. */
export function fullReceivers(underway: readonly string[]): string[] {
  return [...new Set(underway)].filter(
    (receiver) => underway.filter((other) => other === receiver).length >= PLACES_PER_RECEIVER,
  );
}
