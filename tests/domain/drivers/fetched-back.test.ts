import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addDriver, type Driver, driverCalled } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { stopOf } from "#app/domain/drivers/stop-views.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { unassigned } from "#app/domain/drivers/unassigned.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { misstated } from "#app/domain/parcels/misstated.server";
import { consequences, reportChoices } from "#app/domain/parcels/reports";
import { saDay, saMoment } from "#app/domain/values/sa-time";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { waybills } from "#db/schema/waybills";
import { aParcelOnTheWay, type ParcelOnTheWay } from "../../support/a-parcel-on-the-way";

/** In a week, 12:00 in South Africa: run sheets begin today. */
const noon = saMoment(saDay(new Date(Date.now() + 7 * DAYS)), "12:00");

test.each([1, 3])(
  "given to the wrong person, it is fetched back there and is on its way again (%d pieces)",
  async (of) => {
    const { parcel, driver } = await delivered(of);
    expect(await assigned(parcel, driver)).toMatchObject({ ok: true, visit: "collection", added: true });
    expect(await assigned(parcel, driver)).toMatchObject({ ok: true, added: false });
    const stop = await stopAt(parcel, driver);
    expect(stop).toMatchObject({
      ...{ visit: "collection", nothingLeft: false, lastMark: null, pieces: { left: of, of } },
      person: { name: "Sipho Dlamini", phones: [{ shown: "073 555 0101" }] },
    });
    expect(stop?.person?.lines.join()).toContain("12 Ncome Crescent");
    expect(stop?.notes[0]).toBe("It was given to the wrong person. Fetch it back.");
    expect(parcel.office.staff("SELECT what_to_do, person, city FROM staff_run_sheet WHERE what_to_do <> ''")).toEqual([
      { what_to_do: "Fetch back", person: "Sipho Dlamini", city: "Soweto" },
    ]);

    expect(await collect(parcel, driver)).toMatchObject({ ok: true, added: true });
    expect(await columns(parcel)).toMatchObject({
      ...{ lastEvent: "in_transit", nextVisit: "delivery" },
      ...{ piecesCollected: of, piecesDelivered: 0 },
    });
    expect(await stopAt(parcel, driver)).toMatchObject({ nothingLeft: true, person: null });
    expect(
      await unassigned(parcel.office.store.read, saDay(new Date(noon.getTime() + DAYS)), () => true),
    ).toMatchObject([{ visit: "delivery" }]);
    expect(parcel.office.staff("SELECT driver, why, pieces FROM staff_in_vans")).toEqual([
      { driver: "Sipho Nkosi", why: "Fetched back", pieces: of },
    ]);
    // Who was told that it was delivered reads that it wasn't; nobody is told that it was collected once more.
    const told = await parcel.after(MINUTES);
    expect(told.length).toBeGreaterThan(1);
    for (const { text } of told)
      expect(text).toMatch(/we told you that your parcel had been delivered.*That was a mistake/);
    expect(await misstated(parcel.office.store.read)).toEqual([]);

    // Delivered to the right person, the stop for fetching it stays over.
    await parcel.after(HOURS);
    await parcel.mark("delivered");
    expect(await stopAt(parcel, driver)).toMatchObject({ nothingLeft: true });
  },
);

test("nobody there: only the office knows, who sends somebody again", async () => {
  const { parcel, driver } = await delivered();
  await assigned(parcel, driver);
  const before = await historyOf(parcel.office.store.read, parcel.waybillNo);
  const { button, words } = reportChoices.nobody;
  await press(parcel, driver, { kind: button, reason: words });
  expect(await historyOf(parcel.office.store.read, parcel.waybillNo)).toEqual(before);
  expect(await parcel.after(MINUTES)).toEqual([]);
  expect(parcel.office.staff("SELECT what_to_do FROM staff_driver_reports")).toEqual([
    { what_to_do: "Agree with the receiver when to fetch it back, then assign it again" },
  ]);
  expect(consequences.nobody.collection.history).toBe("failed_collection");
  await parcel.office.store.tx((tx) => addDriver(tx, { name: "Anna Mokoena", phone: "+27831234568" }, noon));
  const other = (await driverCalled(parcel.office.store.read, "Anna Mokoena")) ?? expect.fail("no driver");
  expect(await assigned(parcel, other)).toMatchObject({ ok: true, added: true });
  expect(parcel.office.staff("SELECT what_to_do FROM staff_driver_reports WHERE what_to_do <> ''")).toEqual([]);
  expect(await collect(parcel, other)).toMatchObject({ ok: true, added: true });
});

test("only what was delivered can be fetched back", async () => {
  const parcel = await aParcelOnTheWay(noon);
  await parcel.mark("collected");
  const driver = await aDriver(parcel);
  expect(await assigned(parcel, driver)).toMatchObject({
    ok: false,
    why: expect.stringContaining("hasn't been delivered"),
  });
});

test("without such a stop, a driver can't collect what was delivered", async () => {
  const { parcel, driver } = await delivered();
  expect(await collect(parcel, driver)).toMatchObject({ ok: false });
  expect(await columns(parcel)).toMatchObject({ lastEvent: "delivered", nextVisit: null });
});

test("what should be in which van: collected, taken out or brought back, until it is seen at the depot", async () => {
  const parcel = await aParcelOnTheWay(noon, { quantity: 2 });
  const driver = await aDriver(parcel);
  const vans = () => parcel.office.staff("SELECT driver, why, pieces FROM staff_in_vans");
  expect(vans()).toEqual([]);
  await parcel.office.store.tx((tx) => assignStop(tx, { ...parcel, driver, day: saDay(noon) }, noon));
  await press(parcel, driver, { kind: "collected", pieces: "1", reason: "The rest isn't ready" });
  expect(vans()).toEqual([{ driver: "Sipho Nkosi", why: "Collected", pieces: 1 }]);
  await parcel.after(HOURS);
  await parcel.mark("collected");
  await parcel.mark("in_transit");
  expect(vans()).toEqual([]);
  await parcel.after(HOURS);
  await parcel.office.store.tx((tx) => assignStop(tx, { ...parcel, driver, day: saDay(noon) }, parcel.now()));
  await parcel.mark("out_for_delivery");
  expect(vans()).toEqual([{ driver: "Sipho Nkosi", why: "Out for delivery", pieces: 2 }]);
  await parcel.after(HOURS);
  await parcel.mark("failed_attempt");
  expect(vans()).toEqual([{ driver: "Sipho Nkosi", why: "Not delivered, brought back", pieces: 2 }]);
  await parcel.after(HOURS);
  await parcel.mark("at_depot");
  expect(vans()).toEqual([]);
});

async function aDriver({ office }: ParcelOnTheWay): Promise<Driver> {
  await office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
  return (await driverCalled(office.store.read, "Sipho Nkosi")) ?? expect.fail("no driver");
}

/** Collected and delivered by the driver who is to fetch it back on the same day. */
async function delivered(quantity = 1) {
  const parcel = await aParcelOnTheWay(noon, { quantity });
  const driver = await aDriver(parcel);
  await parcel.office.store.tx((tx) => assignStop(tx, { ...parcel, driver, day: saDay(noon) }, noon));
  await press(parcel, driver, { kind: "collected" });
  await parcel.after(MINUTES);
  await parcel.mark("delivered");
  await parcel.after(HOURS);
  return { parcel, driver };
}

const assigned = ({ office, waybillNo, now }: ParcelOnTheWay, driver: Driver) =>
  office.store.tx((tx) => assignStop(tx, { waybillNo, driver, day: saDay(now()), fromReceiver: true }, now()));

const stopAt = ({ office, waybillNo, now }: ParcelOnTheWay, driver: Driver) =>
  stopOf(office.store.read, driver, waybillNo, now());

const collect = (parcel: ParcelOnTheWay, driver: Driver) => press(parcel, driver, { kind: "collected" });

type Pressed = { kind: "collected" | "nobody_there" | "something_wrong"; pieces?: string; reason?: string };

function press({ office, waybillNo, now }: ParcelOnTheWay, driver: Driver, pressed: Pressed) {
  const form = {
    ...{ visit: "collection" as const, key: String(now()), pieces: "", pin: "", takenBy: "" },
    reason: "",
  };
  const all = { ...form, more: "", filledInAt: null, ...pressed };
  return office.store.tx((tx) => markAtStop(tx, { driver, waybillNo }, all, now()));
}

async function columns({ office, waybillNo }: ParcelOnTheWay) {
  const [kept] = await office.store.read.select().from(waybills).where(eq(waybills.waybillNo, waybillNo));
  return kept;
}
