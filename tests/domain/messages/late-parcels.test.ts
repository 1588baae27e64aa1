import { eq, like } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { keepAgreedVisit } from "#app/domain/parcels/agreed-visit.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { waybills } from "#db/schema/waybills";
import { aParcel } from "../../../demo/a-parcel";
import { aParcelOnTheWay, type ParcelOnTheWay, recipientsOf } from "../../support/a-parcel-on-the-way";

/** A Monday, 12:00 in South Africa. The parcel is collected at once: usually on Tuesday to Wednesday. */
const noon = new Date("2026-11-23T10:00:00Z");
/** Midnight before the Thursday on which it is late. */
const UNTIL_LATE = 2 * DAYS + 12 * HOURS;

let parcel: ParcelOnTheWay;
beforeEach(async () => {
  parcel = await aParcelOnTheWay(noon);
  await parcel.mark("collected");
});

/** What both people get in a time in which the site looks every half hour. */
async function lives(ms: number, store = parcel.office.store) {
  const received = [];
  for (let lived = 0; lived < ms; lived += 30 * MINUTES) {
    await noticeLateParcels(store, parcel.now());
    received.push(...(await parcel.after(30 * MINUTES)));
  }
  return received.filter(({ subject, text }) => /late/.test(subject + text));
}

const today = () =>
  parcel.office.staff<{ how_many: number }>("SELECT how_many FROM staff_today WHERE work LIKE 'Late%'")[0]?.how_many;

test("both people are told once, at the first working hour, and staff at once", async () => {
  expect(await lives(UNTIL_LATE)).toEqual([]);
  expect(today()).toBe(0);
  expect(await lives(8 * HOURS)).toEqual([]);
  expect(today()).toBe(1);
  expect(parcel.office.staff("SELECT late_since, news_by FROM staff_parcels_under_way")).toEqual([
    { late_since: "2026-11-26", news_by: "2026-11-27 12:00" },
  ]);
  const told = await lives(30 * MINUTES);
  expect(recipientsOf(told)).toEqual(
    recipientsOf(told.filter(({ text }) => text.includes("by 12:00 on Friday 27 November"))),
  );
  expect(recipientsOf(told).map((one) => one.split(" ")[0])).toEqual(["email", "email", "sms"]);
  expect(await lives(5 * DAYS)).toEqual([]);
});

test("the news that people were promised stays the office's work when the parcel goes back", async () => {
  await lives(UNTIL_LATE + 9 * HOURS);
  await parcel.office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
  await aParcel(parcel.waybillNo).given("Sipho Nkosi", "return").in(parcel.office.world, parcel.now());
  await lives(2 * HOURS);
  expect(today()).toBe(1);
});

test("one found late in the evening is told of in the next working hour", async () => {
  await parcel.after(UNTIL_LATE + 20 * HOURS);
  expect(await lives(4 * HOURS)).toEqual([]);
  expect(today()).toBe(1);
  expect(await lives(8 * HOURS)).toEqual([]);
  expect(await lives(1 * HOURS)).toHaveLength(3);
});

test("of parcels late already at the upgrade nobody is told, but staff see them", async () => {
  await parcel.after(UNTIL_LATE + 12 * HOURS);
  await parcel.office.store.tx((tx) =>
    tx.update(waybills).set({ lateOn: "" }).where(eq(waybills.waybillNo, parcel.waybillNo)),
  );
  expect(await lives(3 * DAYS)).toEqual([]);
  expect(today()).toBe(1);
});

test("one that was under way at the upgrade, and is late later, is told of as any other", async () => {
  await parcel.office.store.tx((tx) =>
    tx.update(waybills).set({ lateOn: "" }).where(eq(waybills.waybillNo, parcel.waybillNo)),
  );
  expect(await lives(UNTIL_LATE + 12 * HOURS)).toHaveLength(3);
});

test("an agreed day to come ends it; each new promise is told once", async () => {
  await parcel.after(UNTIL_LATE);
  expect(await lives(12 * HOURS)).toHaveLength(3);
  const visit = { waybillNo: parcel.waybillNo, stop: "delivery", fromTime: null, untilTime: null } as const;
  await parcel.office.store.tx((tx) => keepAgreedVisit(tx, { ...visit, day: "2026-11-27", agreedAt: parcel.now() }));
  expect(await lives(30 * MINUTES)).toEqual([]);
  expect(today()).toBe(0);
  // Late again at the end of that Friday: told on Monday.
  expect(await lives(1 * DAYS)).toEqual([]);
  expect(await lives(3 * DAYS)).toHaveLength(3);
});

test("a failed visit whose day is over is late that evening, and its people are told the next working morning", async () => {
  await parcel.after(UNTIL_LATE);
  await parcel.mark("failed_attempt");
  // Friday, 17:00: until then we may come again.
  expect(await lives(1 * DAYS + 17 * HOURS)).toEqual([]);
  expect(today()).toBe(0);
  expect(await lives(1 * HOURS)).toEqual([]);
  expect(today()).toBe(1);
  const told = await lives(3 * DAYS);
  expect(recipientsOf(told).map((one) => one.split(" ")[0])).toEqual(["email", "email", "sms"]);
  expect(told[0]?.text).toContain("We should have come again on Friday 27 November");
});

test("what waits to be sent is withdrawn when the parcel is delivered meanwhile", async () => {
  await parcel.after(UNTIL_LATE + 9 * HOURS);
  await noticeLateParcels(parcel.office.store, parcel.now());
  await parcel.mark("delivered");
  const { read } = parcel.office.store;
  const late = await read.select().from(outgoingMails).where(like(outgoingMails.emailKey, "late:%"));
  expect(late.filter(({ state }) => state === "queued")).toEqual([]);
});
