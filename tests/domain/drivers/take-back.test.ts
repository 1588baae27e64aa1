import { beforeEach, describe, expect, test } from "vitest";
import { marksOf } from "#app/domain/drivers/driver-marks.server";
import { addDriver, type Driver } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { reportedOf, reportMark } from "#app/domain/drivers/reported-marks.server";
import type { StopForm } from "#app/domain/drivers/stop-answers.server";
import { stopOf } from "#app/domain/drivers/stop-views.server";
import { assignStop, stopsAt } from "#app/domain/drivers/stops.server";
import { markToTakeBack, takeMarkBack } from "#app/domain/drivers/take-back.server";
import { actionsOn } from "#app/domain/office/staff-actions.server";
import { makePin } from "#app/domain/parcels/delivery-pin.server";
import { expectPhoto, keepPhoto, photosOf } from "#app/domain/parcels/delivery-proof.server";
import { historyOf, piecesOf } from "#app/domain/parcels/issue-waybill.server";
import { openReports } from "#app/domain/parcels/open-reports.server";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { aParcel } from "../../../demo/a-parcel";
import { aStopForm } from "../../support/a-stop-form";
import { officeForEachTest } from "../../support/an-office";

const booked = new Date("2026-11-20T08:00:00Z");
const now = new Date("2026-11-23T08:00:00Z");
const after = (ms: number) => new Date(now.getTime() + ms);

const office = officeForEachTest();
let sipho: Driver;
let waybillNo: string;
beforeEach(async () => {
  sipho = await aDriver("Sipho Nkosi", "+27831234567");
  waybillNo = await assigned();
});

describe("a driver takes back", () => {
  test("a mark within a minute: its event goes, nobody is told, and the record says who did what", async () => {
    await mark("collected");
    expect(waiting()).toEqual(["collected", "collected"]);
    const key = await keyOf(waybillNo, after(MINUTES - 1));
    expect(await takeBack(key, after(MINUTES - 1))).toEqual({ ok: true });
    expect(await kinds()).toEqual(["booked"]);
    expect(waiting()).toEqual([]);
    expect(await marksOf(office.store.read, waybillNo)).toEqual([]);
    expect(await actionsOn(office.store.read, waybillNo)).toMatchObject([
      { action: "marked at the stop", details: "Collected" },
      {
        who: "Sipho Nkosi, driver",
        action: "took back mark",
        details: "Collected, 23 November 2026, 10:00",
      },
    ]);
    const stop = await stopOf(office.store.read, sipho, waybillNo, now);
    expect(stop).toMatchObject({ lastMark: null, nothingLeft: false, pieces: { left: 1, of: 1 } });
  });

  test("a mark that follows what was written while the clock was ahead", async () => {
    const ahead = await assigned(1, after(HOURS));
    await mark("collected", {}, now, ahead);
    expect(await kinds(ahead)).toEqual(["booked", "collected"]);
    expect(await takeBack(await keyOf(ahead), after(SECONDS))).toEqual({ ok: true });
    expect(await kinds(ahead)).toEqual(["booked"]);
    await mark("collected", { key: "next" }, after(2 * SECONDS), ahead);
    await aParcel(ahead)
      .inTransit()
      .in(office.world, after(3 * SECONDS));
    const [pressed] = await marksOf(office.store.read, ahead);
    expect(await takeBack(pressed?.formKey ?? "", after(4 * SECONDS))).toMatchObject({ ok: false });
  });

  test("and such a mark is the stop's last, although nothing is collected", async () => {
    const ahead = await assigned(1, after(HOURS));
    await mark("nobody_there", { reason: "Closed" }, now, ahead);
    const stop = await stopOf(office.store.read, sipho, ahead, after(SECONDS));
    expect(stop).toMatchObject({ lastMark: "Nobody there: Closed. At 10:00.", nothingLeft: false });
  });

  test("once: the same form again changes nothing, not even a mark that was made since", async () => {
    await mark("collected");
    const key = await keyOf();
    await takeBack(key, after(SECONDS));
    await mark("collected", { key: "next" }, after(2 * SECONDS));
    expect(await takeBack(key, after(3 * SECONDS))).toEqual({ ok: true });
    expect(await kinds()).toEqual(["booked", "collected"]);
    expect((await actionsOn(office.store.read, waybillNo)).filter(({ action }) => /took/.test(action))).toHaveLength(1);
  });

  test("a delivery with its photo, and the receiver's PIN proves the next one", async () => {
    await outForDelivery(waybillNo);
    const pin = await office.store.tx((tx) => makePin(tx, waybillNo, after(-HOURS)));
    const delivered = await mark("delivered", { pin });
    if (!delivered.ok) throw new Error(delivered.why);
    const photo = { markId: delivered.markId, waybillNo, jpeg: new Uint8Array([1]) };
    await office.store.tx((tx) => keepPhoto(tx, photo, now));
    expect(await takeBack(await keyOf(), after(SECONDS))).toEqual({ ok: true });
    expect(await photosOf(office.store.read, waybillNo)).toEqual([]);
    expect(await kinds()).toEqual(["booked", "collected", "out_for_delivery"]);
    expect(await mark("delivered", { pin, key: "next" }, after(2 * SECONDS))).toMatchObject({ ok: true, added: true });
    expect((await kinds()).at(-1)).toBe("delivered");
  });

  test("all that one press marked at a gate, and what of it the office was to decide", async () => {
    const [other, another, apart] = [await assigned(), await assigned(), await assigned()];
    await mark("collected", { key: "before" }, after(-SECONDS), apart);
    const press = async (parcel: string) => mark("collected", {}, now, parcel);
    for (const each of [waybillNo, other]) await press(each);
    const [stop] = await stopsAt(office.store.read, sipho.id, another, "2026-11-23");
    if (!stop) throw new Error("no stop");
    const why = { why: "It can't be saved", hasPhoto: false };
    await office.store.tx((tx) => reportMark(tx, { ...stop, driver: sipho }, aStopForm("collected"), why, now));
    const found = await markToTakeBack(office.store.read, sipho, other, after(SECONDS));
    expect(found?.parcels.toSorted()).toEqual([waybillNo, other].toSorted());
    await takeBack(found?.key, after(SECONDS));
    expect(await kinds(waybillNo)).toEqual(["booked"]);
    expect(await kinds(other)).toEqual(["booked"]);
    expect(await kinds(apart)).toEqual(["booked", "collected"]);
    expect(await reportedOf(office.store.read, another)).toEqual([]);
  });

  test("a report, and what it had answered is the office's to do again", async () => {
    await outForDelivery(waybillNo);
    await mark("something_wrong", { reason: "They don't want it", key: "first" }, after(-HOURS));
    await mark("something_wrong", { reason: "The box is open" });
    await takeBack(await keyOf(), after(SECONDS));
    expect((await openReports(office.store.read, waybillNo)).map(({ reason }) => reason)).toEqual([
      "They don't want it",
    ]);
    const reports = office.staff("SELECT happened_at FROM tracking_events WHERE kind = 'reported'");
    expect(reports).toHaveLength(1);
  });

  test("that the sender sends no more: all pieces are the parcel's again", async () => {
    const three = await assigned(3);
    await mark("collected", { pieces: "2", reason: "They send no more" }, now, three);
    expect((await piecesOf(office.store.read, three)).of).toBe(2);
    await takeBack(await keyOf(three), after(SECONDS));
    expect((await piecesOf(office.store.read, three)).of).toBe(3);
  });

  test("nothing of what the office had marked the same meanwhile", async () => {
    await aParcel(waybillNo).delivered().in(office.world, after(-MINUTES));
    await mark("delivered", { takenBy: "Gogo", reason: "The phone is off or lost" });
    await takeBack(await keyOf(), after(SECONDS));
    expect(await kinds()).toEqual(["booked", "delivered"]);
    expect(await marksOf(office.store.read, waybillNo)).toEqual([]);
  });
});

describe("a form that was taken back", () => {
  test("and arrives again makes no mark, and no report for the office", async () => {
    await mark("collected");
    const [stop] = await stopsAt(office.store.read, sipho.id, waybillNo, "2026-11-23");
    if (!stop) throw new Error("no stop");
    await takeBack(await keyOf(), after(SECONDS));
    for (const filledInAt of [null, now])
      expect(await mark("collected", { filledInAt }, after(HOURS))).toMatchObject({
        ok: false,
        why: "You took this mark back. Press again what is right.",
      });
    const why = { why: "x", hasPhoto: true };
    const form = aStopForm("collected", { filledInAt: now });
    const reported = office.store.tx((tx) => reportMark(tx, { ...stop, driver: sipho }, form, why, after(HOURS)));
    expect(await reported).toMatchObject({ isCounted: true });
    expect(await reportedOf(office.store.read, waybillNo)).toEqual([]);
    expect(await kinds()).toEqual(["booked"]);
  });
});

describe("a mark stays", () => {
  test("after a minute, when its messages may have left", async () => {
    await mark("collected");
    const key = await keyOf();
    expect(await keyOf(waybillNo, after(MINUTES))).toBeUndefined();
    expect(await takeBack(key, after(MINUTES))).toMatchObject({
      ok: false,
      why: expect.stringContaining("a minute"),
    });
    expect(await kinds()).toEqual(["booked", "collected"]);
  });

  test("if anything has happened to one of its parcels since", async () => {
    const other = await assigned();
    for (const each of [waybillNo, other]) await mark("collected", {}, now, each);
    const key = await keyOf();
    await aParcel(other).inTransit().in(office.world, after(SECONDS));
    expect(await keyOf()).toBeUndefined();
    expect(await takeBack(key, after(2 * SECONDS))).toMatchObject({
      why: expect.stringMatching(/^Something has happened to TH [\d ]+ since\.$/),
    });
    expect(await kinds()).toEqual(["booked", "collected"]);
  });

  test("if the driver has reported something else there since, which added no event", async () => {
    await outForDelivery(waybillNo);
    await mark("delivered", { takenBy: "Gogo", reason: "The phone is off or lost" });
    const key = await keyOf();
    await mark("something_wrong", { reason: "The box is open", key: "next" }, after(SECONDS));
    expect(await takeBack(key, after(2 * SECONDS))).toMatchObject({ ok: false });
    await takeBack(await keyOf(waybillNo, after(2 * SECONDS)), after(2 * SECONDS));
    expect(await takeBack(key, after(3 * SECONDS))).toEqual({ ok: true });
    expect((await kinds()).at(-1)).toBe("out_for_delivery");
  });

  test("if the phone had kept it: only of a mark that came at once is its event certain", async () => {
    await mark("collected", { filledInAt: after(-SECONDS) });
    const [kept] = await marksOf(office.store.read, waybillNo);
    expect(await keyOf()).toBeUndefined();
    expect(await takeBack(kept?.formKey, now)).toMatchObject({ ok: false, why: expect.stringContaining("kept it") });
  });

  test("if it is another driver's", async () => {
    await mark("collected");
    const ayanda = await aDriver("Ayanda Zulu", "+27820000001");
    const key = await keyOf();
    expect(await markToTakeBack(office.store.read, ayanda, waybillNo, now)).toBeNull();
    expect(await office.store.tx((tx) => takeMarkBack(tx, ayanda, key ?? "", now))).toMatchObject({ ok: false });
    expect(await kinds()).toEqual(["booked", "collected"]);
  });
});

test("a photo that is still expected of a mark that was taken back isn't missing", async () => {
  await outForDelivery(waybillNo);
  const marked = await mark("delivered", { takenBy: "Gogo", reason: "The phone is off or lost" });
  if (marked.ok) await office.store.tx((tx) => expectPhoto(tx, marked.markId));
  await takeBack(await keyOf(), after(SECONDS));
  expect(office.staff("SELECT count(*) AS missing FROM driver_marks WHERE photo_missing")).toEqual([{ missing: 0 }]);
});

function mark(kind: StopForm["kind"], filledIn: Partial<StopForm> = {}, at = now, of = waybillNo) {
  return office.store.tx((tx) => markAtStop(tx, { driver: sipho, waybillNo: of }, aStopForm(kind, filledIn), at));
}

async function keyOf(parcel = waybillNo, at = now): Promise<string | undefined> {
  return (await markToTakeBack(office.store.read, sipho, parcel, at))?.key;
}

function takeBack(key: string | undefined, at: Date) {
  return office.store.tx((tx) => takeMarkBack(tx, sipho, key ?? "", at));
}

async function aDriver(name: string, phone: string): Promise<Driver> {
  return (await office.store.tx((tx) => addDriver(tx, { name, phone }, booked))).driver;
}

async function assigned(quantity = 1, at = booked): Promise<string> {
  const paid = await office.paid({ parcel: { quantity } }, at);
  const stop = { waybillNo: paid.waybillNo, driver: sipho, day: "2026-11-23" };
  await office.store.tx((tx) => assignStop(tx, stop, booked));
  return paid.waybillNo;
}

async function outForDelivery(parcel: string): Promise<void> {
  await aParcel(parcel).collected().outForDelivery().in(office.world, after(-HOURS));
}

/** Whom the messages about marks that wait to be sent are about. */
const waiting = () =>
  office
    .staff<{ event: string }>(
      "SELECT substr(letter_key, 1, instr(letter_key, ':') - 1) AS event FROM outgoing_mails WHERE state = 'queued'",
    )
    .map(({ event }) => event)
    .filter((event) => event === "collected");

const kinds = async (parcel = waybillNo) => (await historyOf(office.store.read, parcel)).map(({ kind }) => kind);
