import { shortDate } from "../values/sa-time";

/** The half days that a customer can choose; blank is any time. */
export const collectionTimes = ["", "morning", "afternoon"] as const;
export type CollectionTime = (typeof collectionTimes)[number];

/** "Monday 23 November, in the morning"; blank when nothing was chosen. */
export function collectionWishInWords(wish: { collectionDay: string; collectionTime: CollectionTime }): string {
  const time = { "": "", morning: "in the morning", afternoon: "in the afternoon" }[wish.collectionTime];
  return [wish.collectionDay ? shortDate(wish.collectionDay) : "", time].filter(Boolean).join(", ");
}
