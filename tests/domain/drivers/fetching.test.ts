import { expect, test } from "vitest";
import { takeWish } from "#app/domain/drivers/take-wish.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { parcelStateOf } from "#app/domain/parcels/parcel-states.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { aParcelOnTheWay, type ParcelOnTheWay } from "../../support/a-parcel-on-the-way";

/** A Monday, 12:00 in South Africa. */
const noon = new Date("2026-11-23T10:00:00Z");

test("asked for before the collection, its 8 days at the depot are counted from its coming there", async () => {
  const parcel = await aParcelOnTheWay(noon);
  await parcel.after(MINUTES);
  await fetching(parcel);
  const told = await parcel.after(MINUTES);
  expect(told.map(({ to }) => to).toSorted()).toEqual(["sipho@example.co.za", "thandi@example.co.za"]);
  for (const { text } of told) expect(text).not.toMatch(/until/);
  expect(told.find(({ to }) => to.startsWith("sipho"))?.text).toMatch(
    /It isn't at our depot yet\. Once it is, we keep it for you for 8 days[\s\S]*Track your parcel:\nhttps/,
  );
  expect(await stateOf(parcel)).toMatchObject({ state: "booked", fetching: { until: null } });
  expect(daysInView(parcel)).toEqual([{ day: null }]);

  await parcel.after(3 * DAYS);
  await parcel.mark("collected");
  expect(await stateOf(parcel)).toMatchObject({ state: "collected", arrival: null, fetching: { until: null } });
  expect(daysInView(parcel)).toEqual([{ day: null }]);
  await parcel.after(HOURS);
  await parcel.mark("at_depot");
  expect(await stateOf(parcel)).toMatchObject({ state: "at_depot", arrival: null, fetching: { until: "2026-12-04" } });
  expect(daysInView(parcel)).toEqual([{ day: "2026-12-04" }]);
});

test("nobody is told that a parcel is late which waits at the depot for its receiver", async () => {
  const parcel = await aParcelOnTheWay(noon);
  await parcel.mark("collected");
  await parcel.after(HOURS);
  await fetching(parcel);
  await parcel.mark("at_depot");
  await parcel.after(MINUTES);
  for (let day = 0; day < 14; day += 1) {
    await noticeLateParcels(parcel.office.store, parcel.now());
    expect(await parcel.after(DAYS)).toEqual([]);
  }
});

test("one that is to be fetched and never comes to the depot is late, and nobody is told that it goes back", async () => {
  const parcel = await aParcelOnTheWay(noon);
  await parcel.mark("collected");
  await parcel.after(HOURS);
  await fetching(parcel);
  await parcel.after(MINUTES);
  const told: string[] = [];
  for (let day = 0; day < 14; day += 1) {
    await noticeLateParcels(parcel.office.store, parcel.now());
    told.push(...(await parcel.after(MINUTES)).map(({ text }) => text));
    await parcel.after(DAYS);
  }
  expect(told.filter((text) => text.includes("It should have been at our depot by"))).toHaveLength(2);
  expect(told.filter((text) => /back|until/.test(text))).toEqual([]);
  expect(await stateOf(parcel)).toMatchObject({ state: "late", why: "not at the depot" });
  expect(parcel.office.staff("SELECT what_to_do FROM staff_wishes")).toEqual([{ what_to_do: "" }]);
});

const fetching = (parcel: ParcelOnTheWay) =>
  parcel.office.store.tx((tx) => takeWish(tx, parcel.quote, { kind: "depot" }, parcel.now()));

async function stateOf({ office, quote, waybillNo, now }: ParcelOnTheWay) {
  const { read } = office.store;
  return parcelStateOf(read, { quote, waybillNo }, await historyOf(read, waybillNo), now());
}

const daysInView = ({ office }: ParcelOnTheWay) => office.staff("SELECT day FROM staff_wishes");
