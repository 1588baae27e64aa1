import { beforeEach, expect, test } from "vitest";
import { type Agreed, agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { agreedVisits } from "#app/domain/parcels/agreed-visit.server";
import { outgoingMails } from "#db/schema/mail";
import { aParcel } from "../../../demo/a-parcel";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-20T08:00:00Z");
const visit = { day: "2026-11-24", fromTime: "09:00", untilTime: "12:00" };

const office = officeForEachTest();
let quoteId: string;
let waybillNo: string;
beforeEach(async () => {
  const paid = await office.paid({}, now);
  [quoteId, waybillNo] = [paid.quote.id, paid.waybillNo];
});
const agree = (agreed: Agreed, no = waybillNo, at = now) => office.store.tx((tx) => agreeVisit(tx, no, agreed, at));
const kept = async () => (await agreedVisits(office.store.read, waybillNo)).map(({ stop, day }) => [stop, day]);
const told = async () =>
  (await office.store.read.select().from(outgoingMails))
    .filter(({ emailKey }) => /^(?:collection|visit)-agreed:/.test(emailKey))
    .map(({ toAddress }) => toAddress);

test("a collection's visit is kept once, and the sender is told; another day replaces it", async () => {
  expect(await agree(visit)).toMatchObject({ ok: true, stop: "collection", agreedBefore: null, added: true });
  expect(await agree(visit)).toMatchObject({ ok: true, agreedBefore: visit, added: false });
  expect(await told()).toEqual(["thandi@example.co.za"]);
  expect(await agree({ ...visit, day: "2026-11-25" })).toMatchObject({ agreedBefore: visit, added: true });
  expect(await kept()).toEqual([["collection", "2026-11-25"]]);
});

test("a delivery's visit is kept beside it, and both people are told", async () => {
  await agree(visit);
  await aParcel(waybillNo).collected().in(office.world, now);
  const anyTime = { ...visit, fromTime: null, untilTime: null };
  expect(await agree(anyTime, waybillNo, new Date(now.getTime() + 1))).toMatchObject({ stop: "delivery", added: true });
  expect((await kept()).toSorted()).toEqual([
    ["collection", "2026-11-24"],
    ["delivery", "2026-11-24"],
  ]);
  expect((await told()).toSorted()).toEqual(["sipho@example.co.za", "thandi@example.co.za", "thandi@example.co.za"]);
});

test("a visit that is called off is gone; calling off what was never agreed does nothing", async () => {
  expect(await agree(null)).toMatchObject({ ok: true, added: false });
  await agree(visit);
  expect(await agree(null)).toMatchObject({ ok: true, added: true });
  expect(await kept()).toEqual([]);
});

test.each([
  ["a day that is over", { ...visit, day: "2026-11-19" }, "2026-11-19 is over"],
  ["a day too far ahead", { ...visit, day: "2027-02-19" }, "2027-02-19 is more than 90 days away"],
  ["one time alone", { ...visit, untilTime: null }, "give both times, or neither"],
  ["the other time alone", { ...visit, fromTime: null }, "give both times, or neither"],
  ["times that are the same", { ...visit, untilTime: "09:00" }, "the second time must be after the first"],
])("%s is refused, and nobody is told", async (_, agreed, why) => {
  expect(await agree(agreed)).toEqual({ ok: false, why });
  expect([await kept(), await told()]).toEqual([[], []]);
});

test("today and the ninetieth day are possible", async () => {
  for (const day of ["2026-11-20", "2027-02-18"]) expect(await agree({ ...visit, day })).toMatchObject({ ok: true });
});

test("nothing is agreed for an unknown or a cancelled parcel", async () => {
  expect(await agree(visit, "TH0000000000")).toEqual({ ok: false, why: "there is no such waybill" });
  await office.store.tx((tx) => cancelBooking(tx, quoteId, "because", now));
  expect(await agree(visit)).toMatchObject({
    ok: false,
    why: expect.stringContaining("we don't go there any more"),
  });
});
