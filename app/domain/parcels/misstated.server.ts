import { asc, inArray } from "drizzle-orm";
import { everyDay } from "#app/timers.server";
import { oneByOne } from "#db/one-by-one.server";
import { waybills } from "#db/schema/waybills";
import { storeMisstated } from "#db/site-facts.server";
import type { Reader, Store } from "#db/store.server";
import { nothingKnown, sourcesOf } from "./parcel-sources.server";
import { columnsOf, type ParcelColumns, parcelColumns } from "./restate.server";

/** In the night, South African time: every parcel is read. */
const NIGHTLY = "40 3 * * *";

/** So many are looked at in one turn, so that pages have theirs. */
const AT_A_TIME = 500;

/** The waybills whose kept state isn't the one that their history gives: none, unless somebody wrote past `restate`. */
export async function misstated(store: Reader): Promise<string[]> {
  const { waybillNo } = waybills;
  const numbers = (await store.select({ waybillNo }).from(waybills).orderBy(asc(waybillNo))).map(
    (row) => row.waybillNo,
  );
  const starts = Array.from({ length: Math.ceil(numbers.length / AT_A_TIME) }, (_, n) => n * AT_A_TIME);
  const wrong: string[] = [];
  await oneByOne(starts, async (start) => {
    const some = numbers.slice(start, start + AT_A_TIME);
    const sources = await sourcesOf(store, some);
    const kept = await store
      .select({ no: waybillNo, ...parcelColumns })
      .from(waybills)
      .where(inArray(waybillNo, some))
      .orderBy(asc(waybillNo));
    for (const { no, ...its } of kept) {
      const right = columnsOf(sources.get(no) ?? nothingKnown());
      const names = Object.keys(parcelColumns) as (keyof ParcelColumns)[];
      if (names.some((name) => String(its[name]) !== String(right[name]))) wrong.push(no);
    }
  });
  return wrong;
}

/** Looks every night for such parcels, and stores which they are, for staff to see. */
export function startNotingMisstated(store: Store, clock: () => Date, report: { failed(error: unknown): void }) {
  return everyDay(NIGHTLY, () => noteMisstated(store, clock()), report.failed);
}

/** Stores which parcels are misstated now. Staff see the first of them; `check states` names all. */
export async function noteMisstated(store: Store, now: Date): Promise<void> {
  await storeMisstated(store, await misstated(store.read), now);
}
