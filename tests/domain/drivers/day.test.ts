import { expect, test } from "vitest";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import type { StopForm } from "#app/domain/drivers/stop-answers.server";
import { dayOf } from "#app/domain/drivers/stop-views.server";
import { saDay } from "#app/domain/values/sa-time";
import { MINUTES } from "#app/durations";
import { aParcel } from "../../../demo/a-parcel";
import { aStopForm } from "../../support/a-stop-form";
import { anOffice } from "../../support/an-office";

/** `STOPS=200 npm test -- tests/domain/drivers/day.test.ts tests/journeys/drivers-day.test.ts` simulates the whole day: 200 stops by 8 drivers. */
const STOPS = Number(process.env.STOPS ?? 24);
const DRIVERS = Math.min(8, STOPS / 3);
/** How many of 100 connections are cut on their way here, and as many on the way back. */
const CUT = 60;

test("a day of stops on connections that break: every stop is marked once, nothing is lost, nothing happens twice", async () => {
  const { store, staff, world } = await anOffice();
  const random = seeded(20_261_122);
  const morning = new Date("2026-11-20T06:00:00Z");
  const day = saDay(morning);
  const drivers = [];
  for (let each = 1; each <= DRIVERS; each += 1) {
    const { driver } = await store.tx((tx) =>
      addDriver(tx, { name: `Driver ${each}`, phone: `+2782000000${each}` }, morning),
    );
    drivers.push(driver);
  }
  for (let stop = 0; stop < STOPS; stop += 1) {
    const parcel = aParcel({ parcel: { quantity: 1 + (stop % 3) } }).after(0);
    await parcel
      .outForDelivery()
      .after(0)
      .given(`Driver ${1 + (stop % DRIVERS)}`)
      .in(world, morning);
  }
  let [now, cuts] = [morning, 0];
  for (const driver of drivers) {
    for (;;) {
      now = new Date(now.getTime() + MINUTES);
      const next = (await dayOf(store.read, driver, day, now)).find(
        ({ lastMark, nothingLeft }) => !lastMark && !nothingLeft,
      );
      if (!next) break;
      const form = filledIn(next.waybillNo, random);
      const send = () => store.tx((tx) => markAtStop(tx, { driver, waybillNo: next.waybillNo }, form, now));
      for (let answered = false; !answered; ) {
        const [lostThere, lostBack] = [random() * 100 < CUT, random() * 100 < CUT];
        cuts += Number(lostThere || lostBack);
        if (!lostThere) expect(await send()).toMatchObject({ ok: true });
        answered = !lostThere && !lostBack;
      }
    }
  }
  const [marks] = staff<{ marks: number; stops: number }>(
    "SELECT count(*) AS marks, count(DISTINCT waybill_no) AS stops FROM driver_marks",
  );
  expect(marks).toEqual({ marks: STOPS, stops: STOPS });
  expect(
    staff(
      "SELECT waybill_no FROM tracking_events WHERE kind IN ('delivered', 'failed_attempt') GROUP BY waybill_no HAVING count(*) > 1",
    ),
  ).toEqual([]);
  expect(staff("SELECT count(*) AS events FROM tracking_events WHERE kind IN ('delivered', 'failed_attempt')")).toEqual(
    [{ events: STOPS }],
  );
  expect(cuts).toBeGreaterThan(STOPS * 2);
});

function filledIn(waybillNo: string, random: () => number): StopForm {
  return random() < 0.8
    ? aStopForm("delivered", { key: waybillNo, takenBy: "Gogo Mabena", reason: "The phone is off or lost" })
    : aStopForm("nobody_there", { key: waybillNo, reason: "The gate is closed" });
}

/** Park and Miller's generator: the same day in every run. */
function seeded(start: number): () => number {
  let seed = start;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}
