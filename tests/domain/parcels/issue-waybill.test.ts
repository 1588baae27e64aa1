import { expect, test } from "vitest";
import {
  findWaybill,
  historyOf,
  issueWaybill,
  piecesOf,
  waybillOfQuote,
} from "#app/domain/parcels/issue-waybill.server";
import { setStatus } from "#app/domain/parcels/quotes/saved-quotes.server";
import { MINUTES } from "#app/durations";
import { aBooking } from "../../support/a-booking";
import { aStore } from "../../support/a-store";

const now = new Date("2026-11-21T10:00:00Z");
const later = new Date(now.getTime() + MINUTES);

test("a booking has one waybill, however often it is issued, whose history begins with the booking", async () => {
  const store = await aStore();
  const { id } = await aBooking(store, now);
  expect(await waybillOfQuote(store.read, id)).toBeNull();
  const waybill = await store.tx((tx) => issueWaybill(tx, id, now));
  await store.tx((tx) => setStatus(tx, id, "waybill_created", "paid", now));
  expect(waybill).toMatchObject({
    pieces: null,
    waybillNo: expect.stringMatching(/^TH\d{10}$/),
    quoteId: id,
    issuedAt: now,
  });
  expect(await store.tx((tx) => issueWaybill(tx, id, later))).toEqual(waybill);
  expect(await waybillOfQuote(store.read, id)).toEqual(waybill);
  expect(await findWaybill(store.read, waybill.waybillNo)).toEqual(waybill);
  expect(await historyOf(store.read, waybill.waybillNo)).toMatchObject([
    { kind: "booked", happenedAt: now, place: null },
  ]);
});

test("a number that was never issued has no waybill, no history, and counts as one piece", async () => {
  const store = await aStore();
  const unknown = "TH0000000000";
  expect(await findWaybill(store.read, unknown)).toBeNull();
  expect([await historyOf(store.read, unknown), await piecesOf(store.read, unknown)]).toEqual([
    [],
    { of: 1, booked: 1, quantity: 1 },
  ]);
});
