import { and, eq, isNull, ne, notInArray, or } from "drizzle-orm";
import { agreedVisits } from "#db/schema/office";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import { isOfSite } from "#db/site-facts.server";
import type { Reader } from "#db/store.server";
import { isUnderWay } from "../parcels/restate.server";

/**
 * The waybills to be collected by the end of a day, the longest overdue first, by the agreed day or else the customer's
 * collection day. A parcel with neither isn't listed, and none that waits for the office, or for more to be paid.
 * @param day a South African day, `2026-11-21`
 */
export async function dueCollections(store: Reader, day: string): Promise<string[]> {
  const rows = await store
    .select({ waybillNo: waybills.waybillNo, form: quotes.formSnapshot, agreed: agreedVisits })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .leftJoin(agreedVisits, and(eq(agreedVisits.waybillNo, waybills.waybillNo), eq(agreedVisits.stop, "collection")))
    .where(
      and(
        eq(waybills.nextVisit, "collection"),
        // Already implied; it lets the database use the index of parcels under way.
        isUnderWay,
        or(isNull(waybills.waitsFor), notInArray(waybills.waitsFor, ["office", "payer"])),
        ne(quotes.status, "cancelled"),
        isOfSite(quotes.mode),
      ),
    );
  return rows
    .map(({ waybillNo, form: { parcel }, agreed }) => ({
      waybillNo,
      day: agreed?.day ?? parcel.collectionDay,
      time: agreed?.fromTime ?? (parcel.collectionTime === "afternoon" ? NOON : ""),
    }))
    .filter((due) => due.day !== "" && due.day <= day)
    .toSorted((one, other) => `${one.day} ${one.time}`.localeCompare(`${other.day} ${other.time}`))
    .map(({ waybillNo }) => waybillNo);
}

const NOON = "12:00";
