import { beforeEach, expect, test } from "vitest";
import { deliveryOfWaybill } from "#app/domain/bookings/delivery-of-waybill.server";
import { keepAgreedVisit } from "#app/domain/waybills/agreed-visit.server";
import { historyOf } from "#app/domain/waybills/issue-waybill.server";
import { DAYS, HOURS } from "#app/durations";
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
  const waybill = { waybillNo, quoteId: quote.id };
  return deliveryOfWaybill(office.store.read, waybill, await historyOf(office.store.read, waybillNo), at);
}

function agreed(day: string) {
  const { office, waybillNo } = parcel;
  const visit = { waybillNo, stop: "delivery", day, fromTime: null, untilTime: null, agreedAt: noon } as const;
  return office.store.tx((tx) => keepAgreedVisit(tx, visit));
}

test("on its way: the usual days; with the driver: only today", async () => {
  expect(await delivery()).toMatch(/^Usually /);
  await parcel.mark("out_for_delivery");
  expect(await delivery()).toBe("Expected today");
  expect(await delivery(new Date(noon.getTime() + DAYS))).not.toContain("Expected");
});

test("after a failed attempt: the next working day, over the weekend too; once that has passed, nothing", async () => {
  await parcel.after(DAYS);
  await parcel.mark("failed_attempt");
  expect(await delivery()).toBe("Expected on Monday 30 November 2026");
  expect(await delivery(new Date(noon.getTime() + 4 * DAYS))).toBe("Expected today");
  expect(await delivery(new Date(noon.getTime() + 5 * DAYS))).toBeNull();
});

test("on the agreed day, unless the attempt failed on that day", async () => {
  await agreed("2026-12-03");
  expect(await delivery()).toBe("Expected on Thursday 3 December 2026");
  await parcel.after(7 * DAYS);
  await parcel.mark("failed_attempt");
  expect(await delivery()).toBe("Expected on Friday 4 December 2026");
});

test("delivered: no days", async () => {
  await parcel.after(HOURS);
  await parcel.mark("delivered");
  expect(await delivery()).toBeNull();
});
