import { mailFigures } from "#app/domain/post/figures.server";
import { webhookFigures } from "#app/domain/post/webhooks/figures.server";
import type { Figure } from "#app/domain/values/figure";
import type { Reader } from "#db/store.server";
import { figuresOfTheDay } from "./figures-of-the-day.server";
import { figuresOfWhatWaits } from "./figures-of-what-waits.server";

/**
 * The company's figures: what came in within a day, what is waiting, what failed. Each is read from an index that holds
 * little more than the rows counted, so that it takes no longer with a million quotes than with none.
 */
export async function companyFigures(read: Reader, now: Date): Promise<Figure[]> {
  return [
    ...(await figuresOfTheDay(read, now)),
    ...(await figuresOfWhatWaits(read, now)),
    ...(await mailFigures(read, now)),
    ...(await webhookFigures(read, now)),
  ];
}
