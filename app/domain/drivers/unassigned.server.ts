import { and, eq, isNull, notExists, notInArray, or } from "drizzle-orm";
import { agreedVisits, receiverWishes } from "#db/schema/office";
import { quotes } from "#db/schema/quotes";
import { stops } from "#db/schema/rounds";
import { waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { drawnAt, notDrawn } from "../form/address-lines";
import { openReports } from "../parcels/open-reports.server";
import { isUnderWay } from "../parcels/restate.server";
import { partyAt, type Visit } from "../parcels/visits";
import { byParcel } from "../values/in-parts";
import { isActive } from "./stops.server";
import { agreedInWords, wishesOf } from "./wishes.server";

/** A parcel that no driver has been assigned to. */
export type UnassignedStop = {
  waybillNo: string;
  visit: Visit;
  postal: string;
  /** The city where no suburb was given. */
  suburb: string;
  street: string;
  /** All of it, as at the stop. */
  address: string;
  /** The agreed time of this visit, and whether the receiver asked for it; blank if none was agreed. */
  agreed: string;
  /** What a driver reported on this visit, while the office has something to do about it. */
  driverSaid: string | null;
};

/**
 * Parcels without a driver on a day, by postal code: those to be collected by then, those to be delivered, and those
 * on their way back. Where the office has to settle first what a driver reported or change the address, or more has to be paid, nobody is sent.
 * @param isWanted which postal codes
 */
export async function unassigned(
  store: Reader,
  day: string,
  isWanted: (postal: string) => boolean,
): Promise<UnassignedStop[]> {
  const rows = await store
    .select({ waybillNo: waybills.waybillNo, visit: waybills.nextVisit, quote: quotes, agreed: agreedVisits })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .leftJoin(agreedVisits, and(eq(agreedVisits.waybillNo, waybills.waybillNo), isForNextVisit))
    .where(
      and(
        isUnderWay,
        or(isNull(waybills.waitsFor), notInArray(waybills.waitsFor, ["office", "payer"])),
        notExists(
          store
            .select({ id: stops.id })
            .from(stops)
            .where(and(eq(stops.waybillNo, waybills.waybillNo), eq(stops.day, day), isNextVisit, isActive)),
        ),
      ),
    );
  const reports = await openReports(store);
  const fetched = await fetchedAtDepot(store);
  const waiting = rows
    .flatMap(({ waybillNo, visit, quote, agreed }) => {
      if (!visit) return [];
      // An agreed day takes precedence over the customer's collection day.
      const earliest = agreed?.day ?? (visit === "collection" ? quote.formSnapshot.parcel.collectionDay : "");
      if (earliest > day || (visit === "delivery" && (quote.type === "international" || fetched.has(waybillNo))))
        return [];
      const told = reports.filter((report) => report.waybillNo === waybillNo && report.visit === visit);
      return [{ waybillNo, visit, ...placeOf(quote, visit), agreed, driverSaid: told.at(-1)?.reason ?? null }];
    })
    .filter(({ postal }) => isWanted(postal))
    .toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), "en", { numeric: true }));
  const wishes = byParcel(await wishesOf(store, ...waiting.flatMap(({ agreed }) => agreed?.waybillNo ?? [])));
  return waiting.map((each) => ({
    ...each,
    agreed: each.agreed ? agreedInWords(each.agreed, wishes.get(each.waybillNo) ?? []) : "",
  }));
}

/** The parcels whose receivers fetch them at the depot: no driver brings them. */
async function fetchedAtDepot(store: Reader): Promise<Set<string>> {
  const { waybillNo, kind, endedAt } = receiverWishes;
  const rows = await store
    .select({ waybillNo })
    .from(receiverWishes)
    .where(and(eq(kind, "depot"), isNull(endedAt)));
  return new Set(rows.map((wish) => wish.waybillNo));
}

const isForNextVisit = eq(agreedVisits.stop, waybills.nextVisit);
/** A parcel that waits to be collected still needs a driver for that if one has only its delivery. */
const isNextVisit = eq(stops.visit, waybills.nextVisit);

function placeOf(quote: typeof quotes.$inferSelect, visit: Visit) {
  const party = partyAt[visit];
  const { addresses } = quote.formSnapshot;
  return {
    postal: quote[`${party}Postal`],
    suburb: addresses[`${party}Suburb`] || addresses[`${party}City`],
    street: addresses[`${party}AddressLine`],
    address: drawnAt("stop", addresses, party, {
      name: notDrawn,
      place: (lines) => lines.join(", "),
      contact: notDrawn,
      landmark: notDrawn,
    }).place,
  };
}

/** Along one street by its numbers: 2 before 13. */
function keyOf({ postal, suburb, street }: Pick<UnassignedStop, "postal" | "suburb" | "street">): string {
  const [, number = "", name = street] = /^\s*(\d+\w*),?\s+(.*)$/.exec(street) ?? [];
  return [postal, suburb, name, number].join("\n");
}
