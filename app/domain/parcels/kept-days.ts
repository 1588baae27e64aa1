/** Fewer parcels than this say nothing about a route. */
export const FEWEST_PARCELS = 20;
/** What most people would call "usually": 8 of 10. */
const MOST_OF_THEM = 0.8;

/**
 * The smallest number of working days within which at least 8 of 10 parcels arrived; null when there were too few
 * parcels.
 * @param took working days from collection to delivery, of each parcel of the last 90 days
 */
export function keptDays(took: readonly number[]): number | null {
  if (took.length < FEWEST_PARCELS) return null;
  const sorted = took.toSorted((one, other) => one - other);
  return Math.max(1, sorted[Math.ceil(sorted.length * MOST_OF_THEM) - 1] ?? 1);
}
