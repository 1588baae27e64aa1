import { addressInALine, contact, depotInALine } from "#app/contact";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Reader } from "#db/store.server";
import { isLocal } from "../form/addresses";
import type { EventKind } from "../parcels/happening";
import { waybillOfQuote } from "../parcels/issue-waybill.server";
import { notesOf } from "../parcels/quotes/booking-notes.server";
import { isNameless, type Quote } from "../parcels/quotes/quote";
import type { Places } from "../prices/places.server";
import { proclaimedDays } from "../prices/proclaimed-holidays.server";
import { saDay } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import { wishInWords } from "./wish-emails";
import { whyNoMoreWishes } from "./wish-refusals";
import { holding, wishesOf } from "./wishes.server";

/** How many of the next working days are offered. */
const DAYS_OFFERED = 5;

/** While one of these describes a parcel, its driver isn't on the way to the receiver. */
const open: readonly EventKind[] = [
  "booked",
  "failed_collection",
  "collected",
  "in_transit",
  "at_depot",
  "failed_attempt",
];

/** The parcel whose receiver may wish for something; null once it is out for delivery, has arrived, goes back or was cancelled. */
export async function openForWishes(store: Reader, quote: Quote): Promise<string | null> {
  const waybill = await waybillOfQuote(store, quote.id);
  const isClosed = quote.status === "cancelled" || isNameless(quote) || !isLocal(quote.formSnapshot.addresses);
  if (!waybill?.lastEvent || waybill.nextVisit === "return" || isClosed) return null;
  return open.includes(waybill.lastEvent) ? waybill.waybillNo : null;
}

/** The next working days, from tomorrow. */
export async function daysOffered(store: Reader, now: Date): Promise<string[]> {
  const holidays = await proclaimedDays(store);
  return Array.from({ length: DAYS_OFFERED }, (_, at) => workingDayAfter(saDay(now), at + 1, holidays));
}

/**
 * What the receiver can wish for, and what they have; null once the parcel is out for delivery. `refusal`: why the link
 * takes no more wishes, nor gives one back.
 */
export async function wishesShown({ read, places }: { read: Reader; places: Places }, quote: Quote, now: Date) {
  const waybillNo = await openForWishes(read, quote);
  if (!waybillNo) return null;
  const [wishes, notes] = [await wishesOf(read, waybillNo), await notesOf(read, quote.id)];
  const days = await daysOffered(read, now);
  return {
    refusal: whyNoMoreWishes(wishes),
    days: days.map((day) => ({ value: day, text: plainText(catalogue().dates.day(day)) })),
    depot: await depotFor(quote, places),
    isFetched: holding(wishes, now).some(({ kind }) => kind === "depot"),
    held: holding(wishes, now).map((wish) => ({
      id: wish.id,
      words: plainText(wishInWords(wish)),
      note: wish.kind === "neighbour" ? (notes.find(({ id }) => id === wish.id)?.note ?? null) : null,
    })),
  };
}

/** The depot where a receiver may fetch the parcel: only in its own region, and where its hours are set. */
export async function depotFor({ toPostal }: Quote, places: Places): Promise<string | null> {
  const { depotHours } = contact();
  const [, depotCode] = /(\d{4})$/.exec(addressInALine()) ?? [];
  const isNear = depotCode !== undefined && (await places.areInOneRegion(depotCode, toPostal ?? ""));
  return depotHours !== null && isNear ? depotInALine() : null;
}
