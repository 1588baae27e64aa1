import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, max, ne, or, type SQL } from "drizzle-orm";
import { drivers, stops } from "#db/schema/rounds";
import type { Reader, Tx } from "#db/store.server";
import { tellItGoesBack, tellItStays } from "../messages/goes-back.server";
import { tellAsWeSaid } from "../messages/not-today.server";
import { amountsDue, townsToChange } from "../money/charges.server";
import { dropAgreedVisit, heldByChargeback } from "../parcels/agreed-visit.server";
import type { EventKind } from "../parcels/happening";
import { findWaybill, type Waybill } from "../parcels/issue-waybill.server";
import { anotherDriverAnswers, answerReports, isHeldUp } from "../parcels/open-reports.server";
import { restate } from "../parcels/restate.server";
import { isOpenVisit, uncollected, type Visit } from "../parcels/visits";
import { withdrawOvertaken } from "../post/overtaken.server";
import { newId } from "../values/ids.server";
import { type DoneOr, refused } from "../values/refused";
import { saDay, shortDate } from "../values/sa-time";
import { lastMarkOf, marksOf } from "./driver-marks.server";
import type { Driver } from "./drivers.server";

export type Stop = typeof stops.$inferSelect;
export type Assigning =
  /** `before`: the driver and the day from which it moved. */
  DoneOr<{ visit: Visit; added: boolean; movedFrom: { driver: string; day: string } | null }, { isFinished?: true }>;

/** Gives a parcel to a driver. */
export type Giving = { waybillNo: string; driver: Driver; day: string; visit?: Visit; fromReceiver?: boolean };

/**
 * Assigns a parcel to a driver for a day, after the stops that they have. Repeating it changes nothing; assigning the
 * parcel to another driver or day moves it, except that a stop which its driver has marked stays on its day.
 * @param giving.day a South African day, `2026-11-21`
 * @param giving.visit what for; if unset, for the visit that comes next. A return and a delivery end each other's stops,
 * and people are told that the parcel goes back, or doesn't any more
 * @param giving.fromReceiver it was given to the wrong person, where it is fetched back
 */
export async function assignStop(
  tx: Tx,
  { waybillNo, driver, day, visit: wish, fromReceiver = false }: Giving,
  now: Date,
): Promise<Assigning> {
  const { lastEvent: overall, nextVisit, quoteId = "" } = (await findWaybill(tx, waybillNo)) ?? {};
  if (!overall) return refused("there is no such waybill");
  if (!nextVisit && !fromReceiver) return { ok: false, why: `it is ${overall} already`, isFinished: true };
  const visit = fromReceiver ? "collection" : (wish ?? nextVisit ?? "delivery");
  const why = fromReceiver ? whyNotBack(overall) : whyNot(visit, overall);
  if (why) return refused(why);
  const due = fromReceiver || visit === "return" ? undefined : (await amountsDue(tx, [quoteId])).get(quoteId);
  if (due) return refused(due.isRefused ? REFUSED : `its sender has been asked to pay more, by ${shortDate(due.by)}`);
  if (visit === "collection" && !fromReceiver && (await heldByChargeback(tx, [{ waybillNo, quoteId }])).size > 0)
    return refused(`${CHARGED_BACK}: agree on a day first, if it is to be collected all the same`);
  const town = visit === "delivery" ? (await townsToChange(tx, [quoteId])).get(quoteId) : undefined;
  if (town) return refused(`its sender has paid to have it brought to ${town}: change its address first`);
  const assigned = await stopsFrom(tx, saDay(now), and(eq(stops.waybillNo, waybillNo), eq(stops.visit, visit)));
  const isKnown = assigned.some(
    (stop) => stop.driverId === driver.id && stop.day === day && stop.fromReceiver === fromReceiver,
  );
  if (isKnown) return { ok: true, visit, added: false, movedFrom: null };
  const moved = [];
  for (const stop of assigned) if (stop.day === day || !(await isMarked(tx, stop, now))) moved.push(stop);
  // It goes to its receiver or back to its sender, and never both.
  const other = instead[visit];
  const over = other
    ? await stopsFrom(tx, saDay(now), and(eq(stops.waybillNo, waybillNo), eq(stops.visit, other)))
    : [];
  await removeStops(tx, [...moved, ...over], now);
  const position = await nextPosition(tx, driver, day);
  const id = newId();
  const stop = { id, waybillNo, driverId: driver.id, day, visit, fromReceiver, position, assignedAt: now };
  await tx.insert(stops).values(stop);
  await restate(tx, waybillNo);
  if (visit === "return" && nextVisit !== "return") await tellItGoesBack(tx, waybillNo, id, now);
  if (visit === "delivery" && nextVisit === "return") {
    await dropAgreedVisit(tx, waybillNo, "return");
    await tellItStays(tx, waybillNo, await returnsOf(tx, waybillNo), now);
  }
  if (visit === "return") await answerReports(tx, waybillNo, now, { visits: ["delivery"] });
  const wasHeldUp = await isHeldUp(tx, waybillNo);
  await answerReports(tx, waybillNo, now, { visits: [visit], onlyIf: anotherDriverAnswers });
  if (wasHeldUp && !(await isHeldUp(tx, waybillNo))) await tellAsWeSaid(tx, waybillNo, visit, now);
  if (visit === "delivery") await tellNewDay(tx, waybillNo, now);
  const [from] = moved;
  return { ok: true, visit, added: true, movedFrom: from ? { driver: from.driver, day: from.day } : null };
}

const CHARGED_BACK = "the customer's bank took the payment back";
const REFUSED = "its sender doesn't want to pay more: give it to a driver to bring it back (return)";

/** The visit that a visit takes the place of. */
const instead: Record<Visit, Visit | null> = { collection: null, delivery: "return", return: "delivery" };

/** Every stop at which a parcel was to be brought back, also those that are over. */
async function returnsOf(store: Reader, waybillNo: string): Promise<Stop[]> {
  return store
    .select()
    .from(stops)
    .where(and(eq(stops.waybillNo, waybillNo), eq(stops.visit, "return")));
}

/** Takes a parcel's stops from their drivers, of a day or of all days from today on. Returns those that were taken. */
export async function unassignStop(tx: Tx, waybillNo: string, day: string | null, now: Date): Promise<StopToCome[]> {
  const its = await stopsFrom(
    tx,
    saDay(now),
    and(eq(stops.waybillNo, waybillNo), day ? eq(stops.day, day) : undefined),
  );
  await removeStops(tx, its, now);
  if (its.some(({ visit }) => visit === "delivery")) await tellNewDay(tx, waybillNo, now);
  return its;
}

/** What waits and names the day on which we try again is written again. */
async function tellNewDay(tx: Tx, waybillNo: string, now: Date): Promise<void> {
  const waybill = await findWaybill(tx, waybillNo);
  if (waybill) await withdrawOvertaken(tx, waybill.quoteId, { by: "delivery_planned" }, now);
}

/** Takes the stops for one of a parcel's visits from their drivers, from today on, but not those of one day. Returns them. */
export async function unassignVisit(
  tx: Tx,
  { waybillNo, visit, but }: { waybillNo: string; visit: Visit; but: string | null },
  now: Date,
): Promise<StopToCome[]> {
  const isOfVisit = and(eq(stops.waybillNo, waybillNo), eq(stops.visit, visit));
  const its = await stopsFrom(tx, saDay(now), and(isOfVisit, but === null ? undefined : ne(stops.day, but)));
  await removeStops(tx, its, now);
  return its;
}

/** The driver's stop for a visit on a day; null while nobody drives it. */
export async function stopOn(
  store: Reader,
  { waybillNo, visit, day }: { waybillNo: string; visit: Visit; day: string },
): Promise<StopToCome | null> {
  const [stop] = await stopsFrom(
    store,
    day,
    and(eq(stops.waybillNo, waybillNo), eq(stops.visit, visit), eq(stops.day, day)),
  );
  return stop ?? null;
}

/**
 * Puts a driver's stops of a day in order: those named first, then the others as they were. Returns the numbers that are
 * none of their stops.
 * @param visit if only the stops for this visit are meant
 */
export async function orderStops(
  tx: Tx,
  driver: Driver,
  day: string,
  waybillNos: readonly string[],
  visit?: Visit,
): Promise<string[]> {
  const all = await stopsOf(tx, driver.id, day);
  const meant = all.filter((stop) => !visit || stop.visit === visit);
  const named = waybillNos.flatMap((no) => meant.filter(({ waybillNo }) => waybillNo === no));
  await putInOrder(tx, [...named, ...all.filter((stop) => !named.includes(stop))]);
  return waybillNos.filter((no) => !meant.some(({ waybillNo }) => waybillNo === no));
}

/** Puts one of a driver's stops before or after another of the same day. Doing it again changes nothing. */
export async function moveStop(
  tx: Tx,
  driver: Driver,
  { id, where, other }: { id: string; where: "before" | "after"; other: string },
): Promise<void> {
  const [stop] = await tx
    .select()
    .from(stops)
    .where(and(eq(stops.id, id), eq(stops.driverId, driver.id), isActive));
  if (!stop) return;
  const others = (await stopsOf(tx, driver.id, stop.day)).filter((each) => each.id !== id);
  const at = others.findIndex((each) => each.id === other);
  if (at >= 0) await putInOrder(tx, others.toSpliced(where === "before" ? at : at + 1, 0, stop));
}

async function putInOrder(tx: Tx, inOrder: readonly Stop[]): Promise<void> {
  for (const [at, { id, position }] of inOrder.entries())
    if (position !== at + 1)
      await tx
        .update(stops)
        .set({ position: at + 1 })
        .where(eq(stops.id, id));
}

/** A stop from today on, with its driver's name and phone. */
export type StopToCome = Stop & { driver: string; driverPhone: string };

/** A parcel's stops from a day on, the next one first. */
export async function stopsToCome(store: Reader, waybillNo: string, day: string): Promise<StopToCome[]> {
  return stopsFrom(store, day, eq(stops.waybillNo, waybillNo));
}

async function stopsFrom(store: Reader, day: string, which: SQL | undefined): Promise<StopToCome[]> {
  const rows = await store
    .select({ stop: stops, driver: drivers.name, driverPhone: drivers.phone })
    .from(stops)
    .innerJoin(drivers, eq(drivers.id, stops.driverId))
    .where(and(which, gte(stops.day, day), isActive))
    .orderBy(asc(stops.day), asc(stops.position));
  return rows.map(({ stop, ...driver }) => ({ ...stop, ...driver }));
}

/** Whether a mark was made after a stop was given to its driver; so it was if that is still to come: the clock was ahead. */
export function isMadeSince({ receivedAt }: { receivedAt: Date }, assignedAt: Date, now: Date): boolean {
  return receivedAt >= assignedAt || assignedAt > now;
}

/** Whether its driver has reported something at a stop. */
async function isMarked(store: Reader, { waybillNo, driverId, visit, assignedAt }: Stop, now: Date): Promise<boolean> {
  const mark = lastMarkOf(await marksOf(store, waybillNo), driverId, visit);
  return mark !== null && isMadeSince(mark, assignedAt, now);
}

async function removeStops(tx: Tx, taken: readonly Stop[], now: Date): Promise<void> {
  const ids = taken.map(({ id }) => id);
  await tx.update(stops).set({ removedAt: now }).where(inArray(stops.id, ids));
  await restate(tx, ...new Set(taken.map(({ waybillNo }) => waybillNo)));
}

/** Whether a stop was a driver's at a moment, and was given to somebody else since. */
export async function wasStopAt(
  store: Reader,
  driver: Driver,
  waybillNo: string,
  at: Date,
  now: Date,
): Promise<boolean> {
  const [stop] = await store
    .select({ id: stops.id })
    .from(stops)
    .where(
      and(
        eq(stops.waybillNo, waybillNo),
        eq(stops.driverId, driver.id),
        or(lte(stops.assignedAt, at), gt(stops.assignedAt, now)),
        gt(stops.removedAt, at),
      ),
    )
    .limit(1);
  return stop !== undefined;
}

function whyNot(visit: Visit, overall: EventKind): string | null {
  if (visit === "collection" && !isOpenVisit(visit, overall)) return "it has been collected already";
  return visit === "return" && uncollected.includes(overall) ? "it hasn't been collected yet" : null;
}

function whyNotBack(overall: EventKind): string | null {
  return overall === "delivered" ? null : "it hasn't been delivered: there is nothing to fetch back";
}

/** Whether what a stop is for is still to be done. One that is fetched back is with its receiver since before. */
export function isOpenStop(
  { visit, fromReceiver, assignedAt }: Pick<Stop, "visit" | "fromReceiver" | "assignedAt">,
  { lastEvent, lastEventAt }: Pick<Waybill, "lastEvent" | "lastEventAt">,
): boolean {
  if (!fromReceiver) return isOpenVisit(visit, lastEvent ?? "booked");
  return lastEvent === "delivered" && lastEventAt !== null && lastEventAt <= assignedAt;
}

/** Whether a driver fetches a parcel back that was given to the wrong person: when they filled in a form. */
export async function isFetchingBack(store: Reader, driver: Driver, waybill: Waybill, at: Date): Promise<boolean> {
  if (waybill.lastEvent !== "delivered") return false;
  const { waybillNo, driverId, fromReceiver, assignedAt } = stops;
  const isTheirs = and(eq(waybillNo, waybill.waybillNo), eq(driverId, driver.id), eq(fromReceiver, true));
  const given = await store
    .select()
    .from(stops)
    .where(and(isTheirs, lte(assignedAt, at)));
  return given.some((stop) => isOpenStop(stop, waybill));
}

/** A driver's stops of a day, in their order. */
export async function stopsOf(store: Reader, driverId: string, day: string): Promise<Stop[]> {
  return store
    .select()
    .from(stops)
    .where(and(eq(stops.driverId, driverId), eq(stops.day, day), isActive))
    .orderBy(asc(stops.position));
}

/** A driver's stops for a parcel on a day: one for each visit. */
export async function stopsAt(store: Reader, driverId: string, waybillNo: string, day: string): Promise<Stop[]> {
  return store
    .select()
    .from(stops)
    .where(and(eq(stops.waybillNo, waybillNo), eq(stops.day, day), eq(stops.driverId, driverId), isActive));
}

/**
 * The stops that were taken from a driver on a day, and given to nobody else for it: the last of each visit.
 * @param day a South African day
 */
export async function lastTakenFrom(store: Reader, driverId: string, day: string): Promise<Stop[]> {
  const taken = await store
    .select()
    .from(stops)
    .where(and(eq(stops.driverId, driverId), eq(stops.day, day), isNotNull(stops.removedAt)));
  if (taken.length === 0) return [];
  const numbers = taken.map(({ waybillNo }) => waybillNo);
  // By drivers, because their stops have an index.
  const all = await store
    .select({ stop: stops })
    .from(drivers)
    .innerJoin(stops, and(eq(stops.driverId, drivers.id), eq(stops.day, day)))
    .where(inArray(stops.waybillNo, numbers))
    .orderBy(asc(stops.assignedAt), asc(stops.position));
  const last = new Map(all.map(({ stop }) => [`${stop.waybillNo} ${stop.visit}`, stop]));
  return [...last.values()].filter((stop) => stop.driverId === driverId && stop.removedAt !== null);
}

/** Whether a stop is still its driver's. */
export const isActive = isNull(stops.removedAt);

async function nextPosition(tx: Tx, driver: Driver, day: string): Promise<number> {
  const [last] = await tx
    .select({ position: max(stops.position) })
    .from(stops)
    .where(and(eq(stops.driverId, driver.id), eq(stops.day, day)));
  return (last?.position ?? 0) + 1;
}
