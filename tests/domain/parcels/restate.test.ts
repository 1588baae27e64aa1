import { eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isChangeable } from "#app/domain/bookings/change-own-booking.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { assignStop, stopsToCome } from "#app/domain/drivers/stops.server";
import { unassigned } from "#app/domain/drivers/unassigned.server";
import { holding, wishesOf } from "#app/domain/drivers/wishes.server";
import type { Happening } from "#app/domain/parcels/happening";
import { historyOf, piecesOf } from "#app/domain/parcels/issue-waybill.server";
import { judgeMark } from "#app/domain/parcels/marks";
import { misstated } from "#app/domain/parcels/misstated.server";
import { openReports } from "#app/domain/parcels/open-reports.server";
import { nothingKnown } from "#app/domain/parcels/parcel-sources.server";
import { type ParcelState, parcelState } from "#app/domain/parcels/parcel-state";
import { parcelStateOf } from "#app/domain/parcels/parcel-states.server";
import { missingInWords } from "#app/domain/parcels/pieces";
import { columnsOf, type ParcelColumns, restateOld } from "#app/domain/parcels/restate.server";
import { maySendBack } from "#app/domain/parcels/send-back.server";
import { undeliveredWaybill } from "#app/domain/parcels/undelivered.server";
import type { Visit } from "#app/domain/parcels/visits";
import { whyNotForgotten } from "#app/domain/people/forget-customer.server";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import { askAboutCharges } from "#app/staff/commands/ask-about-charges";
import { isPostgres } from "#db/dialect";
import { drivers } from "#db/schema/rounds";
import { waybills } from "#db/schema/waybills";
import { todaysWork } from "#db/todays-work";
import { aParcel } from "../../../demo/a-parcel";
import { anOffice, type Office } from "../../support/an-office";
import { asBooked, randomHistory, takeStep } from "../../support/random-steps";

/**
 * `PARCEL_SEQUENCES=100000 npm test -- tests/domain/parcels/restate.test.ts` runs so many through the functions alone, and
 * a twentieth through the database; an ordinary run 1,000 and 50.
 */
const SEQUENCES = Number(process.env.PARCEL_SEQUENCES ?? 1_000);
const STORED = Math.floor(SEQUENCES / (isPostgres ? 40 : 20));
/** The lists are whole views, which are slow to ask after each step. */
const WITH_LISTS = isPostgres ? 0 : Math.floor(STORED / 5);
const noon = new Date("2026-11-23T10:00:00Z");

const seed = Number(process.env.PARCEL_SEED ?? Date.now() % 2 ** 31);

test(`random histories have one state: its event, its pieces, its next visit and its words, seed ${seed}`, () => {
  for (const [n, { of, steps }] of fc.sample(randomHistory, { numRuns: SEQUENCES, seed }).entries()) {
    const events: Happening[] = [{ kind: "booked", happenedAt: noon, place: null }];
    let lastStop: Visit | null = null;
    for (const [at, each] of steps.entries()) {
      const happenedAt = new Date(noon.getTime() + (at + 1) * HOURS);
      if (each.does === "undo" && events.length > 1) events.pop();
      if (each.does === "unassign") lastStop = null;
      if (each.does === "assign")
        lastStop = each.visit ?? columnsOf({ ...nothingKnown(of), history: events, lastStop }).nextVisit;
      if (each.does === "mark") {
        const mark = { kind: each.kind, happenedAt, place: null, ...(each.pieces && { pieces: each.pieces }) };
        const judged = judgeMark(events, mark, happenedAt, { of, correct: each.correct });
        if (judged.kind === "new") events.push({ ...mark, happenedAt: judged.happenedAt, pieces: judged.pieces });
      }
      const kept = columnsOf({ ...nothingKnown(of), history: events, lastStop });
      const isReturning = kept.nextVisit === "return";
      const facts = {
        days: null,
        wishedDay: undefined,
        agreed: {},
        stopOn: null,
        fetching: null,
        isReturning,
        whyBack: null,
      };
      const waits = {
        canBeTold: true,
        waitsForOffice: false,
        foundLateOn: null,
        newsBy: null,
        told: null,
        delayed: null,
        due: null,
        settledOn: null,
      };
      const tracking = parcelState({ history: events, of, ...facts, ...waits }, new Set(), happenedAt);
      const disagree = contradicting({ kept, of, events, tracking });
      expect({ n, of, steps, each, disagree }).toEqual({ n, of, steps, each, disagree: [] });
    }
  }
});

test(`after random marks, corrections, undoings, agreements and stops every place says the same of a parcel, seed ${seed}`, async () => {
  const office = await anOffice();
  const { store } = office;
  await store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
  const parcels = [];
  for (const quantity of [1, 2, 3, 4]) parcels.push(await office.paid({ parcel: { quantity } }, noon));
  const reached = new Set<string>();
  for (const [n, { of, steps }] of fc.sample(randomHistory, { numRuns: STORED, seed }).entries()) {
    const { quote, waybillNo } = parcels[of - 1] ?? expect.fail("no parcel");
    await store.tx((tx) => asBooked(tx, waybillNo));
    let now = new Date(noon.getTime() + HOURS);
    let isHeldBack = false;
    for (const each of steps) {
      now = new Date(now.getTime() + (each.does === "wait" ? DAYS : 20 * MINUTES));
      const [before] = await store.read.select().from(waybills).where(eq(waybills.waybillNo, waybillNo));
      if (await takeStep(office.world, { waybillNo, driver: "Sipho Nkosi" }, each, now)) {
        if (each.does === "charge back") isHeldBack = true;
        if (each.does === "give back" || (each.does === "agree" && before?.nextVisit === "collection"))
          isHeldBack = false;
      }
      const places = { isHeldBack, ...(await everyPlace(office, { quote, waybillNo }, now, n < WITH_LISTS)) };
      reached.add(`${places.kept.lastEvent} ${places.kept.nextVisit}`);
      expect({ n, of, steps, each, disagree: disagreeing(places) }).toEqual({ n, of, steps, each, disagree: [] });
    }
  }
  expect(await misstated(store.read)).toEqual([]);
  // It went far enough to mean something.
  expect(reached.size).toBeGreaterThan(isPostgres ? 6 : 9);
});

type Paid = Awaited<ReturnType<Office["paid"]>>;

/** What each place says of a parcel: what is kept, and whoever reads it. */
async function everyPlace(
  { store, staff }: Office,
  { quote, waybillNo }: Pick<Paid, "quote" | "waybillNo">,
  now: Date,
  withLists: boolean,
) {
  const { read } = store;
  const [kept] = await read.select().from(waybills).where(eq(waybills.waybillNo, waybillNo));
  if (!kept) return expect.fail("no waybill");
  const events = await historyOf(read, waybillNo);
  const theirs = { accounts: [], sent: [{ ...quote, namesThem: true }], received: [] };
  const lists = withLists
    ? {
        bookings: staff<{ status: string; what_to_do: string; missing: string }>(
          `SELECT status, what_to_do, missing FROM staff_bookings WHERE waybill_no = '${waybillNo}'`,
        )[0],
        whatToDo: Object.fromEntries(
          [
            "bookings",
            ...(kept.nextVisit ? ["parcels_under_way"] : []),
            ...(kept.nextVisit === "collection" ? ["collections"] : []),
          ].map((list) => [
            list,
            staff<{ what_to_do: string }>(`SELECT what_to_do FROM staff_${list} WHERE waybill_no = '${waybillNo}'`)[0]
              ?.what_to_do || undefined,
          ]),
        ),
        reported: staff<{ what_to_do: string }>(
          `SELECT what_to_do FROM staff_driver_reports WHERE waybill_no = '${waybillNo}' AND visit = '${kept.nextVisit}'`,
        ).at(-1)?.what_to_do,
        chargedBack: staff(
          `SELECT collect_when FROM staff_collections WHERE waybill_no = '${waybillNo}' AND ${chargedBackWork.where}`,
        ),
        underWay: staff(`SELECT 1 FROM staff_parcels_under_way WHERE waybill_no = '${waybillNo}'`).length > 0,
        toCollect: staff(`SELECT 1 FROM staff_collections WHERE waybill_no = '${waybillNo}'`).length > 0,
      }
    : null;
  const day = saDay(new Date(now.getTime() + 60 * DAYS));
  const given = await stopsToCome(read, waybillNo, saDay(now));
  const plan = (await unassigned(read, day, () => true)).find((each) => each.waybillNo === waybillNo);
  return {
    kept,
    lists,
    events,
    of: (await piecesOf(read, waybillNo)).of,
    tracking: await parcelStateOf(read, { quote, waybillNo }, events, now),
    isReceiversPageOpen: (await undeliveredWaybill(read, quote)) !== null,
    isForgettable: !(await whyNotForgotten(read, theirs, now)).some((why) => plainText(why).startsWith(waybillNo)),
    mayComeBack: await maySendBack(read, quote),
    mayChange: isChangeable(quote, events),
    planned: plan?.visit ?? null,
    // What a driver reported of the next visit comes before a chargeback.
    isReported: (await openReports(read, waybillNo)).some(
      (open) => open.visit === kept.nextVisit && open.waitsForOffice,
    ),
    isGiven: given.some(({ visit }) => visit === "collection"),
    isAsked: (await askAboutCharges(read, [waybillNo], "If it is meant")).length > 0,
    whyNotGiven: await whyNotGiven(store, waybillNo, now),
    isFetched: holding(await wishesOf(read, waybillNo), now).some(({ kind }) => kind === "depot"),
  };
}

type Told = { kept: ParcelColumns; of: number; events: readonly Happening[]; tracking: ParcelState };

/** Where a parcel's state contradicts itself, or what tracking says. */
function contradicting({ kept, of, events, tracking }: Told): string[] {
  const { nextVisit, lastEvent } = kept;
  const [collected, delivered, returned] = [
    kept.piecesCollected ?? 0,
    kept.piecesDelivered ?? 0,
    kept.piecesReturned ?? 0,
  ];
  const [isOver, arrived] = [nextVisit === null, delivered + returned];
  const missing = missingInWords(events, of);
  const isPartly =
    (tracking.state === "collected" && tracking.rest !== undefined) ||
    (tracking.state === "late" && tracking.why === "rest not collected");
  return whatIsFalse({
    "it is over when all its pieces have arrived, or it has ended":
      isOver === (arrived === of || lastEvent === "ended"),
    "no more than all has arrived": arrived <= of && collected <= of,
    "it is collected next until all of it is, or something else has happened":
      nextVisit !== "collection" || (arrived === 0 && collected < of),
    tracking: isOver === ["delivered", "returned", "cancelled", "ended"].includes(tracking.state),
    "the way back": (nextVisit === "return") === (tracking.state === "returning"),
    "tracking's stage":
      isOver || tracking.stage === null || (tracking.stage === 1 || isPartly) === (nextVisit === "collection"),
    "what is missing":
      (missing !== null) === (arrived < of && (arrived > 0 || (!isOver && collected > 0 && collected < of))),
    "its event": isOver === ["delivered", "returned", "ended"].includes(lastEvent ?? ""),
  });
}

const whatIsFalse = (told: Record<string, boolean>) => Object.keys(told).filter((each) => !told[each]);

/** Why a parcel can't be given to a driver; null if it can. Nothing is kept of it. */
async function whyNotGiven({ tx, read }: Office["store"], waybillNo: string, now: Date): Promise<string | null> {
  const [driver] = await read.select().from(drivers);
  let why: string | null = null;
  await tx(async (its) => {
    const given = await assignStop(
      its,
      { waybillNo, driver: driver ?? expect.fail("no driver"), day: saDay(now) },
      now,
    );
    why = given.ok ? null : given.why;
    throw new Error("taken back");
  }).catch(() => undefined);
  return why;
}

const TAKEN_BACK = "bank took the payment back";
const chargedBackWork = todaysWork.find(({ work }) => work.startsWith("A bank took")) ?? expect.fail("not in Today");

/** What places say of a parcel whose bank took the payment back before anybody agreed to collect it all the same. */
function saidOfChargeback(places: Places): Record<string, boolean> {
  const { kept, lists, tracking, isHeldBack } = places;
  const isHeld = isHeldBack && kept.nextVisit === "collection";
  const isFirst = isHeld && !places.isReported;
  const its = tracking.state === "collected" ? tracking.rest : tracking;
  const comes = its && ("collects" in its ? its.collects : "comes" in its ? its.comes : null);
  const tellsToWait = tracking.state === "late" || (its && "waits" in its && its.waits && comes === null);
  return {
    "a chargeback is what the office settles first": (kept.officeMust ?? "").includes(TAKEN_BACK) === isFirst,
    "a chargeback waits for the office": !isHeld || kept.waitsFor === "office",
    "tracking after a chargeback": !isHeld || tellsToWait === true,
    "no driver collects after a chargeback": !isHeld || !places.isGiven,
    "nobody is given it after a chargeback": (places.whyNotGiven ?? "").includes(TAKEN_BACK) === isHeld,
    "agree asks after a chargeback": places.isAsked === isHeld,
    ...(lists && {
      "Today and the list of collections after a chargeback":
        (lists.chargedBack.length === 1) === isFirst &&
        lists.chargedBack.every((row) => row.collect_when === "Waits for the office"),
    }),
  };
}

type Places = Awaited<ReturnType<typeof everyPlace>> & { isHeldBack: boolean };

/** Which places contradict what is kept. */
function disagreeing(places: Places): string[] {
  const { kept, lists, events, of, tracking, planned } = places;
  const { nextVisit } = kept;
  const isOver = nextVisit === null;
  return [
    ...contradicting({ kept, of, events, tracking }),
    ...whatIsFalse({
      "the receiver's page": places.isReceiversPageOpen === (!isOver && nextVisit !== "return"),
      "forget customer": places.isForgettable === isOver,
      "sending it back": places.mayComeBack === (kept.lastEvent === "delivered"),
      "the sender's page":
        places.mayChange ===
        (events.every(({ kind }) => ["booked", "failed_collection", "ended"].includes(kind)) &&
          kept.lastEvent !== "ended"),
      plan:
        planned === (kept.waitsFor === "office" || (nextVisit === "delivery" && places.isFetched) ? null : nextVisit),
      "what the office does": (kept.officeMust !== null) === !isOver,
      ...saidOfChargeback(places),
      ...(lists && {
        "the list of collections": lists.toCollect === (nextVisit === "collection"),
        "the list of parcels under way": lists.underWay === !isOver,
        "what is missing in lists": (lists.bookings?.missing !== "") === (missingInWords(events, of) !== null),
        "what drivers reported": !lists.reported || lists.reported === kept.officeMust,
        "what to do": Object.values(lists.whatToDo).every(
          (words) => words === (kept.officeMust ?? undefined) || isKeptNoMore(kept, words),
        ),
        "one thing to do": new Set(Object.values(lists.whatToDo)).size === 1,
      }),
    }),
  ];
}

/** The lists' clock is today's. */
const isKeptNoMore = ({ officeMust }: ParcelColumns, words: string | undefined) =>
  officeMust?.endsWith(": the receiver fetches it") && words === "Return it: nobody fetched it";

test("waybills of a release that kept no state get theirs at the first start, and nothing else changes", async () => {
  const { store, world, paid } = await anOffice();
  const numbers: string[] = [];
  for (let n = 0; n < 3; n += 1)
    numbers.push(
      (
        await aParcel({ parcel: { quantity: 3 } })
          .collected(2)
          .in(world)
      ).waybillNo,
    );
  await paid();
  const all = () => store.read.select().from(waybills).orderBy(waybills.waybillNo);
  const before = await all();
  const forgotten = {
    lastEvent: null,
    lastEventAt: null,
    nextVisit: null,
    piecesCollected: null,
    piecesDelivered: null,
    piecesReturned: null,
    officeMust: null,
    waitsFor: null,
  };
  await store.tx((tx) => tx.update(waybills).set(forgotten).where(inArray(waybills.waybillNo, numbers)));
  expect(await misstated(store.read)).toEqual(numbers.toSorted());
  await restateOld(store);
  expect(await all()).toEqual(before);
  expect(before.find(({ waybillNo }) => waybillNo === numbers[0])).toMatchObject({
    nextVisit: "collection",
    piecesCollected: 2,
  });
});
