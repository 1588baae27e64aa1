import type { delayedAt } from "#app/domain/drivers/delayed-stops.server";
import { delayInWords } from "#app/domain/prices/delays";
import { saDay } from "#app/domain/values/sa-time";
import { numbers, say, tick, type Words } from "#app/language/say";

/** For commands that send somebody to a place. */
export const delayedYes = { kind: "flag", label: "even if there is a delay" } as const;

/** What has to be meant where a delay keeps us from going. */
export function askAboutDelays(delayed: Awaited<ReturnType<typeof delayedAt>>, ifMeant: string, now: Date): Words[] {
  return delayed.map(
    ({ delay, waybillNos }) =>
      say`${delayInWords(delay, saDay(now))} Parcels there: ${numbers(waybillNos)}. ${ifMeant}, ${tick("yes")}.`,
  );
}
