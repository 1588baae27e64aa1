import { expect, test } from "vitest";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { HOURS } from "#app/durations";
import { aParcel, happenInOrder } from "../../demo/a-parcel";
import { storeForEachTest } from "../support/a-store";
import { worldOf } from "../support/a-world";

const store = storeForEachTest();
const now = new Date("2026-11-25T10:00:00Z");

const kinds = async (waybillNo: string) =>
  (await historyOf(store.read, waybillNo)).map(({ kind, pieces, happenedAt }) => [
    kind,
    pieces,
    (now.getTime() - happenedAt.getTime()) / HOURS,
  ]);

test("what happens to a parcel ends now, and is two hours apart", async () => {
  const { waybillNo } = await aParcel({ parcel: { quantity: 3 } })
    .collected(2)
    .delivered(1)
    .in(worldOf(store), now);
  expect(await kinds(waybillNo)).toEqual([
    ["booked", null, 4],
    ["collected", 2, 2],
    ["delivered", 1, 0],
  ]);
});

test("it goes on later, at the moments that are named", async () => {
  const world = worldOf(store);
  const parcel = await aParcel().at(new Date("2026-11-25T06:00:00Z")).collected().in(world);
  await aParcel(parcel).outForDelivery().undone().in(world, now);
  expect(await kinds(parcel.waybillNo)).toEqual([
    ["booked", null, 4],
    ["collected", 1, 2],
  ]);
});

test("a driver delivers it at the stop, with the receiver's PIN", async () => {
  await store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, now));
  const history = aParcel().by("Sipho Nkosi").collected().outForDelivery().missed().outForDelivery().delivered();
  const { waybillNo, quote } = await history.in(worldOf(store), now);
  expect((await kinds(waybillNo)).map(([kind]) => kind)).toEqual([
    "booked",
    "collected",
    "out_for_delivery",
    "failed_attempt",
    "out_for_delivery",
    "delivered",
  ]);
  expect(quote.status).toBe("waybill_created");
});

test("nothing is paid where that is said", async () => {
  const { quote, waybillNo } = await aParcel().unpaid().paid("FAILED").in(worldOf(store), now);
  expect([quote.status, waybillNo]).toEqual(["payfast_failed", ""]);
});

test("several histories happen in the order of their moments", async () => {
  const world = worldOf(store);
  const moments: Date[] = [];
  const [early, late] = [new Date("2026-11-24T06:00:00Z"), new Date("2026-11-24T07:00:00Z")];
  const two = [aParcel().at(late).collected(), aParcel().at(early).collected()];
  await happenInOrder(world, two, now, async (moment) => moments.push(moment));
  expect(moments).toEqual([...moments].sort((a, b) => a.getTime() - b.getTime()));
  expect(moments[0]).toEqual(early);
});

test("what the site refuses is no history", async () => {
  await expect(aParcel().delivered().collected().in(worldOf(store), now)).rejects.toThrow("refused");
});
