import { beforeEach, describe, expect, test } from "vitest";
import { markInWords, marksOf, proofInWords } from "#app/domain/drivers/driver-marks.server";
import { addDriver, type Driver } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import type { StopForm } from "#app/domain/drivers/stop-answers.server";
import { stopOf } from "#app/domain/drivers/stop-views.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { markToTakeBack, takeMarkBack } from "#app/domain/drivers/take-back.server";
import { actionsOn } from "#app/domain/office/staff-actions.server";
import { readPin } from "#app/domain/parcels/delivery-pin.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
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
  sipho = (await office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, booked))).driver;
  waybillNo = await ofPieces(1);
});

describe("a mark", () => {
  test("that arrives twice counts once, even if the second differs; another form is another mark", async () => {
    const first = await mark({ kind: "collected" });
    expect(first).toMatchObject({ ok: true, added: true });
    expect(await mark({ kind: "collected", filledInAt: after(-5) }, after(1))).toEqual({ ...first, added: false });
    expect(await kinds()).toEqual(["booked", "collected"]);
    expect(await actionsOn(office.store.read, waybillNo)).toMatchObject([
      { who: "Sipho Nkosi, driver", action: "marked at the stop", details: "Collected" },
    ]);
  });

  test("that was stored on the phone counts from when its button was pressed, for up to three days", async () => {
    await mark({ kind: "collected", filledInAt: after(-3 * HOURS) });
    expect((await history()).at(-1)).toMatchObject({ kind: "collected", happenedAt: after(-3 * HOURS) });
    const view = await stopOf(office.store.read, sipho, waybillNo, now);
    expect(view?.lastMark).toBe("Collected. Pressed at 07:00, sent at 10:00.");
  });

  test.each([
    ["from the future", after(1)],
    ["older than three days", after(-3 * DAYS - 1)],
    ["that never said", null],
  ])("%s counts from now: the phone's clock may be wrong", async (_, filledInAt) => {
    await mark({ kind: "collected", filledInAt });
    expect((await history()).at(-1)).toMatchObject({ happenedAt: now });
    expect(await marksOf(office.store.read, waybillNo)).toMatchObject([{ filledInAt: now }]);
    expect((await stopOf(office.store.read, sipho, waybillNo, now))?.lastMark).toBe("Collected. At 10:00.");
  });

  test("that arrives late comes after what the office has added since", async () => {
    await aParcel(waybillNo).collected().inTransit().in(office.world, after(-MINUTES));
    await mark({ kind: "nobody_there", reason: "Closed", filledInAt: after(-HOURS) });
    expect((await history()).at(-1)).toMatchObject({ kind: "failed_attempt", happenedAt: after(1 - MINUTES) });
  });

  test("of a failed collection says so in the parcel's history, and the parcel still waits", async () => {
    expect(await mark({ kind: "nobody_there" })).toMatchObject({ ok: false, field: "reason" });
    expect(await mark({ kind: "nobody_there", reason: " Closed \n today " })).toMatchObject({ ok: true });
    expect(await kinds()).toEqual(["booked", "failed_collection"]);
    const [kept] = await marksOf(office.store.read, waybillNo);
    expect(kept).toMatchObject({ kind: "nobody_there", reason: "Closed today", driver: "Sipho Nkosi", proof: null });
  });

  test("is recorded with the time on the phone, up to three days ago", async () => {
    await mark({ kind: "collected", filledInAt: after(-3 * DAYS) });
    expect(await marksOf(office.store.read, waybillNo)).toMatchObject([
      { filledInAt: after(-3 * DAYS), receivedAt: now },
    ]);
  });

  test("that the office has made meanwhile is recorded, and adds no event", async () => {
    const three = await ofPieces(3);
    await aParcel(three).delivered().in(office.world, after(-MINUTES));
    const proof = { takenBy: "Gogo", reason: "Phone is off" };
    expect(await mark({ kind: "delivered", pieces: "3", ...proof }, now, three)).toMatchObject({ ok: true });
    expect(await mark({ kind: "delivered", key: "next", ...proof }, now, three)).toMatchObject({ ok: true });
    expect((await marksOf(office.store.read, three)).map(({ pieces }) => pieces).toSorted()).toEqual([1, 3]);
    expect((await historyOf(office.store.read, three)).map(({ kind }) => kind)).toEqual(["booked", "delivered"]);
  });

  test("that is out of order is refused without staff's advice how to correct it", async () => {
    await aParcel(waybillNo).delivered().in(office.world, after(-MINUTES));
    expect(await mark({ kind: "collected" })).toEqual({
      ...{ ok: false, field: "" },
      why: "This can't be saved: it was marked delivered on 23 November 2026, 09:59. Phone the office.",
    });
  });

  test("keeps at most 100 characters of a name and a reason", async () => {
    await mark({ kind: "delivered", takenBy: ` ${"n".repeat(101)}`, reason: "r".repeat(101) });
    expect(await marksOf(office.store.read, waybillNo)).toMatchObject([
      { takenBy: "n".repeat(100), reason: "r".repeat(100) },
    ]);
  });

  test("that is impossible because the parcel has been cancelled asks the driver to phone the office", async () => {
    await aParcel(waybillNo).cancelled().in(office.world, after(-MINUTES));
    expect(await mark({ kind: "collected" })).toMatchObject({
      ...{ ok: false, field: "", why: expect.stringMatching(/^This can't be saved: [^;.]+\. Phone the office\.$/) },
    });
    expect(await marksOf(office.store.read, waybillNo)).toEqual([]);
  });
});

describe("the number of pieces in a mark", () => {
  test("is all that are left if none is given, and never more", async () => {
    const three = await ofPieces(3);
    const reason = "The rest isn't ready";
    expect(await mark({ kind: "collected", pieces: "2", reason }, now, three)).toMatchObject({ ok: true });
    for (const pieces of ["2", "0", "-1", "1.5", "x"])
      expect(await mark({ kind: "collected", key: "next", pieces }, now, three)).toMatchObject({
        ok: false,
        field: "pieces",
      });
    expect(await mark({ kind: "collected", key: "next", pieces: " " }, after(1), three)).toMatchObject({ ok: true });
    expect((await marksOf(office.store.read, three)).map(({ pieces }) => pieces)).toEqual([1, 2]);
  });

  test.each([
    ["collected", { reason: "The rest isn't ready" }],
    ["delivered", { takenBy: "Gogo", reason: "Phone is off" }],
  ] as const)(
    "%s isn't counted again by a page that saved another one, before the driver takes it back",
    async (kind, given) => {
      const three = await ofPieces(3);
      if (kind === "delivered") await aParcel(three).collected().in(office.world, after(-HOURS));
      await mark({ kind, pieces: "1", ...given }, now, three);
      // Back, and another number.
      const corrected = () => mark({ kind, pieces: "2", ...given }, after(1), three);
      expect(await corrected()).toMatchObject({
        ...{ ok: false, field: "pieces" },
        why: expect.stringMatching(
          /^You have saved this already: \w+, 1 of 3 pieces[^.]*\. For other pieces, open this stop /,
        ),
      });
      expect((await marksOf(office.store.read, three)).map(({ pieces }) => pieces)).toEqual([1]);
      const { key } = (await markToTakeBack(office.store.read, sipho, three, after(2))) ?? expect.fail("it stays");
      await office.store.tx((tx) => takeMarkBack(tx, sipho, key, after(2)));
      expect(await corrected()).toMatchObject({ ok: true });
      expect((await marksOf(office.store.read, three)).map(({ pieces }) => pieces)).toEqual([2]);
    },
  );

  test("of a delivery is all that aren't delivered yet", async () => {
    const three = await ofPieces(3);
    await aParcel(three).collected().in(office.world, after(-HOURS));
    const proof = { takenBy: "Gogo", reason: "Phone is off" };
    await mark({ kind: "delivered", pieces: "1", ...proof }, now, three);
    expect(await mark({ kind: "delivered", key: "next", ...proof }, after(1), three)).toMatchObject({ ok: true });
    expect((await marksOf(office.store.read, three)).map(({ pieces }) => pieces).toSorted()).toEqual([1, 2]);
  });

  test("is shown in words that match it", async () => {
    expect(await mark({ kind: "collected", pieces: "2" })).toMatchObject({ why: "There is 1 piece." });
    const three = await ofPieces(3);
    expect(await mark({ kind: "collected", pieces: "4" }, now, three)).toMatchObject({
      why: expect.stringContaining("1 to 3"),
    });
  });
});

describe("a delivery", () => {
  beforeEach(async () => {
    await aParcel(waybillNo).collected().outForDelivery().in(office.world, after(-HOURS));
  });
  const pin = async () => (await readPin(office.store.read, waybillNo))?.pin ?? expect.fail("no PIN");
  const wrong = async (at = 0) => String((Number(await pin()) + 1 + at) % 10_000).padStart(4, "0");

  test("is proven by the receiver's PIN", async () => {
    expect(await mark({ kind: "delivered", pin: await pin() })).toMatchObject({ ok: true, added: true });
    expect((await kinds()).at(-1)).toBe("delivered");
    expect(await marksOf(office.store.read, waybillNo)).toMatchObject([{ proof: "pin", takenBy: null, reason: null }]);
  });

  test("without a PIN needs the name of the recipient and a reason", async () => {
    expect(await mark({ kind: "delivered" })).toMatchObject({ ok: false, field: "pin" });
    expect(await mark({ kind: "delivered", takenBy: "Gogo" })).toMatchObject({ ok: false, field: "reason" });
    expect(await mark({ kind: "delivered", reason: "Phone is off" })).toMatchObject({ ok: false, field: "pin" });
    expect(await mark({ kind: "delivered", takenBy: "Gogo", reason: "Phone is off" })).toMatchObject({ ok: true });
    expect(await marksOf(office.store.read, waybillNo)).toMatchObject([
      { proof: "name", takenBy: "Gogo", reason: "Phone is off" },
    ]);
    expect(await actionsOn(office.store.read, waybillNo)).toMatchObject([
      { action: "marked at the stop", details: "Delivered, taken by Gogo, no PIN: Phone is off" },
    ]);
  });

  test("with a wrong PIN shows how many tries are left; the same form sent again is the same try", async () => {
    const typed = await wrong();
    expect(await mark({ kind: "delivered", pin: typed })).toMatchObject({
      field: "pin",
      why: expect.stringMatching(/4 tries are left/),
    });
    expect(await mark({ kind: "delivered", pin: typed })).toMatchObject({ field: "pin" });
    expect(await mark({ kind: "delivered", pin: await wrong(1) })).toMatchObject({
      why: expect.stringMatching(/3 tries are left/),
    });
    await mark({ kind: "delivered", pin: await wrong(2) });
    expect(await mark({ kind: "delivered", pin: await wrong(3) })).toMatchObject({
      why: expect.stringMatching(/1 try is left/),
    });
    expect(await mark({ kind: "delivered", pin: await wrong(4) })).toMatchObject({
      why: expect.stringMatching(/phone them/),
    });
    // From now on neither the right PIN nor a name is accepted.
    expect(await mark({ kind: "delivered", pin: await pin() })).toMatchObject({ ok: false, field: "pin" });
    expect(await mark({ kind: "delivered", takenBy: "Gogo", reason: "x" })).toMatchObject({ ok: false, field: "pin" });
    const wrongPins = (await actionsOn(office.store.read, waybillNo)).filter(
      ({ action }) => action === "typed a wrong PIN",
    );
    expect(wrongPins.map(({ details }) => details).toSorted()).toEqual(["", "", "", "", "locked"]);
  });

  test("with the same wrong PIN an hour later is another try", async () => {
    const typed = await wrong();
    await mark({ kind: "delivered", pin: typed });
    expect(await mark({ kind: "delivered", pin: typed }, after(HOURS - 1))).toMatchObject({
      why: "The PIN is wrong. Ask the receiver again.",
    });
    expect(await mark({ kind: "delivered", pin: typed }, after(HOURS))).toMatchObject({
      why: "The PIN is wrong. Ask the receiver again: 3 tries are left.",
    });
  });

  test("with a PIN, of a parcel that has none, asks for a name instead, and counts no wrong PIN", async () => {
    const other = await ofPieces(1);
    expect(await mark({ kind: "delivered", pin: "1234" }, now, other)).toMatchObject({
      ...{ ok: false, field: "pin", why: expect.stringContaining("has no PIN") },
    });
    expect(await actionsOn(office.store.read, other)).toEqual([]);
  });

  test("that failed because nobody was there is a failed attempt that everybody can see; another problem isn't", async () => {
    expect(await mark({ kind: "something_wrong", reason: "The box is open" })).toMatchObject({ ok: true });
    expect((await kinds()).at(-1)).toBe("out_for_delivery");
    expect(await mark({ kind: "nobody_there", key: "later", reason: "The gate is closed" })).toMatchObject({
      ok: true,
    });
    expect((await kinds()).at(-1)).toBe("failed_attempt");
  });
});

test("a mark and its proof in words", () => {
  const fields = {
    kind: "delivered",
    visit: "delivery",
    pieces: 2,
    reason: "Phone is off",
    proof: "name",
    takenBy: "Gogo",
  } as const;
  const report = { report: null, officeMust: null, waitsForOffice: false, answeredAt: null };
  const mark = {
    ...fields,
    ...report,
    id: "",
    formKey: "",
    waybillNo: "",
    driverId: "",
    filledInAt: now,
    receivedAt: now,
  };
  expect(markInWords(mark, 3)).toBe("Delivered, 2 of 3 pieces");
  expect(markInWords({ ...mark, kind: "nobody_there" }, 1)).toBe("Nobody there: Phone is off");
  expect(markInWords({ ...mark, kind: "collected", reason: null }, 1)).toBe("Collected");
  expect(markInWords({ ...mark, kind: "something_wrong" }, 2)).toBe("Something is wrong, 2 of 2 pieces: Phone is off");
  expect(proofInWords(mark)).toBe("taken by Gogo, no PIN: Phone is off");
  expect(proofInWords({ ...mark, takenBy: null })).toContain("no longer kept");
  expect(proofInWords({ ...mark, proof: "pin" })).toBe("by the receiver's PIN");
  expect(proofInWords({ ...mark, proof: null })).toBe("");
});

function mark({ kind, ...filledIn }: Partial<StopForm> & Pick<StopForm, "kind">, at = now, of = waybillNo) {
  return office.store.tx((tx) => markAtStop(tx, { driver: sipho, waybillNo: of }, aStopForm(kind, filledIn), at));
}

async function ofPieces(quantity: number): Promise<string> {
  const paid = await office.paid({ parcel: { quantity } }, booked);
  await office.store.tx((tx) =>
    assignStop(tx, { waybillNo: paid.waybillNo, driver: sipho, day: "2026-11-23" }, booked),
  );
  return paid.waybillNo;
}

const history = () => historyOf(office.store.read, waybillNo);
const kinds = async () => (await history()).map(({ kind }) => kind);
