import type { Reader } from "#db/store.server";
import { type AgreedVisit, agreedVisits } from "../parcels/agreed-visit.server";
import { historyOf, type TrackingEvent, type Waybill, waybillsWithQuotes } from "../parcels/issue-waybill.server";
import { type BookingNote, notesOf } from "../parcels/quotes/booking-notes.server";
import type { Quote } from "../parcels/quotes/quote";
import { byParcel, grouped } from "../values/in-parts";
import { marksOf, type NamedMark } from "./driver-marks.server";
import type { Stop } from "./stops.server";
import { type Wish, wishesOf } from "./wishes.server";

/** What a stop's view is made from. Rows stand in the order of the functions that read them. */
export type ParcelAtStop = {
  waybill: Waybill;
  quote: Quote;
  history: TrackingEvent[];
  marks: NamedMark[];
  agreed: AgreedVisit[];
  wishes: Wish[];
  notes: BookingNote[];
};

/** The parcels of stops by their waybill numbers, in six statements however many they are. */
export async function parcelsAt(store: Reader, stops: readonly Stop[]): Promise<ReadonlyMap<string, ParcelAtStop>> {
  if (stops.length === 0) return new Map();
  const numbers = [...new Set(stops.map(({ waybillNo }) => waybillNo))];
  const parcels = await waybillsWithQuotes(store, ...numbers);
  const history = byParcel(await historyOf(store, ...numbers));
  const marks = byParcel(await marksOf(store, ...numbers));
  const agreed = byParcel(await agreedVisits(store, ...numbers));
  const wishes = byParcel(await wishesOf(store, ...numbers));
  const notes = grouped(await notesOf(store, ...parcels.map(({ quote }) => quote.id)), ({ quoteId }) => quoteId);
  return new Map(
    parcels.map(({ waybill, quote }) => {
      const of = <Row>(rows: ReadonlyMap<string, Row[]>) => rows.get(waybill.waybillNo) ?? [];
      const its = { history: of(history), marks: of(marks), agreed: of(agreed), wishes: of(wishes) };
      return [waybill.waybillNo, { waybill, quote, ...its, notes: notes.get(quote.id) ?? [] }];
    }),
  );
}
