import { expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import type { StopForm } from "#app/domain/drivers/stop-answers.server";
import { dayOf, stopOf } from "#app/domain/drivers/stop-views.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { unassigned } from "#app/domain/drivers/unassigned.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { restate } from "#app/domain/parcels/restate.server";
import type { Visit } from "#app/domain/parcels/visits";
import { newId } from "#app/domain/values/ids.server";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS, MINUTES } from "#app/durations";
import { trackingEvents } from "#db/schema/waybills";
import { aParcel } from "../../../demo/a-parcel";
import { aStopForm } from "../../support/a-stop-form";
import { anOffice } from "../../support/an-office";

const now = new Date("2026-11-24T08:00:00Z");
const before = new Date("2026-11-23T08:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);

test("a stop shows the phone in our usual format, however it was typed", async () => {
  const { look } = await aStop({ fromPhone: "0735550101", fromCell: "" });
  expect((await look())?.person?.phones).toEqual([{ href: "tel:+27735550101", shown: "073 555 0101" }]);
});

test("a collection shows the sender and what was agreed for the collection, a delivery the receiver and the delivery's", async () => {
  const { office, waybillNo, agree, assign, look } = await aStop({ fromName: "Thandi Dlamini", toName: "Gogo Mabena" });
  await agree("2026-11-24");
  const collection = await look();
  expect(collection).toMatchObject({ visit: "collection", nothingLeft: false, pieces: { left: 1, of: 1 } });
  expect(collection).toMatchObject({ person: { name: "Thandi Dlamini" }, agreed: "Tuesday 24 November" });

  await aParcel(waybillNo).collected().in(office.world, now);
  await assign();
  expect(await look()).toMatchObject({ visit: "delivery", person: { name: "Gogo Mabena" }, agreed: "" });
  await agree("2026-11-24");
  expect(await look()).toMatchObject({ agreed: "Tuesday 24 November" });
});

test.each([
  ["delivered", ["collected", "delivered"]],
  ["returned", ["collected", "returned"]],
  ["cancelled", ["cancelled"]],
] as const)("a stop whose parcel was %s shows nobody's name, notes or visit", async (_, history) => {
  const { office, waybillNo, agree, look } = await aStop({}, { specialInstructions: "Fragile" });
  expect(await look()).toMatchObject({ nothingLeft: false, notes: ["Fragile"] });
  for (const happens of history) {
    await agree("2026-11-24");
    await aParcel(waybillNo)[happens]().in(office.world, now);
  }
  expect(await look()).toMatchObject({ nothingLeft: true, person: null, notes: [], agreed: "" });
});

test("a stop shows who to phone: each number that was given, dialled without its spaces", async () => {
  const { look } = await aStop({ fromPhone: "", fromCell: "12-34 5" });
  expect((await look())?.person?.phones).toEqual([{ href: "tel:12345", shown: "12-34 5" }]);
});

test("a stop shows only the lines of the address that were filled in", async () => {
  const { look } = await aStop({
    fromAddressLine: "12 Ncome Street",
    fromSuburb: "",
    fromCity: "",
    fromPostal: "1431",
  });
  expect((await look())?.person?.lines).toEqual(["12 Ncome Street", "1431"]);
});

test("a stop without instructions or notes has none", async () => {
  const { look } = await aStop();
  expect((await look())?.notes).toEqual([]);
});

test("a collection is over once it is collected, whatever happens to the parcel then; the receiver is never shown", async () => {
  const { office, waybillNo, look, mark } = await aStop({ fromName: "Thandi Dlamini", toName: "Gogo Mabena" });
  await mark();
  const over = { visit: "collection", nothingLeft: true, lastMark: "Collected. At 10:00.", person: null, notes: [] };
  expect(await look()).toMatchObject(over);
  for (const [minutes, happens] of (["inTransit", "outForDelivery", "missed"] as const).entries()) {
    await aParcel(waybillNo)
      [happens]()
      .in(office.world, later((minutes + 1) * MINUTES));
    expect(await look()).toMatchObject(over);
  }
});

test("of a collection and a delivery on one day the collection comes first, until it is over", async () => {
  const { office, waybillNo, driver, assign, look } = await aStop({}, {});
  expect(await assign("delivery")).toMatchObject({ ok: true, visit: "delivery", added: true });
  expect(await dayOf(office.store.read, driver, saDay(now), now)).toMatchObject([
    { visit: "collection", person: { name: "Thandi Nkosi" } },
    { visit: "delivery", person: { name: "Sipho Dlamini" } },
  ]);
  expect(await look()).toMatchObject({ visit: "collection" });
  await aParcel(waybillNo).collected().in(office.world, now);
  expect(await look()).toMatchObject({ visit: "delivery" });
});

test("a parcel on its way back is brought to its sender, until that is done or a delivery is assigned again", async () => {
  const { office, waybillNo, assign, look, mark } = await aStop();
  expect(await assign("return")).toEqual({ ok: false, why: "it hasn't been collected yet" });
  await aParcel(waybillNo).collected().in(office.world, before);
  expect(await assign("collection")).toEqual({ ok: false, why: "it has been collected already" });
  expect(await assign("return")).toMatchObject({ ok: true, visit: "return" });
  expect(await look()).toMatchObject({ visit: "return", person: { name: "Thandi Nkosi" }, pieces: { left: 1, of: 1 } });
  expect(await unassigned(office.store.read, "2026-11-25", () => true)).toMatchObject([
    { visit: "return", postal: "1431" },
  ]);
  expect(await unassigned(office.store.read, saDay(now), () => true)).toEqual([]);
  await mark({ kind: "returned" });
  expect((await historyOf(office.store.read, waybillNo)).at(-1)).toMatchObject({ kind: "returned" });
  expect(await look()).toMatchObject({
    nothingLeft: true,
    person: null,
    lastMark: "Returned to the sender. At 10:00.",
  });
});

test("a stop counts the pieces that are left to collect, then those that are left to deliver", async () => {
  const { assign, look, mark } = await aStop({}, { quantity: 3 });
  const left = async () => {
    const view = await look();
    return [view?.visit, view?.pieces.left, view?.pieces.of];
  };
  await mark({ pieces: "2", reason: "The rest isn't ready" });
  expect(await left()).toEqual(["collection", 1, 3]);
  await mark({ key: "the rest" });
  await assign();
  expect(await left()).toEqual(["delivery", 3, 3]);
  await mark({ kind: "delivered", pieces: "1", takenBy: "Gogo", reason: "No phone" }, later(MINUTES));
  expect(await left()).toEqual(["delivery", 2, 3]);
});

test("an open stop is done from its driver's mark until something else happens to the parcel", async () => {
  const { office, waybillNo, assign, look, mark } = await aStop();
  await aParcel(waybillNo).collected().in(office.world, before);
  await assign();
  await mark({ kind: "nobody_there", reason: "Closed" });
  expect((await look())?.lastMark).toBe("Nobody there: Closed. At 10:00.");
  // Written as a row: no mark has the moment of the one before it.
  const sameMoment = { id: newId(), waybillNo, kind: "in_transit", happenedAt: now } as const;
  await office.store.tx(async (tx) => {
    await tx.insert(trackingEvents).values(sameMoment);
    await restate(tx, waybillNo);
  });
  expect((await look())?.lastMark).toBe("Nobody there: Closed. At 10:00.");
  await aParcel(waybillNo).inTransit("Soweto").in(office.world, later(1));
  expect((await look(later(1)))?.lastMark).toBeNull();
});

test("a mark of the day before doesn't make today's stop done", async () => {
  const { look, mark } = await aStop();
  await mark({ kind: "nobody_there", reason: "Closed" }, later(-DAYS));
  expect((await look())?.lastMark).toBeNull();
});

test("a stop that is done comes after those that aren't", async () => {
  const { office, waybillNo, driver, mark } = await aStop();
  const { waybillNo: second } = await office.paid({}, before);
  await office.store.tx((tx) => assignStop(tx, { waybillNo: second, driver, day: saDay(now) }, before));
  await mark();
  expect((await dayOf(office.store.read, driver, saDay(now), now)).map(({ waybillNo }) => waybillNo)).toEqual([
    ...[second, waybillNo],
  ]);
});

test("a mark was sent late if it arrived more than two minutes after the button was pressed", async () => {
  const { look, mark } = await aStop();
  await mark({ filledInAt: later(-2 * MINUTES) });
  expect((await look())?.lastMark).toBe("Collected. At 09:58.");
  await mark({ key: "another", filledInAt: later(1 - 2 * MINUTES) }, later(2));
  expect((await look())?.lastMark).toBe("Collected. Pressed at 09:58, sent at 10:00.");
});

test("a cancelled parcel shows nobody's name, even if the clock had been set back when it was cancelled", async () => {
  const { office, quote, look } = await aStop();
  await office.store.tx((tx) => cancelBooking(tx, quote.id, "", new Date(before.getTime() - MINUTES)));
  expect(await look()).toMatchObject({ nothingLeft: true, person: null });
});

/** A stop of Sipho's with a paid parcel. */
async function aStop(addresses: object = {}, parcel: object = {}) {
  const office = await anOffice();
  const { store } = office;
  const { quote, waybillNo } = await office.paid({ addresses, parcel }, before);
  const driver = await store.tx(async (tx) => {
    const added = await addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, before);
    await assignStop(tx, { waybillNo, driver: added.driver, day: saDay(now) }, before);
    return added.driver;
  });
  return {
    office,
    quote,
    waybillNo,
    driver,
    assign: (visit?: Visit) => store.tx((tx) => assignStop(tx, { waybillNo, driver, day: saDay(now), visit }, before)),
    look: (at = now) => stopOf(store.read, driver, waybillNo, at),
    mark: (changes: Partial<StopForm> = {}, at = now) =>
      store.tx((tx) => markAtStop(tx, { driver, waybillNo }, aStopForm(changes.kind ?? "collected", changes), at)),
    agree: (day: string) =>
      store.tx((tx) => agreeVisit(tx, waybillNo, { day, fromTime: null, untilTime: null }, before)),
  };
}
