import { mailFigures } from "#app/domain/mail/figures.server";
import type { Figure } from "#app/domain/values/figure";
import type { Reader } from "#db/store.server";
import { figuresOfTheDay } from "./figures-of-the-day.server";
import { figuresOfWhatWaits } from "./figures-of-what-waits.server";

/**
 * How the company does: what came in within a day, what waits, what failed. Each figure is read from an index that
 * holds little more than what is counted, so that a look takes as long with a million quotes as with none.
 */
export async function companyFigures(read: Reader, now: Date): Promise<Figure[]> {
  return [
    ...(await figuresOfTheDay(read, now)),
    ...(await figuresOfWhatWaits(read, now)),
    ...(await mailFigures(read, now)),
  ];
}
