import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { addDriver, type Driver } from "#app/domain/drivers/drivers.server";
import { noteSeen } from "#app/domain/drivers/looks.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { dayOf, mayMark, stopOf, stopsInOrder } from "#app/domain/drivers/stop-views.server";
import { assignStop, stopsAt, stopsOf, unassignStop } from "#app/domain/drivers/stops.server";
import { unassigned } from "#app/domain/drivers/unassigned.server";
import { actionsOn, notedActions } from "#app/domain/office/staff-actions.server";
import { keepAgreedVisit } from "#app/domain/parcels/agreed-visit.server";
import { noteBooking } from "#app/domain/parcels/quotes/booking-notes.server";
import { DAYS, MINUTES } from "#app/durations";
import { aParcel } from "../../../demo/a-parcel";
import { aStopForm } from "../../support/a-stop-form";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");
const [today, tomorrow] = ["2026-11-23", "2026-11-24"];
const after = (ms: number) => new Date(now.getTime() + ms);

const office = officeForEachTest();
let sipho: Driver;
let anna: Driver;
beforeEach(async () => {
  [sipho, anna] = [await added("Sipho Nkosi"), await added("Anna Mokoena")];
});

describe("a parcel that is given to a driver", () => {
  test("becomes the last of their stops that day; giving it again changes nothing", async () => {
    const [one, two] = [await waybill(), await waybill()];
    expect(await assign(one)).toEqual({ ok: true, visit: "collection", added: true, movedFrom: null });
    expect(await assign(two)).toEqual({ ok: true, visit: "collection", added: true, movedFrom: null });
    expect(await assign(one)).toEqual({ ok: true, visit: "collection", added: false, movedFrom: null });
    expect((await stopsOf(office.store.read, sipho.id, today)).map((stop) => [stop.waybillNo, stop.position])).toEqual([
      [one, 1],
      [two, 2],
    ]);
  });

  test("stays with the driver who has marked it, although it was given while the clock was ahead", async () => {
    const tried = await waybill();
    await office.store.tx((tx) => assignStop(tx, { waybillNo: tried, driver: sipho, day: today }, after(DAYS)));
    const closed = aStopForm("nobody_there", { reason: "The gate is closed" });
    await office.store.tx((tx) => markAtStop(tx, { driver: sipho, waybillNo: tried }, closed, now));
    expect((await stopOf(office.store.read, sipho, tried, now))?.lastMark).toContain("The gate is closed");
    await office.store.tx((tx) => assignStop(tx, { waybillNo: tried, driver: anna, day: tomorrow }, after(1)));
    expect(await stopsAt(office.store.read, sipho.id, tried, today)).toHaveLength(1);
  });

  test("moves to the end of another driver's stops; the previous driver is returned", async () => {
    const [one, hers] = [await waybill(), await waybill()];
    await assign(hers, anna);
    await assign(one);
    expect(await assign(one, anna)).toEqual({
      ok: true,
      visit: "collection",
      added: true,
      movedFrom: { driver: "Sipho Nkosi", day: today },
    });
    expect(await stopsOf(office.store.read, sipho.id, today)).toEqual([]);
    expect(await stopsAt(office.store.read, anna.id, one, today)).toMatchObject([{ position: 2 }]);
    expect(await stopsAt(office.store.read, anna.id, one, tomorrow)).toEqual([]);
  });

  test("moves to another day too, unless its driver has marked it", async () => {
    const [one, tried] = [await waybill(), await waybill()];
    for (const each of [one, tried]) await assign(each);
    await office.store.tx((tx) =>
      markAtStop(
        tx,
        { driver: sipho, waybillNo: tried },
        aStopForm("nobody_there", { reason: "The gate is closed" }),
        after(1),
      ),
    );
    const movedFrom = { driver: "Sipho Nkosi", day: today };
    expect(await assign(one, anna, tomorrow)).toEqual({ ok: true, visit: "collection", added: true, movedFrom });
    expect(await assign(tried, anna, tomorrow)).toEqual({
      ok: true,
      visit: "collection",
      added: true,
      movedFrom: null,
    });
    expect((await stopsOf(office.store.read, sipho.id, today)).map(({ waybillNo }) => waybillNo)).toEqual([tried]);
    expect((await stopsOf(office.store.read, anna.id, tomorrow)).map(({ waybillNo }) => waybillNo)).toEqual([
      one,
      tried,
    ]);
    // What the driver before reported is on the new driver's page.
    expect((await stopsInOrder(office.store.read, anna, tomorrow, now)).map(({ saidBefore }) => saidBefore)).toEqual([
      "",
      expect.stringMatching(/^Sipho Nkosi, .*: Nobody there: The gate is closed$/),
    ]);
  });

  test("can go back to its first driver, and to nobody", async () => {
    const one = await waybill();
    for (const driver of [sipho, anna, sipho]) expect(await assign(one, driver)).toMatchObject({ added: true });
    expect(await stopsAt(office.store.read, sipho.id, one, today)).toHaveLength(1);
    await office.store.tx((tx) => unassignStop(tx, one, null, now));
    expect(await stopsAt(office.store.read, sipho.id, one, today)).toEqual([]);
    expect(await unassigned(office.store.read, today, () => true)).toMatchObject([{ waybillNo: one }]);
  });

  test("is refused if it has arrived or doesn't exist", async () => {
    const one = await waybill();
    await aParcel(one).delivered().in(office.world, after(1));
    expect(await assign(one)).toEqual({ ok: false, why: "it is delivered already", isFinished: true });
    expect(await assign("TH0000000000")).toEqual({ ok: false, why: "there is no such waybill" });
  });
});

describe("parcels without a driver", () => {
  test("are those to be collected by that day and those to be delivered, by postal code", async () => {
    const [ready, later, mine] = [await waybill(), await waybill({ collectionDay: tomorrow }), await waybill()];
    const moving = await waybill();
    await aParcel(moving).collected().in(office.world, after(1));
    await assign(mine);
    const delivered = await waybill();
    await aParcel(delivered).delivered().in(office.world, after(1));
    const found = await unassigned(office.store.read, today, () => true);
    expect(found).toEqual([
      {
        waybillNo: ready,
        visit: "collection",
        postal: "1431",
        suburb: "Katlehong",
        street: "Stand 1423, Mphuti Street",
        address: "Stand 1423, Mphuti Street, Katlehong, Germiston 1431",
        agreed: "",
        driverSaid: null,
      },
      {
        waybillNo: moving,
        visit: "delivery",
        postal: "1804",
        suburb: "Orlando East",
        street: "12 Ncome Crescent",
        address: "12 Ncome Crescent, Orlando East, Soweto 1804",
        agreed: "",
        driverSaid: null,
      },
    ]);
    const of = async (day: string, isWanted = (_: string) => true) =>
      (await unassigned(office.store.read, day, isWanted)).map(({ waybillNo }) => waybillNo);
    expect(await of(today, (postal) => postal === "1804")).toEqual([moving]);
    // It has a driver today, but needs one again tomorrow.
    expect((await of(tomorrow)).toSorted()).toEqual([ready, later, mine, moving].toSorted());
  });

  test("are ordered by postal code, then by suburb, or by city if none was given, then by street and its numbers", async () => {
    const from = async (fromPostal: string, fromSuburb: string, fromCity: string, fromAddressLine: string) =>
      office.paid({ addresses: { fromPostal, fromSuburb, fromCity, fromAddressLine } }, now);
    await from("1804", "Aeroton", "Soweto", "1 A Street");
    await from("1431", "", "Katlehong", "2 A Street");
    await from("1431", "Katlehong", "Germiston", "13 A Street");
    await from("1431", "Katlehong", "Germiston", "1 B Street");
    await from("1431", "Katlehong", "Germiston", "1 A Street");
    await from("1431", "Alrode", "Germiston", "9 A Street");
    const found = await unassigned(office.store.read, today, () => true);
    expect(found.map(({ postal, suburb, street }) => `${postal} ${suburb} ${street}`)).toEqual([
      "1431 Alrode 9 A Street",
      "1431 Katlehong 1 A Street",
      "1431 Katlehong 2 A Street",
      "1431 Katlehong 13 A Street",
      "1431 Katlehong 1 B Street",
      "1804 Aeroton 1 A Street",
    ]);
  });

  test("wait for the day agreed for their next visit, unless that day has passed", async () => {
    const [sooner, held] = [await waybill({ collectionDay: tomorrow }), await waybill()];
    await agree(sooner, "collection", today);
    await agree(held, "delivery", tomorrow);
    const ids = async () => (await unassigned(office.store.read, today, () => true)).map(({ waybillNo }) => waybillNo);
    expect((await ids()).toSorted()).toEqual([sooner, held].toSorted());
    await aParcel(held).collected().in(office.world, after(1));
    expect(await ids()).toEqual([sooner]);
  });

  test("that go abroad are collected by our drivers, but not delivered by them", async () => {
    const { waybillNo } = await office.paid({ addresses: { toCountry: "Brazil", toPostal: "" } }, now);
    expect(await unassigned(office.store.read, today, () => true)).toMatchObject([{ waybillNo, visit: "collection" }]);
    await aParcel(waybillNo).collected().in(office.world, after(1));
    expect(await unassigned(office.store.read, today, () => true)).toEqual([]);
  });
});

describe("what a driver sees", () => {
  test("is today's and tomorrow's stops, unfinished ones first; not yesterday's or another driver's", async () => {
    const [done, open, hers] = [await waybill(), await waybill(), await waybill()];
    for (const each of [done, open]) await assign(each);
    await assign(hers, anna);
    await aParcel(done).cancelled().in(office.world, after(1));
    const numbers = async (day: string, at = now) =>
      (await dayOf(office.store.read, sipho, day, at)).map(({ waybillNo }) => waybillNo);
    expect(await numbers(today)).toEqual([open, done]);
    expect(await numbers(today, after(-DAYS))).toEqual([open, done]);
    expect(await numbers(today, after(DAYS))).toEqual([]);
    expect(await numbers(today, after(-2 * DAYS))).toEqual([]);
    expect((await stopsInOrder(office.store.read, sipho, today, now)).map(({ position }) => position)).toEqual([1, 2]);
    expect(await stopOf(office.store.read, sipho, hers, now)).toBeNull();
    expect(await stopOf(office.store.read, sipho, open, after(-DAYS))).not.toBeNull();
    expect(await stopOf(office.store.read, sipho, open, after(-2 * DAYS))).toBeNull();
  });

  test("is the sender on a collection, and the receiver on a delivery, with notes and the agreed time", async () => {
    const { waybillNo, quote } = await office.paid({ parcel: { specialInstructions: "Ring twice" } }, now);
    await assign(waybillNo);
    await office.store.tx((tx) => noteBooking(tx, { quoteId: quote.id, who: "x", note: "Beware of the dog" }, now));
    await agree(waybillNo, "delivery", tomorrow);
    const view = async () => (await stopOf(office.store.read, sipho, waybillNo, now)) ?? expect.fail("no stop");
    expect(await view()).toMatchObject({
      ...{
        visit: "collection",
        day: today,
        pieces: { left: 1, of: 1 },
        lastMark: null,
        nothingLeft: false,
        agreed: "",
      },
      person: {
        name: "Thandi Nkosi",
        lines: ["Stand 1423, Mphuti Street", "Katlehong", "Germiston 1431"],
        landmark: "Blue gate opposite the taxi rank",
      },
      notes: ["Ring twice", "Beware of the dog"],
    });
    await aParcel(waybillNo).collected().in(office.world, after(1));
    await assign(waybillNo);
    const then = await view();
    expect(then).toMatchObject({ visit: "delivery", person: { name: "Sipho Dlamini" } });
    expect(then.agreed).not.toBe("");
  });

  test("of a parcel that has arrived or was cancelled has no name, address or note", async () => {
    const arrived = await waybill({ specialInstructions: "Ring twice" });
    const { waybillNo: cancelled, quote } = await office.paid({}, now);
    for (const each of [arrived, cancelled]) await assign(each);
    await aParcel(arrived).delivered().in(office.world, after(1));
    await office.store.tx((tx) => cancelBooking(tx, quote.id, "x", now));
    for (const each of [arrived, cancelled])
      expect(await stopOf(office.store.read, sipho, each, now)).toMatchObject({
        ...{ nothingLeft: true, person: null, notes: [], agreed: "" },
      });
  });

  test("is logged, for parcels that still show a person", async () => {
    const [open, arrived] = [await waybill(), await waybill()];
    for (const each of [open, arrived]) await assign(each);
    await aParcel(arrived).delivered().in(office.world, after(1));
    const views = await stopsInOrder(office.store.read, sipho, today, now);
    noteSeen(sipho, views, now);
    await notedActions.write(office.store);
    expect(await actionsOn(office.store.read, open)).toMatchObject([
      { who: "Sipho Nkosi, driver", action: "looked at the stop", at: now },
    ]);
    expect(await actionsOn(office.store.read, arrived)).toEqual([]);
  });
});

test("a driver may mark a parcel from the day before until three days after, because the phone may have stored the mark", async () => {
  const one = await waybill();
  await assign(one);
  const may = (days: number, driver = sipho) => mayMark(office.store.read, driver, one, null, after(days * DAYS));
  expect([await may(-2), await may(-1), await may(0), await may(3), await may(4)]).toEqual([
    ...[false, true, true, true, false],
  ]);
  expect(await may(0, anna)).toBe(false);
});

async function added(name: string): Promise<Driver> {
  return (await office.store.tx((tx) => addDriver(tx, { name, phone: "+27831234567" }, now))).driver;
}

async function waybill(parcel: { collectionDay?: string; specialInstructions?: string } = {}): Promise<string> {
  return (await office.paid({ parcel }, now)).waybillNo;
}

const assign = (waybillNo: string, driver = sipho, day = today) =>
  office.store.tx((tx) => assignStop(tx, { waybillNo, driver, day }, now));

const agree = (waybillNo: string, stop: "collection" | "delivery", day: string) =>
  office.store.tx((tx) =>
    keepAgreedVisit(tx, { waybillNo, stop, day, fromTime: "09:00", untilTime: null, agreedAt: now }),
  );

test("a mark that was filled in before its stop moved is taken for three days, from a driver who had been shown the stop", async () => {
  const one = await waybill();
  const at = (minutes: number) => after(minutes * MINUTES);
  await assign(one);
  noteSeen(sipho, await stopsInOrder(office.store.read, sipho, today, at(10)), at(10));
  await office.store.tx((tx) => assignStop(tx, { waybillNo: one, driver: anna, day: today }, at(30)));
  const may = (filledInAt: Date | null, now: Date, driver = sipho) =>
    mayMark(office.store.read, driver, one, filledInAt, now);
  expect(await may(at(20), at(40)), "noted, and not yet written").toBe(true);
  await notedActions.write(office.store);
  expect(await may(at(20), at(40))).toBe(true);
  expect(await may(at(20), new Date(at(20).getTime() + 3 * DAYS))).toBe(true);
  expect(await may(at(20), new Date(at(20).getTime() + 3 * DAYS + 1))).toBe(false);
  expect(await may(at(9), at(40))).toBe(false);
  expect(await may(at(30), at(40))).toBe(false);
  expect(await may(at(50), at(40))).toBe(false);
  expect(await may(null, at(40))).toBe(false);
  expect(await may(at(20), at(40), anna)).toBe(true);
  // The clock was ahead when it was given and looked at, and when it moved.
  expect(await may(at(-DAYS / MINUTES), at(1 - DAYS / MINUTES))).toBe(true);
});
