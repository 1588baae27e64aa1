import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { addDriver, driverCalled } from "#app/domain/drivers/drivers.server";
import { stopOf } from "#app/domain/drivers/stop-views.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { unassigned } from "#app/domain/drivers/unassigned.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { endings } from "#app/domain/parcels/endings";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { parcelStateOf } from "#app/domain/parcels/parcel-states.server";
import { missingInWords } from "#app/domain/parcels/pieces";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { waybills } from "#db/schema/waybills";
import { aParcel } from "../../../demo/a-parcel";
import { aParcelOnTheWay, type ParcelOnTheWay, recipientsOf } from "../../support/a-parcel-on-the-way";

/** A Monday, 12:00 in South Africa. */
const noon = new Date("2026-11-23T10:00:00Z");
const bothPeople = ["email sipho@example.co.za", "email thandi@example.co.za", "sms +27735550101", "sms +27821234567"];

test.each(endings)("one that has ended (%s) is in no list, and both are told why", async (because) => {
  const parcel = await underWay();
  await parcel.mark("ended", { because });
  expect(await everywhere(parcel)).toEqual({ lists: 0, planned: 0, stop: "over", nextVisit: null, state: "ended" });
  const told = await parcel.after(MINUTES);
  expect(recipientsOf(told)).toEqual(bothPeople);
  for (const { text } of told) expect(text).toContain("will not arrive");
  // Who has it, is nobody else's business.
  if (because === "police") expect(JSON.stringify(told)).not.toMatch(/police/i);
  await parcel.after(40 * DAYS);
  await noticeLateParcels(parcel.office.store, parcel.now());
  expect(await parcel.after(MINUTES)).toEqual([]);
});

test("what its driver reported needs no answer any more", async () => {
  const parcel = await underWay();
  const { office, waybillNo } = parcel;
  await aParcel(waybillNo).by("Sipho Nkosi").reported("damaged", "delivery").in(office.world, parcel.now());
  const reports = () => office.staff("SELECT what_to_do FROM staff_driver_reports");
  expect(reports()).toHaveLength(1);
  await parcel.mark("ended", { because: "damaged" });
  expect(reports()).toEqual([]);
});

test("undone, it is back in every list, and who was told reads that", async () => {
  const parcel = await underWay();
  const before = await everywhere(parcel);
  expect(before).toMatchObject({ stop: "open", nextVisit: "delivery" });
  await parcel.mark("ended", { because: "lost" });
  await parcel.after(HOURS);
  await parcel.undo();
  expect(await everywhere(parcel)).toEqual(before);
  const corrections = await parcel.after(MINUTES);
  expect(recipientsOf(corrections)).toEqual(bothPeople);
  for (const { text } of corrections) expect(text).toContain("we told you that your parcel will not arrive");
});

test("undone within its minute, nobody was told", async () => {
  const parcel = await underWay();
  await parcel.mark("ended", { because: "lost" });
  await parcel.undo();
  expect(await parcel.after(MINUTES)).toEqual([]);
});

test("of three pieces, one of which was delivered, two will not arrive", async () => {
  const parcel = await underWay(3);
  await parcel.mark("delivered", { pieces: 1 });
  await parcel.mark("ended", { because: "damaged" });
  const history = await historyOf(parcel.office.store.read, parcel.waybillNo);
  expect(history.at(-1)).toMatchObject({ kind: "ended", because: "damaged", pieces: 2 });
  expect(missingInWords(history, 3)).toBe("1 of 3 pieces delivered.");
  expect(parcel.office.staff("SELECT status, missing FROM staff_bookings")).toEqual([
    { status: "Will not arrive: damaged", missing: "2 of 3 not delivered" },
  ]);
});

test("found again, it goes on as a correction, also piece by piece", async () => {
  const parcel = await underWay(2);
  await parcel.mark("ended", { because: "lost" });
  await parcel.mark("delivered", { pieces: 1, correct: true });
  expect(await everywhere(parcel)).toMatchObject({ nextVisit: "delivery", state: "out_for_delivery" });
});

async function underWay(quantity = 1): Promise<ParcelOnTheWay> {
  const parcel = await aParcelOnTheWay(noon, { quantity });
  const { office, waybillNo } = parcel;
  await parcel.mark("collected");
  await parcel.mark("out_for_delivery");
  await office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
  const driver = await driverCalled(office.store.read, "Sipho Nkosi");
  if (!driver) return expect.fail("no driver");
  await office.store.tx((tx) => assignStop(tx, { waybillNo, driver, day: saDay(noon) }, noon));
  const visit = { day: saDay(noon), fromTime: null, untilTime: null };
  await office.store.tx((tx) => agreeVisit(tx, waybillNo, visit, noon));
  await parcel.after(5 * MINUTES);
  return parcel;
}

/** Where the parcel is still to be found. */
async function everywhere({ office, quote, waybillNo, now }: ParcelOnTheWay) {
  const { read } = office.store;
  const driver = await driverCalled(read, "Sipho Nkosi");
  const stop = driver && (await stopOf(read, driver, waybillNo, now()));
  const [kept] = await read.select().from(waybills).where(eq(waybills.waybillNo, waybillNo));
  const lists = ["staff_parcels_under_way", "staff_collections", "staff_wishes", "staff_unanswered_visits"];
  const today = office.staff<{ how_many: number }>("SELECT how_many FROM staff_today WHERE how_many > 0");
  return {
    lists: lists.flatMap((view) => office.staff(`SELECT 1 FROM ${view}`)).length + today.length,
    planned: (await unassigned(read, "2026-12-31", () => true)).length,
    stop: stop?.nothingLeft && stop.person === null ? "over" : "open",
    nextVisit: kept?.nextVisit,
    state: (await parcelStateOf(read, { quote, waybillNo }, await historyOf(read, waybillNo), now())).state,
  };
}
