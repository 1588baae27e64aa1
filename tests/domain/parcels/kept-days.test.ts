import { expect, test } from "vitest";
import { FEWEST_PARCELS, keptDays } from "#app/domain/parcels/kept-days.server";
import { deliveryOfQuote } from "#app/domain/parcels/quotes/delivery-of-quote.server";
import { workingDaysBetween } from "#app/domain/values/working-days";
import { DAYS } from "#app/durations";
import { aParcel } from "../../../demo/a-parcel";
import { anOffice } from "../../support/an-office";

const PARCELS = 10_000;
/** How many parcels of a route arrive in 90 days. */
const WINDOW = 400;

test("is the smallest number of days within which 8 of 10 parcels arrived, and unknown below 20 parcels", () => {
  expect(keptDays(Array(FEWEST_PARCELS - 1).fill(1))).toBeNull();
  expect(keptDays([...Array(16).fill(2), 3, 4, 5, 6])).toBe(2);
  expect(keptDays([...Array(15).fill(2), 3, 4, 5, 6, 7])).toBe(3);
  expect(keptDays(Array(20).fill(0))).toBe(1);
});

test.each([
  ["a metro", [0.1, 0.45, 0.3, 0.1, 0.05]],
  ["between regions", [0, 0.05, 0.25, 0.3, 0.25, 0.15]],
  ["a rural route with a long tail", [0, 0.2, 0.25, 0.2, 0.2, 0.1, 0.03, 0.02]],
])("back-test, %s: of later parcels 80 % arrive in that time, and fewer a day sooner", (_, shares) => {
  const random = seeded(20_261_122);
  const took = Array.from({ length: PARCELS }, () => drawn(shares, random()));
  let [kept, keptDayLess, parcels] = [0, 0, 0];
  for (let at = WINDOW; at < PARCELS; at += 1) {
    // The page's figure changes once an hour; here it changes with every tenth parcel.
    const days = keptDays(took.slice(at - WINDOW - (at % 10), at - (at % 10))) ?? Number.NaN;
    const parcel = took[at] ?? Number.NaN;
    parcels += 1;
    if (parcel <= days) kept += 1;
    if (parcel <= days - 1) keptDayLess += 1;
  }
  expect(kept / parcels).toBeGreaterThanOrEqual(0.78);
  expect(keptDayLess / parcels).toBeLessThan(0.82);
});

test("weekends and holidays don't count", () => {
  expect(workingDaysBetween("2026-11-20", "2026-11-20", new Set())).toBe(0);
  expect(workingDaysBetween("2026-11-20", "2026-11-23", new Set())).toBe(1);
  expect(workingDaysBetween("2026-12-15", "2026-12-17", new Set())).toBe(1);
});

test("is shown after the usual days once 20 parcels of the route have arrived", async () => {
  const { store, paid, world } = await anOffice();
  const now = new Date("2026-11-20T10:00:00Z");
  const booked = new Date("2026-11-15T08:00:00Z");
  const { quote } = await paid({}, now);
  const words = () =>
    deliveryOfQuote(store.read, quote, { since: now }, new Date(now.getTime() + (hours++ * DAYS) / 24));
  let hours = 1;
  for (let parcel = 0; parcel < FEWEST_PARCELS; parcel += 1) {
    expect(await words()).not.toContain("8 of 10");
    const way = (parcel < 16 ? 2 : 4) * DAYS;
    await aParcel().at(booked).paid().after(DAYS).collected().after(way).delivered().in(world);
  }
  expect(await words()).toMatch(/^Usually .*\. 8 of 10 parcels on this route arrive within 2 working days$/);
});

function drawn(shares: readonly number[], at: number): number {
  return shares.findIndex((_, days) => shares.slice(0, days + 1).reduce((sum, share) => sum + share, 0) > at);
}

/** Park and Miller's generator: the same numbers in every run. */
function seeded(start: number): () => number {
  let seed = start;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}
