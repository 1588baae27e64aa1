import { expect, test } from "vitest";
import { disownWish, type NewWish, takeBackWish, takeWish } from "#app/domain/drivers/take-wish.server";
import { holding, wishesOf } from "#app/domain/drivers/wishes.server";
import { limits } from "#app/domain/limits/limits";
import { HOURS } from "#app/durations";
import { aParcelOnTheWay, type ParcelOnTheWay } from "../../support/a-parcel-on-the-way";

/** A Monday, 12:00 in South Africa. */
const noon = new Date("2026-11-23T10:00:00Z");
const neighbour = (n = 0): NewWish => ({ kind: "neighbour", name: `Gogo ${n}`, house: "14 Ncome Crescent" });

test("after “This wasn't me” the link takes nothing back either", async () => {
  const parcel = await aParcelOnTheWay(noon);
  await wish(parcel, { kind: "day", day: "2026-11-25", part: null });
  await wish(parcel, neighbour());
  const both = await held(parcel);
  const [day, note] = (["day", "neighbour"] as const).map((kind) => both.find((each) => each.kind === kind));
  if (!day || !note) return expect.fail("a wish is missing");
  await parcel.office.store.tx((tx) => disownWish(tx, parcel.quote, day, parcel.now()));
  expect(await takeBack(parcel, note.id)).toMatchObject({
    ok: false,
    why: expect.stringContaining("this link is closed"),
  });
  expect(await held(parcel)).toMatchObject([{ kind: "neighbour" }]);
});

test("a wish that is taken back counts as a change, and the eleventh isn't taken", async () => {
  const parcel = await aParcelOnTheWay(noon);
  for (let change = 0; change < limits.wishes.points; change += 2) {
    expect(await wish(parcel, neighbour(change))).toEqual({ ok: true, added: true });
    const [made] = await held(parcel);
    expect(await takeBack(parcel, made?.id ?? "")).toEqual({ ok: true, added: true });
  }
  expect(await wish(parcel, neighbour())).toMatchObject({ ok: false, why: expect.stringContaining("ten times") });
});

test("the tenth change can't be taken back any more", async () => {
  const parcel = await aParcelOnTheWay(noon);
  for (let change = 0; change < limits.wishes.points; change += 1) await wish(parcel, neighbour(change));
  const [last] = await held(parcel);
  expect(await takeBack(parcel, last?.id ?? "")).toMatchObject({
    ok: false,
    why: expect.stringContaining("ten times"),
  });
  expect(await held(parcel)).toEqual([last]);
});

test("that a parcel is ready at the depot isn't sent once a neighbour takes it", async () => {
  const parcel = await aParcelOnTheWay(noon);
  await parcel.after(1 * HOURS);
  await parcel.mark("collected");
  await wish(parcel, { kind: "depot" });
  await parcel.after(1 * HOURS);
  await parcel.mark("at_depot");
  await wish(parcel, neighbour());
  const subjects = (await parcel.after(1 * HOURS)).map(({ subject }) => subject);
  expect(subjects.length).toBeGreaterThan(0);
  expect(subjects.join("\n")).not.toMatch(/ready/);
});

const wish = ({ office, quote, now }: ParcelOnTheWay, asked: NewWish) =>
  office.store.tx((tx) => takeWish(tx, quote, asked, now()));

const takeBack = ({ office, quote, now }: ParcelOnTheWay, id: string) =>
  office.store.tx((tx) => takeBackWish(tx, quote, id, now()));

const held = async ({ office, waybillNo, now }: ParcelOnTheWay) =>
  holding(await wishesOf(office.store.read, waybillNo), now());
