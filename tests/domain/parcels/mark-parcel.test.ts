import { beforeEach, expect, test } from "vitest";
import { readPin } from "#app/domain/parcels/delivery-pin.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { markParcel, undoMark } from "#app/domain/parcels/mark-parcel.server";
import type { Mark } from "#app/domain/parcels/marks";
import { DAYS } from "#app/durations";
import { commandNamed, say, sentence, tick } from "#app/language/say";
import { aParcel } from "../../../demo/a-parcel";
import { storeForEachTest } from "../../support/a-store";
import { worldOf } from "../../support/a-world";

const booked = new Date("2026-11-20T08:00:00Z");
const now = new Date("2026-11-21T10:00:00Z");

const store = storeForEachTest();
let waybillNo: string;
beforeEach(async () => {
  waybillNo = await ofPieces(1);
});

test("the tracking page shows what staff marked, with its place", async () => {
  expect(await mark("collected", "Germiston")).toMatchObject({
    ok: true,
    added: true,
    since: now,
    pieces: { count: 1, of: 1 },
  });
  expect(await history()).toMatchObject([
    { kind: "booked" },
    { kind: "collected", place: "Germiston", happenedAt: now },
  ]);
});

test("only the mark that a parcel is out for delivery makes its PIN", async () => {
  await mark("collected");
  expect(await readPin(store.read, waybillNo)).toBeNull();
  await mark("out_for_delivery");
  expect(await readPin(store.read, waybillNo)).not.toBeNull();
});

test("a booking from while the clock was ahead is cancelled when it is, and its history says so last", async () => {
  const ahead = new Date(now.getTime() + DAYS);
  const parcel = await aParcel().in(worldOf(store), ahead);
  await aParcel(parcel).cancelled().in(worldOf(store), now);
  const events = await historyOf(store.read, parcel.waybillNo);
  expect(events.map(({ kind, happenedAt }) => [kind, happenedAt])).toEqual([
    ["booked", ahead],
    ["cancelled", new Date(ahead.getTime() + 1)],
  ]);
});

test("a repeated mark is there once", async () => {
  await mark("collected");
  expect(await mark("collected")).toEqual({ ok: true, added: false, since: now, pieces: { count: 1, of: 1 } });
  expect(await history()).toHaveLength(2);
});

test("a repeated mark of some pieces says how many were marked", async () => {
  const three = await ofPieces(3);
  const one = { kind: "collected", place: null, happenedAt: now, pieces: 1 } as const;
  await store.tx((tx) => markParcel(tx, three, one, now));
  expect(await store.tx((tx) => markParcel(tx, three, one, now))).toEqual({
    ...{ ok: true, added: false, since: now, pieces: { count: 1, of: 3 } },
  });
});

test("a correction says which mark it replaces, an ordinary mark replaces none", async () => {
  expect(await mark("collected")).toMatchObject({ corrected: null });
  await mark("in_transit");
  await mark("delivered");
  const again = { kind: "in_transit", place: null, happenedAt: now, correct: true } as const;
  expect(await store.tx((tx) => markParcel(tx, waybillNo, again, now))).toMatchObject({
    ...{ ok: true, added: true, corrected: { kind: "delivered" } },
  });
});

test("a refusal gives the parcel's state and what to do", async () => {
  await mark("delivered");
  expect(await mark("collected")).toEqual({
    ok: false,
    why: "it was marked delivered on 21 November 2026, 12:00",
    remedy: say`to do it anyway, ${tick("correct")}`,
  });
  expect(await markIn("TH0000000000")).toEqual({ ok: false, why: "there is no such waybill" });
});

test("a mark of too many pieces is refused with how many there are, and how many are left", async () => {
  const refusal = async (no: string, pieces: number) => {
    const tooMany = { kind: "delivered", place: null, happenedAt: now, pieces } as const;
    return store.tx((tx) => markParcel(tx, no, tooMany, now));
  };
  expect(await refusal(waybillNo, 2)).toEqual({ ok: false, why: "it has 1 piece" });
  const three = await ofPieces(3);
  expect(await refusal(three, 4)).toEqual({ ok: false, why: "it has 3 pieces" });
  await refusal(three, 2);
  expect(await refusal(three, 3)).toEqual({
    ...{ ok: false, why: "it has 3 pieces: 2 of 3 pieces delivered. 1 is still to come" },
  });
});

test("a mark in the future, and any after a cancellation, is refused", async () => {
  expect(await markIn(waybillNo, "collected", null, new Date(now.getTime() + 1))).toEqual({
    ...{ ok: false, why: "that time is in the future" },
  });
  await cancelled();
  expect(await mark("collected")).toEqual({ ok: false, why: "its booking was cancelled" });
});

test("a mark dated before the booking is refused; dated before another mark, the refusal says how to undo that", async () => {
  const tooEarly = (moment: Date) => markIn(waybillNo, "collected", null, moment);
  expect(await tooEarly(new Date("2026-11-19T08:00:00Z"))).toEqual({
    ok: false,
    why: "it was booked only on 20 November 2026, 10:00",
    remedy: sentence("nothing can be added before that"),
  });
  await mark("in_transit");
  expect(await tooEarly(new Date("2026-11-20T09:00:00Z"))).toMatchObject({
    ok: false,
    why: expect.stringContaining("it was marked in transit on"),
    remedy: { parts: expect.arrayContaining([commandNamed("undo mark")]) },
  });
});

test("the last mark can be undone, back to the booking", async () => {
  await mark("collected");
  await mark("in_transit");
  expect(await undo()).toMatchObject({ ok: true, undone: { kind: "in_transit" } });
  expect(await undo()).toMatchObject({ ok: true, undone: { kind: "collected" } });
  expect(await undo()).toEqual({ ok: false, why: "it has no mark to undo" });
  expect(await history()).toMatchObject([{ kind: "booked" }]);
});

test("nothing is undone of a cancelled booking, or of a waybill that doesn't exist", async () => {
  await cancelled();
  expect(await undo()).toEqual({ ok: false, why: "its booking was cancelled, which can't be undone" });
  expect(await store.tx((tx) => undoMark(tx, "TH0000000000", now))).toEqual({
    ...{ ok: false, why: "there is no such waybill" },
  });
});

const mark = (kind: Mark, place: string | null = null) => markIn(waybillNo, kind, place);
async function ofPieces(quantity: number): Promise<string> {
  return (await aParcel({ parcel: { quantity } }).in(worldOf(store), booked)).waybillNo;
}
const cancelled = () => aParcel(waybillNo).cancelled().in(worldOf(store), now);
const history = () => historyOf(store.read, waybillNo);
const undo = () => store.tx((tx) => undoMark(tx, waybillNo, now));

function markIn(no: string, kind: Mark = "collected", place: string | null = null, happenedAt = now) {
  return store.tx((tx) => markParcel(tx, no, { kind, place, happenedAt }, now));
}
