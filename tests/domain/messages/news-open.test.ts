import fc from "fast-check";
import { expect, test } from "vitest";
import { tellOverdue } from "#app/domain/bookings/overdue.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { isNewsOpen } from "#app/domain/messages/tell.server";
import { promisesAbout } from "#app/domain/post/promises.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { anOffice } from "../../support/an-office";
import { asBooked, randomHistory, takeStep } from "../../support/random-steps";

/** `NEWS_HISTORIES=2000 npm test -- tests/domain/messages/news-open.test.ts` runs so many. */
const HISTORIES = Number(process.env.NEWS_HISTORIES ?? (isPostgres ? 10 : 20));
const seed = Number(process.env.NEWS_SEED ?? Date.now() % 2 ** 31);
/** A Monday, 12:00 in South Africa. */
const noon = new Date("2026-11-23T10:00:00Z");

const lived = fc.tuple(
  randomHistory,
  fc.array(fc.constantFrom(20 * MINUTES, 5 * HOURS, 1 * DAYS, 3 * DAYS), { minLength: 10, maxLength: 10 }),
);

test(`after random marks, news and waits staff_promises lists the news that people wait for, and no other, seed ${seed}`, async () => {
  const { store, world, paid, staff } = await anOffice();
  await store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
  const parcels = [];
  for (const quantity of [1, 2, 3, 4]) parcels.push(await paid({ parcel: { quantity } }, noon));
  const reached = new Set<string>();
  for (const [n, [{ of, steps }, gaps]] of fc.sample(lived, { numRuns: HISTORIES, seed }).entries()) {
    const { waybillNo } = parcels[of - 1] ?? expect.fail("no parcel");
    await store.tx((tx) => asBooked(tx, waybillNo));
    let now = noon;
    for (const [at, step] of steps.entries()) {
      now = new Date(now.getTime() + (gaps[at] ?? 0));
      await takeStep(world, { waybillNo, driver: "Sipho Nkosi" }, step, now);
      await noticeLateParcels(store, now);
      const open = [];
      for (const promise of await promisesAbout(store.read, ["late_news", "next_news"], [waybillNo]))
        if (await isNewsOpen(store.read, promise)) open.push(promise.until);
      const listed = staff<{ until: string; what: string }>(
        `SELECT until, what FROM staff_promises WHERE number = '${waybillNo}' AND what LIKE '%ews of a%parcel'`,
      );
      const lists = listed.map(({ until }) => until);
      expect({ n, of, steps, gaps, at, lists }).toEqual({ n, of, steps, gaps, at, lists: open });
      for (const { what } of listed) reached.add(what);
      await tellOverdue(store, now);
    }
    await store.tx((tx) => asBooked(tx, waybillNo));
  }
  // It went far enough to mean something.
  expect(reached.size).toBeGreaterThan(HISTORIES < 20 ? 0 : 1);
});
