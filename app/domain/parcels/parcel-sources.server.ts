import { and, asc, eq, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import { agreedVisits, receiverWishes } from "#db/schema/office";
import { quotes } from "#db/schema/quotes";
import { driverMarks, stops } from "#db/schema/rounds";
import { trackingEvents, waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { receiverCanBeTold } from "../form/contacts.server";
import { amountsDue, townsToChange } from "../money/charges.server";
import { pricesChargedBack } from "../money/refunds.server";
import type { Happening } from "./happening";
import type { Settled } from "./office-must";
import type { Visit } from "./visits";

/** What a parcel's state is worked out from. `of`: how many pieces it has. `lastStop`: what a driver was last sent for. */
export type ParcelSources = Settled & { history: Happening[]; of: number; lastStop: Visit | null };

/** Of a parcel without a history. */
export const nothingKnown = (of = 1): ParcelSources => ({
  history: [],
  of,
  lastStop: null,
  agreed: {},
  reports: [],
  isFetched: false,
  canBeTold: true,
  due: null,
  townToGo: null,
  chargedBackAt: null,
});

/** What the states of these parcels are worked out from. Whoever writes one of these tables calls `restate`. */
export async function sourcesOf(store: Reader, numbers: string[]): Promise<Map<string, ParcelSources>> {
  const of = await store
    .select({
      no: waybills.waybillNo,
      quoteId: waybills.quoteId,
      sent: waybills.pieces,
      booked: quotes.quantity,
      form: quotes.formSnapshot,
    })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(inArray(waybills.waybillNo, numbers));
  const bookings = of.map(({ quoteId }) => quoteId);
  const due = await amountsDue(store, bookings);
  const towns = await townsToChange(store, bookings);
  const chargedBack = await pricesChargedBack(store, bookings);
  const sources = new Map(
    of.map(({ no, quoteId, sent, booked, form }) => [
      no,
      {
        ...nothingKnown(sent ?? booked),
        canBeTold: receiverCanBeTold(form.addresses),
        due: due.get(quoteId) ?? null,
        townToGo: towns.get(quoteId) ?? null,
        chargedBackAt: chargedBack.get(quoteId) ?? null,
      },
    ]),
  );
  const into = <Row extends { waybillNo: string }>(rows: Row[], add: (its: ParcelSources, row: Row) => unknown) => {
    for (const row of rows) {
      const its = sources.get(row.waybillNo);
      if (its) add(its, row);
    }
  };
  const events = await store
    .select()
    .from(trackingEvents)
    .where(and(inArray(trackingEvents.waybillNo, numbers), ne(trackingEvents.kind, "reported")))
    .orderBy(asc(trackingEvents.happenedAt));
  into(events, ({ history }, event) => history.push(event));
  // Also those that were taken from their driver: somebody else is sent for the same.
  const given = await store
    .select({ waybillNo: stops.waybillNo, visit: stops.visit })
    .from(stops)
    .where(inArray(stops.waybillNo, numbers))
    .orderBy(asc(stops.assignedAt));
  into(given, (its, { visit }) => Object.assign(its, { lastStop: visit }));
  const { waybillNo, stop, day, agreedAt } = agreedVisits;
  const agreed = await store
    .select({ waybillNo, stop, day, agreedAt })
    .from(agreedVisits)
    .where(inArray(waybillNo, numbers));
  into(agreed, (its, visit) => Object.assign(its.agreed, { [visit.stop]: visit }));
  const { waybillNo: no, visit, officeMust, waitsForOffice } = driverMarks;
  const reports = await store
    .select({ waybillNo: no, visit, officeMust, waitsForOffice })
    .from(driverMarks)
    .where(and(inArray(no, numbers), isNotNull(officeMust), isNull(driverMarks.answeredAt)))
    .orderBy(asc(driverMarks.receivedAt), asc(driverMarks.id));
  into(reports, (its, report) => its.reports.push(report));
  const fetched = await store
    .select({ waybillNo: receiverWishes.waybillNo })
    .from(receiverWishes)
    .where(
      and(inArray(receiverWishes.waybillNo, numbers), eq(receiverWishes.kind, "depot"), isNull(receiverWishes.endedAt)),
    );
  into(fetched, (its) => Object.assign(its, { isFetched: true }));
  return sources;
}
