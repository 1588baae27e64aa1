import { beforeEach, expect, test } from "vitest";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { keepAgreedVisit } from "#app/domain/parcels/agreed-visit.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { arrivalOfParcel } from "#app/domain/parcels/parcel-states.server";
import { arrivalInWords } from "#app/domain/prices/usual-arrival";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS, HOURS } from "#app/durations";
import { aParcel } from "../../../demo/a-parcel";
import { aParcelOnTheWay, type ParcelOnTheWay } from "../../support/a-parcel-on-the-way";

/** A Thursday before a weekend. */
const noon = new Date("2026-11-26T10:00:00Z");

let parcel: ParcelOnTheWay;
beforeEach(async () => {
  parcel = await aParcelOnTheWay(noon);
  await parcel.mark("collected");
});

async function delivery(at = parcel.now()) {
  const { office, waybillNo, quote } = parcel;
  const { read } = office.store;
  const arrival = await arrivalOfParcel(read, { quote, waybillNo }, await historyOf(read, waybillNo), at);
  return arrival && arrivalInWords(arrival, saDay(at));
}

function agreed(day: string) {
  const { office, waybillNo } = parcel;
  const visit = { waybillNo, stop: "delivery", day, fromTime: null, untilTime: null, agreedAt: noon } as const;
  return office.store.tx((tx) => keepAgreedVisit(tx, visit));
}

test("on its way: the usual days; with the driver: only today", async () => {
  expect(await delivery()).toMatch(/^Usually /);
  await parcel.mark("out_for_delivery");
  expect(await delivery()).toBe("Expected today, Thursday 26 November");
  expect(await delivery(new Date(noon.getTime() + DAYS))).not.toContain("Expected");
});

test("after a failed attempt: the next working day, over the weekend too; once that has passed, nothing", async () => {
  await parcel.after(DAYS);
  await parcel.mark("failed_attempt");
  expect(await delivery()).toBe("Expected on Monday 30 November");
  expect(await delivery(new Date(noon.getTime() + 4 * DAYS))).toBe("Expected today, Monday 30 November");
  expect(await delivery(new Date(noon.getTime() + 5 * DAYS))).toBeNull();
});

test("after a failed attempt from while the clock was ahead: on the day of its next stop", async () => {
  const { office, waybillNo } = parcel;
  await aParcel(waybillNo)
    .missed()
    .in(office.world, new Date(noon.getTime() + 4 * DAYS));
  await office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
  await aParcel(waybillNo).given("Sipho Nkosi", "delivery", "2026-11-30").in(office.world, noon);
  expect(await delivery(noon)).toBe("Expected on Monday 30 November");
});

test("on the agreed day, also if that is the day on which it was collected", async () => {
  await agreed("2026-11-26");
  expect(await delivery()).toBe("Expected today, Thursday 26 November");
});

test("on the agreed day, unless the attempt failed on that day", async () => {
  await agreed("2026-12-03");
  expect(await delivery()).toBe("Expected on Thursday 3 December");
  await parcel.after(7 * DAYS);
  await parcel.mark("failed_attempt");
  expect(await delivery()).toBe("Expected on Friday 4 December");
});

test("delivered: no days", async () => {
  await parcel.after(HOURS);
  await parcel.mark("delivered");
  expect(await delivery()).toBeNull();
});

test("the usual days are counted from the day of collection: as agreed before it, as it was afterwards", async () => {
  const { office, quote } = parcel;
  const booked = { kind: "booked", happenedAt: new Date(noon.getTime() - 10 * DAYS) } as const;
  const collected = { kind: "collected", happenedAt: noon } as const;
  const { waybillNo } = await office.paid({}, booked.happenedAt);
  const from = async (history: Parameters<typeof arrivalOfParcel>[2]) =>
    arrivalOfParcel(office.store.read, { quote, waybillNo }, history, noon);
  const events = (...kinds: { kind: "booked" | "collected"; happenedAt: Date }[]) =>
    kinds.map((each) => ({ ...each, place: null, pieces: null }));
  const afterCollection = await from(events(booked, collected));
  expect(afterCollection?.isPlanned).toBeFalsy();
  expect(afterCollection && afterCollection.first > "2026-11-26").toBe(true);
  const visit = { waybillNo, stop: "collection", fromTime: null, untilTime: null, agreedAt: noon } as const;
  const agreedFor = async (day: string) => {
    await office.store.tx((tx) => keepAgreedVisit(tx, { ...visit, day }));
    return from(events(booked));
  };
  expect(await agreedFor("2026-11-26")).toEqual(afterCollection);
  expect((await agreedFor("2026-12-03"))?.first).toBe("2026-12-04");
  expect(await from([])).toBeNull();
});
