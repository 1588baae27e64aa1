import { expect, test } from "vitest";
import type { EventKind, Happening } from "#app/domain/waybills/marks";
import { wayOf } from "#app/domain/waybills/stages";

const happened = (...kinds: EventKind[]): Happening[] =>
  kinds.map((kind, hour) => ({ kind, happenedAt: new Date(Date.UTC(2026, 10, 21, hour)), place: null, pieces: 1 }));
const statesOf = (...kinds: EventKind[]) => wayOf(happened(...kinds), 1)?.map(({ state }) => state);

test("the stages are those done, the present one, and those to come", () => {
  expect(statesOf("booked")).toEqual(["here", "to come", "to come", "to come", "to come"]);
  expect(statesOf("booked", "collected", "in_transit")).toEqual(["done", "done", "here", "to come", "to come"]);
  expect(statesOf("booked", "delivered")).toEqual(["done", "done", "done", "done", "here"]);
});

test("a stage without a scan has no time; a repeated one has its last", () => {
  const way = wayOf(happened("booked", "in_transit", "in_transit", "out_for_delivery"), 1);
  expect(way?.map(({ at }) => at?.getUTCHours() ?? null)).toEqual([0, null, 2, 3, null]);
});

test("a stage has the name that customers know and the place of its last scan", () => {
  const [booked, collected] = happened("booked", "collected");
  const way = wayOf([booked, { ...collected, place: "Germiston" }] as Happening[], 1);
  expect(way?.map(({ name, place }) => [name, place])).toEqual([
    ["Booked", null],
    ["Collected", "Germiston"],
    ["On its way", null],
    ["Out for delivery", null],
    ["Delivered", null],
  ]);
});

test("a parcel that could not be delivered is on its way again, and a finished one has no stages to come", () => {
  expect(statesOf("booked", "collected", "out_for_delivery", "failed_attempt")?.[3]).toBe("to come");
  expect(statesOf("booked", "cancelled")).toBeUndefined();
  expect(statesOf("booked", "collected", "returned")).toBeUndefined();
});
