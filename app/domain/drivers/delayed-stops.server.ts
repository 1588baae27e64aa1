import type { Reader } from "#db/store.server";
import { waybillsWithQuotes } from "../parcels/issue-waybill.server";
import { partyAt, type Visit } from "../parcels/visits";
import { type Delay, delayOn } from "../prices/delays";
import { standingDelays } from "../prices/delays.server";

type AtPostal = { waybillNo: string; postal: string };

/** Which of these places a delay keeps us from on a day, by the delay. */
export async function delayedAt(
  store: Reader,
  places: readonly AtPostal[],
  day: string,
  now: Date,
): Promise<{ delay: Delay; waybillNos: string[] }[]> {
  const standing = await standingDelays(store, now);
  const by = new Map<Delay, string[]>();
  for (const { waybillNo, postal } of places) {
    const delay = delayOn(standing, postal, day);
    if (delay) by.set(delay, [...(by.get(delay) ?? []), waybillNo]);
  }
  return [...by].map(([delay, waybillNos]) => ({ delay, waybillNos }));
}

/**
 * Where the visits to some parcels are.
 * @param visitOf what for; undefined for the next one
 */
export async function placesOfVisits(
  store: Reader,
  waybillNos: readonly string[],
  visitOf: (waybillNo: string, at: number) => Visit | undefined = () => undefined,
): Promise<AtPostal[]> {
  const rows = await waybillsWithQuotes(store, ...new Set(waybillNos));
  return waybillNos.flatMap((waybillNo, at) => {
    const found = rows.find(({ waybill }) => waybill.waybillNo === waybillNo);
    const visit = visitOf(waybillNo, at) ?? found?.waybill.nextVisit;
    if (!found || !visit || (visit === "delivery" && found.quote.type === "international")) return [];
    return [{ waybillNo, postal: { from: found.quote.fromPostal, to: found.quote.toPostal }[partyAt[visit]] }];
  });
}
