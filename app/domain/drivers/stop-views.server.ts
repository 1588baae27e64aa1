import { DAYS } from "#app/durations";
import type { Reader } from "#db/store.server";
import { asLandmark, asLines, drawnAt, linesOf } from "../form/address-lines";
import { receiverCanBeTold } from "../form/contacts.server";
import { type Party, parcelFieldNames, parcelFields } from "../form/fields";
import { type MapAddresses, mapAddresses, mapOfAddress } from "../form/plus-code";
import type { EventKind } from "../parcels/happening";
import { spokenMark } from "../parcels/mark-parcel.server";
import { countPieces, piecesAtHand, piecesLeftFor } from "../parcels/pieces";
import type { Quote } from "../parcels/quotes/quote";
import { partyAt, type Visit, visits } from "../parcels/visits";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { dayAfter } from "../values/calendar-day";
import { normalisePhone, phoneAsShown } from "../values/phone.server";
import { saDateTime, saDay } from "../values/sa-time";
import { type DriverMark, lastMarkOf, markInWords, type NamedMark } from "./driver-marks.server";
import type { Driver } from "./drivers.server";
import { hadLookedAt } from "./looks.server";
import { type ParcelAtStop, parcelsAt } from "./parcels-at-stops.server";
import { isMadeSince, isOpenStop, lastTakenFrom, type Stop, stopsAt, stopsOf, wasStopAt } from "./stops.server";
import { isToDo, partOf } from "./to-do";
import { agreedInWords } from "./wishes.server";

/** Where to find somebody, with a plus code in the landmark apart, and how to phone them. */
type PersonAtStop = {
  name: string;
  town: string;
  lines: string[];
  landmark: string;
  plusCode: string | null;
  /** Where the plus code is or, without one, what a map finds for the address. */
  map: MapAddresses;
  phones: { href: string; shown: string }[];
};

/** A stop as its driver sees it: the person whom they visit, until the visit is over. Nobody else. */
export type StopView = {
  id: string;
  waybillNo: string;
  shownNo: string;
  day: string;
  /** Its position in the driver's day. */
  position: number;
  visit: Visit;
  /** It was given to the wrong person, where it is fetched back. */
  fromReceiver: boolean;
  pieces: { left: number; of: number };
  /** The driver's last mark on this visit; while the visit is open, only if nothing has happened to the parcel since. */
  lastMark: string | null;
  nothingLeft: boolean;
  /** What the driver said earlier that day, when nobody was there; blank if they met somebody. */
  foundBefore: string;
  /** What another driver reported on this visit; blank if nobody did. */
  saidBefore: string;
  person: PersonAtStop | null;
  /** Whether a message can reach the parcel's receiver. If not, there is no PIN to ask for. */
  canBeTold: boolean;
  /** The agreed time of the visit; blank if none was agreed. */
  agreed: string;
  /** It was agreed for a later day than the stop's. */
  isForLater: boolean;
  /** When somebody was there that day in vain: `09:30`; blank if nobody was, and once nothing is left. */
  triedAt: string;
  /** The sender's instructions and the office's notes. */
  notes: string[];
};

/** For how many days a phone may send a stored mark. */
const LATE_DAYS = 3;

/** A driver's stops of a day, those still to be done first. */
export async function dayOf(store: Reader, driver: Driver, day: string, now: Date): Promise<StopView[]> {
  if (!isSeenOn(day, now)) return [];
  const views = await stopsInOrder(store, driver, day, now);
  return [...views.filter(isToDo), ...views.filter((view) => !isToDo(view))];
}

/** What stood on a driver's list of a day, and was agreed on for a later one, after which it went to nobody else that day. */
export async function putOff(store: Reader, driver: Driver, day: string, now: Date): Promise<StopView[]> {
  const views = await viewsOf(store, driver, await lastTakenFrom(store, driver.id, day), now);
  return views.filter((view) => partOf(view) === "another day");
}

/** A driver's stops of any day, in driving order. */
export async function stopsInOrder(store: Reader, driver: Driver, day: string, now: Date): Promise<StopView[]> {
  return viewsOf(store, driver, await stopsOf(store, driver.id, day), now);
}

/**
 * A driver's stop for a parcel, today or else tomorrow; null if they have none. Of several it is the first visit that is
 * open, or else the last.
 * @param visit if only the stop for this visit is meant
 */
export async function stopOf(
  store: Reader,
  driver: Driver,
  waybillNo: string,
  now: Date,
  visit?: Visit,
): Promise<StopView | null> {
  const today = saDay(now);
  for (const day of [today, dayAfter(today, 1)]) {
    const its = await stopsAt(store, driver.id, waybillNo, day);
    const meant = its.filter((stop) => !visit || stop.visit === visit);
    const views = await viewsOf(store, driver, meant, now);
    const [first] = views.toSorted((one, other) => rankOf(one) - rankOf(other));
    if (first) return first;
  }
  return null;
}

function rankOf({ visit, nothingLeft }: StopView): number {
  return nothingLeft ? 2 * visits.length - visits.indexOf(visit) : visits.indexOf(visit);
}

/**
 * Whether a driver may mark a parcel: from the day before its stop until three days after it, because the phone may have
 * stored the mark. So too for three days where the office has moved the stop meanwhile, if the form was filled in
 * before that and after this driver had got its page.
 * @param filledInAt when the phone says that the button was pressed; null if it is pressed now
 */
export async function mayMark(
  store: Reader,
  driver: Driver,
  waybillNo: string,
  filledInAt: Date | null,
  now: Date,
): Promise<boolean> {
  for (let daysAhead = 1; daysAhead >= -LATE_DAYS; daysAhead -= 1) {
    const stops = await stopsAt(store, driver.id, waybillNo, dayAfter(saDay(now), daysAhead));
    if (stops.length > 0) return true;
  }
  if (!filledInAt || filledInAt > now || now.getTime() - filledInAt.getTime() > LATE_DAYS * DAYS) return false;
  if (!(await wasStopAt(store, driver, waybillNo, filledInAt, now))) return false;
  return hadLookedAt(store, driver, waybillNo, filledInAt, now);
}

/** A driver sees a stop on its day and on the day before. */
function isSeenOn(day: string, now: Date): boolean {
  const today = saDay(now);
  return day === today || day === dayAfter(today, 1);
}

async function viewsOf(store: Reader, driver: Driver, stops: readonly Stop[], now: Date): Promise<StopView[]> {
  const parcels = await parcelsAt(store, stops);
  return stops.flatMap((stop) => {
    const parcel = parcels.get(stop.waybillNo);
    return parcel ? [viewOf(driver, stop, parcel, now)] : [];
  });
}

function viewOf(driver: Driver, stop: Stop, parcel: ParcelAtStop, now: Date): StopView {
  const { id, waybillNo, day, position, visit, fromReceiver } = stop;
  const { waybill, quote, history, marks } = parcel;
  const booked = quote.quantity;
  const of = waybill.pieces ?? booked;
  const overall = waybill.lastEvent ?? "booked";
  const nothingLeft = quote.status === "cancelled" || !isOpenStop(stop, waybill);
  const mark = lastMarkOf(marks, driver.id, visit);
  const isOfToday = mark !== null && isMadeSince(mark, stop.assignedAt, now) && saDay(mark.receivedAt) === day;
  const isLast = isOfToday && (nothingLeft || !history.some((event) => isAfter(event, mark, now)));
  const agreed = nothingLeft || fromReceiver ? null : parcel.agreed.find((each) => each.stop === visit);
  const notes = nothingLeft ? [] : [...(fromReceiver ? [FETCH_BACK] : []), ...notesFor(parcel)];
  const counted = countPieces(history, of);
  const left = fromReceiver ? of : visit === "collection" ? piecesLeftFor("collected", counted) : piecesAtHand(counted);
  // A collection is of what was booked, or paid for since, a delivery of what is sent.
  const marked = visit === "collection" ? Math.max(booked, of) : of;
  return {
    id,
    waybillNo,
    shownNo: spokenWaybillNumber(waybillNo),
    day,
    position,
    visit,
    fromReceiver,
    pieces: { left, of },
    lastMark: isLast
      ? `${markInWords(mark, marked)}. ${whenOf(mark)}${nothingLeft ? stands(mark, overall, of) : ""}`
      : null,
    nothingLeft,
    foundBefore: (isOfToday && mark.kind === "nobody_there" && mark.reason) || "",
    saidBefore: nothingLeft ? "" : saidBefore(driver, stop, marks, marked),
    canBeTold: receiverCanBeTold(quote.formSnapshot.addresses),
    person: nothingLeft ? null : personIn(quote.formSnapshot.addresses, fromReceiver ? "to" : partyAt[visit]),
    agreed: agreed ? agreedInWords(agreed, parcel.wishes) : "",
    isForLater: agreed ? agreed.day > day : false,
    triedAt: nothingLeft ? "" : triedAt(stop, parcel, now),
    notes,
  };
}

/** By drivers' reports, and by what the office has marked for them. */
function triedAt({ day, visit }: Stop, { history, marks }: ParcelAtStop, now: Date): string {
  const failed = { collection: "failed_collection", delivery: "failed_attempt", return: null }[visit];
  const inVain = [
    ...history.flatMap(({ kind, happenedAt }) => (kind === failed ? happenedAt : [])),
    ...marks.flatMap((mark) => (mark.visit === visit && mark.kind === "nobody_there" ? mark.filledInAt : [])),
  ];
  const last = Math.max(...inVain.filter((at) => at <= now && saDay(at) === day).map(Number));
  return Number.isFinite(last) ? clock(new Date(last)) : "";
}

const FETCH_BACK = "It was given to the wrong person. Fetch it back.";

/** What is true of a parcel whose visit is over, if the driver's last mark says something else: after Back, for example. */
function stands({ kind, pieces }: DriverMark, overall: EventKind, of: number): string {
  const isReport = kind === "nobody_there" || kind === "something_wrong";
  return isReport || pieces < of ? ` The parcel is ${spokenMark(overall)}${of > 1 ? `, all ${of} pieces` : ""}.` : "";
}

/** The sender's instructions, then the office's notes. */
function notesFor({ quote, notes }: ParcelAtStop): string[] {
  const { parcel } = quote.formSnapshot;
  const ofSender = parcelFieldNames
    .filter((name) => parcelFields[name].atStop)
    .map((name) => String(parcel[name] ?? ""));
  return [...ofSender, ...notes.map(({ note }) => note)].filter(Boolean);
}

/** The last mark on this visit, if another driver made it. */
function saidBefore(driver: Driver, { visit }: Stop, marks: readonly NamedMark[], of: number): string {
  const last = marks.find((mark) => mark.visit === visit);
  if (!last || last.driverId === driver.id) return "";
  return `${last.driver}, ${saDateTime(last.filledInAt)}: ${markInWords(last, of)}`;
}

/**
 * Whether an event happened after a mark. The event that the mark itself added is older than the mark's arrival, or
 * still to come: it follows one from while the clock was ahead.
 */
function isAfter({ happenedAt }: { happenedAt: Date }, mark: DriverMark, now: Date): boolean {
  return happenedAt > mark.receivedAt && happenedAt <= now;
}

const AS_GOOD_AS_AT_ONCE_MS = 120_000;

const clock = (moment: Date) => saDateTime(moment).slice(-5);

/** When it was pressed, and when it arrived if the phone stored it meanwhile. */
function whenOf({ filledInAt, receivedAt }: DriverMark): string {
  const isLate = receivedAt.getTime() - filledInAt.getTime() > AS_GOOD_AS_AT_ONCE_MS;
  return isLate ? `Pressed at ${clock(filledInAt)}, sent at ${clock(receivedAt)}.` : `At ${clock(filledInAt)}.`;
}

function personIn(addresses: Quote["formSnapshot"]["addresses"], party: Party): PersonAtStop {
  const { name, place, contact, landmark } = drawnAt("stop", addresses, party, {
    name: (lines) => lines.join(" "),
    place: asLines,
    contact: asLines,
    landmark: asLandmark,
  });
  const { plusCode, words } = landmark;
  // Maps read every script, and what is said for the paper may be more than an address.
  const onMap = linesOf(addresses, party, (field) => field.shown.stop && field.part === "place" && !field.inLatin);
  return {
    name,
    town: addresses[`${party}City`] ?? "",
    lines: place,
    landmark: words,
    plusCode,
    map: plusCode ? mapAddresses(plusCode) : mapOfAddress(onMap),
    phones: contact
      .map((typed) => normalisePhone(typed) ?? typed)
      .map((phone) => ({ href: `tel:${phone.replace(/[^+\d]/g, "")}`, shown: phoneAsShown(phone) })),
  };
}
