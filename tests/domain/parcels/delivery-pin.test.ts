import { beforeEach, expect, test } from "vitest";
import { limits } from "#app/domain/limits/limits";
import { checkPin, makePin, readPin } from "#app/domain/parcels/delivery-pin.server";
import { markParcel, undoMark } from "#app/domain/parcels/mark-parcel.server";
import { aParcel } from "../../../demo/a-parcel";
import { storeForEachTest } from "../../support/a-store";
import { worldOf } from "../../support/a-world";

const now = new Date("2026-11-21T10:00:00Z");

const store = storeForEachTest();
let waybillNo: string;
beforeEach(async () => {
  ({ waybillNo } = await aParcel().in(worldOf(store), now));
});

test("a parcel gets its PIN when it is out for delivery, and keeps it if the mark is undone and made again", async () => {
  expect(await readPin(store.read, waybillNo)).toBeNull();
  await outForDelivery();
  const made = await readPin(store.read, waybillNo);
  expect(made).toEqual({ pin: expect.stringMatching(/^\d{4}$/), isLocked: false });
  await store.tx((tx) => undoMark(tx, waybillNo, now));
  await outForDelivery();
  expect(await readPin(store.read, waybillNo)).toEqual(made);
});

test("a PIN may begin with zero", async () => {
  expect(await store.tx((tx) => makePin(tx, waybillNo, now, () => "0012"))).toBe("0012");
  expect(await check("0012")).toEqual({ kind: "right" });
});

test("the PIN is accepted however it is spaced, any number of times", async () => {
  await store.tx((tx) => makePin(tx, waybillNo, now, () => "4321"));
  expect(await check(" 43 21 ")).toEqual({ kind: "right" });
  expect(await check("4321")).toEqual({ kind: "right" });
});

test("five wrong PINs lock it: then even the right one is refused", async () => {
  await store.tx((tx) => makePin(tx, waybillNo, now, () => "4321"));
  const tries = [];
  for (let n = 0; n < limits.wrongPins.tries; n += 1) tries.push(await check("0000"));
  expect(tries).toEqual([
    { kind: "wrong", triesLeft: 4 },
    { kind: "wrong", triesLeft: 3 },
    { kind: "wrong", triesLeft: 2 },
    { kind: "wrong", triesLeft: 1 },
    { kind: "locked" },
  ]);
  expect(await check("4321")).toEqual({ kind: "locked" });
  expect(await readPin(store.read, waybillNo)).toEqual({ pin: "4321", isLocked: true });
});

test("a parcel that was never out for delivery has no PIN", async () => {
  expect(await check("")).toEqual({ kind: "none" });
});

const check = (typedPin: string) => store.tx((tx) => checkPin(tx, waybillNo, typedPin));
const outForDelivery = () =>
  store.tx((tx) => markParcel(tx, waybillNo, { kind: "out_for_delivery", happenedAt: now, place: null }, now));
