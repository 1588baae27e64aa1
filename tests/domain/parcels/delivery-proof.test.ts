import { expect, test } from "vitest";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { keepReportedPhoto, reportMark } from "#app/domain/drivers/reported-marks.server";
import {
  driversWordOn,
  forgetPhotos,
  forgetReceivers,
  keepPhoto,
  photosOf,
  reportedPhotosOf,
} from "#app/domain/parcels/delivery-proof.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { bookingData } from "#app/domain/people/booking-data.server";
import { keeping } from "#app/domain/people/keeping-times";
import { tidy } from "#app/domain/people/tidy.server";
import { DAYS } from "#app/durations";
import { driverMarks, drivers, reportedMarks, stops } from "#db/schema/rounds";
import type { Reader } from "#db/store.server";
import { aParcel } from "../../../demo/a-parcel";
import { aStopForm } from "../../support/a-stop-form";
import { aFolder } from "../../support/a-store";
import { anOffice } from "../../support/an-office";

const now = new Date("2026-11-20T10:00:00Z");
const later = (days: number) => new Date(now.getTime() + days * DAYS);

/** A parcel that was delivered with a photo. */
async function aDeliveryWithAPhoto() {
  const office = await anOffice();
  const { store, world } = office;
  const { quote, waybillNo } = await aParcel().at(later(-1)).paid().at(later(-0.1)).outForDelivery().in(world);
  await store.tx(async (tx) => {
    const { driver } = await addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, now);
    const form = aStopForm("delivered", { takenBy: "Gogo Mabena", reason: "The phone is off or lost" });
    const marked = await markAtStop(tx, { driver, waybillNo }, form, now);
    if (!marked.ok) throw new Error(marked.why);
    for (const word of ["first", "again"]) {
      await keepPhoto(tx, { markId: marked.markId, waybillNo, jpeg: Buffer.from(word) }, now);
    }
  });
  return { store, quote, waybillNo };
}

test("a customer reads what drivers reported, the oldest first, without the drivers' names", async () => {
  const { store, waybillNo } = await aDeliveryWithAPhoto();
  const earlier = { ...aReport(waybillNo), receivedAt: later(-1), filledInAt: later(-2) };
  await store.tx(async (tx) => tx.insert(driverMarks).values({ ...earlier, driverId: (await onlyMark(tx)).driverId }));
  const reason = "The phone is off or lost";
  expect(await driversWordOn(store.read, waybillNo)).toEqual([
    {
      kind: "nobody_there",
      visit: "delivery",
      pieces: 1,
      reason: "Closed",
      proof: null,
      takenBy: null,
      filledInAt: later(-2),
    },
    { kind: "delivered", visit: "delivery", pieces: 1, reason, proof: "name", takenBy: "Gogo Mabena", filledInAt: now },
  ]);
  expect(await driversWordOn(store.read, "TH0000000000")).toEqual([]);
});

test("a parcel's photos are shown oldest first, and deleted at most so many at a time", async () => {
  const { store, waybillNo } = await aDeliveryWithAPhoto();
  await store.tx(async (tx) => {
    const { driverId } = await onlyMark(tx);
    await tx.insert(driverMarks).values({ ...aReport(waybillNo), driverId, receivedAt: now, filledInAt: now });
    await keepPhoto(tx, { markId: "earlier", waybillNo, jpeg: Buffer.from("earlier") }, later(-1));
  });
  const shown = async () => (await photosOf(store.read, waybillNo)).map(String);
  const forget = (before: Date, atMost: number) => store.tx((tx) => forgetPhotos(tx, before, atMost));
  expect(await shown()).toEqual(["earlier", "first"]);
  expect(await forget(now, 2)).toBe(1);
  expect(await shown()).toEqual(["first"]);
  expect([await forget(later(1), 0), await forget(later(1), 1), await forget(later(1), 1)]).toEqual([0, 1, 0]);
});

test("what a driver reported is exported, kept and erased like proof, whether the office believes it or not", async () => {
  const { store, quote, waybillNo } = await aDeliveryWithAPhoto();
  await store.tx(async (tx) => {
    const { driverId } = await onlyMark(tx);
    const stop = { id: "stop", waybillNo, driverId, day: "2026-11-20", visit: "delivery" } as const;
    await tx.insert(stops).values({ ...stop, position: 1, assignedAt: now });
    const [driver] = await tx.select().from(drivers);
    const form = aStopForm("delivered", {
      key: "kept",
      takenBy: "Oom Piet",
      reason: "The phone is off or lost",
      pin: "12",
    });
    const report = { why: "Sipho Nkosi is blocked.", hasPhoto: true };
    const reported = driver && (await reportMark(tx, { ...stop, driver }, form, report, now));
    await keepReportedPhoto(tx, reported?.id ?? "", Buffer.from("gate"));
  });
  const data = async () => bookingData(store.read, (await quoteById(store.read, quote.id)) ?? expect.fail("no quote"));
  const shown = async () => (await reportedPhotosOf(store.read, waybillNo)).map(String);
  expect((await data()).reported_marks).toMatchObject([
    { kind: "delivered", takenBy: "Oom Piet", why: "Sipho Nkosi is blocked.", filledInAt: now },
  ]);
  await tidy(store, aFolder(), later(keeping.photoDays - 1));
  expect(await shown()).toEqual(["gate"]);
  await tidy(store, aFolder(), later(keeping.photoDays + 1));
  expect(await shown()).toEqual([]);
  await store.tx((tx) => forgetReceivers(tx, [quote.id]));
  expect(JSON.stringify(await store.read.select().from(reportedMarks))).not.toMatch(/Piet|phone is off|"12"/);
  expect((await data()).reported_marks).toMatchObject([{ takenBy: "", reason: "" }]);
});

test("the first photo is kept for 90 days, and then deleted at night", async () => {
  const { store, waybillNo } = await aDeliveryWithAPhoto();
  await tidy(store, aFolder(), later(keeping.photoDays - 1));
  expect((await photosOf(store.read, waybillNo)).map(String)).toEqual(["first"]);
  expect(await tidy(store, aFolder(), later(keeping.photoDays + 1))).toMatchObject({ photos: 1 });
  expect(await photosOf(store.read, waybillNo)).toEqual([]);
});

test("erasing a receiver deletes photo and name from the proof", async () => {
  const { store, quote, waybillNo } = await aDeliveryWithAPhoto();
  await store.tx((tx) => forgetReceivers(tx, [quote.id]));
  expect(await photosOf(store.read, waybillNo)).toEqual([]);
  expect(await store.read.select().from(driverMarks)).toMatchObject([{ takenBy: null, reason: null, proof: "name" }]);
});

const aReport = (waybillNo: string) =>
  ({
    id: "earlier",
    formKey: "earlier",
    waybillNo,
    kind: "nobody_there",
    visit: "delivery",
    pieces: 1,
    reason: "Closed",
  }) as const;

async function onlyMark(store: Reader) {
  const [mark] = await store.select().from(driverMarks);
  return mark ?? expect.fail("no mark");
}
