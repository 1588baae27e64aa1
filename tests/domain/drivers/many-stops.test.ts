import { expect, test } from "vitest";
import { addDriver, type Driver } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { stopOf, stopsInOrder } from "#app/domain/drivers/stop-views.server";
import { noteBooking } from "#app/domain/parcels/quotes/booking-notes.server";
import { MINUTES } from "#app/durations";
import { aParcel } from "../../../demo/a-parcel";
import { aStopForm } from "../../support/a-stop-form";
import { officeForEachTest } from "../../support/an-office";

const [today, yesterday] = ["2026-11-24", new Date("2026-11-23T07:00:00Z")];
const now = new Date("2026-11-24T08:00:00Z");
const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTES);

const office = officeForEachTest();

test("a day's list shows of each stop what its own page shows, and nothing of another's parcel", async () => {
  const [sipho] = [await added("Sipho Nkosi"), await added("Anna Mokoena")];
  const noted = await given(
    aBooking({ quantity: 2, specialInstructions: "Fragile" }).collected().delivered(1).agreed(today),
  );
  await office.store.tx((tx) =>
    noteBooking(tx, { quoteId: noted.quote.id, who: "Lindiwe", note: "Ring twice" }, yesterday),
  );
  await given(aBooking().collected().wished({ kind: "day", day: today, part: "morning" }));
  await given(aBooking().collected().given("Anna Mokoena").by("Anna Mokoena").reported("no_answer"));
  const inTwo = await given(aBooking({ quantity: 3 }).agreed(today));
  await aParcel(inTwo).at(before(2)).given("Sipho Nkosi", "delivery").in(office.world);
  for (const pieces of ["1", "2"]) {
    const form = aStopForm("collected", { key: pieces, pieces, reason: pieces === "1" ? "The rest isn't ready" : "" });
    await office.store.tx((tx) => markAtStop(tx, { driver: sipho, waybillNo: inTwo.waybillNo }, form, now));
  }

  const list = await stopsInOrder(office.store.read, sipho, today, now);
  for (const view of list)
    expect(view).toEqual(await stopOf(office.store.read, sipho, view.waybillNo, now, view.visit));
  const reported = expect.stringMatching(/^Anna Mokoena, .*: Nobody there: /);
  expect(
    list.map(({ visit, pieces, notes, agreed, saidBefore, lastMark }) => [
      visit,
      pieces.left,
      notes,
      agreed,
      saidBefore,
      lastMark,
    ]),
  ).toEqual([
    ["delivery", 1, ["Fragile", "Ring twice"], "Tuesday 24 November", "", null],
    ["delivery", 1, [], "Tuesday 24 November, 08:00 to 12:00, by the receiver", "", null],
    ["delivery", 1, [], "", reported, null],
    // Two marks of one moment: the later one.
    ["collection", 0, [], "", "", expect.stringContaining("Collected, 2 of 3 pieces")],
    ["delivery", 3, [], "", "", null],
  ]);
});

/** A parcel paid yesterday, whose history goes on from there. */
const aBooking = (parcel: object = {}) => aParcel({ parcel }).at(yesterday).paid();

/** Sipho's last stop of today. */
const given = (history: ReturnType<typeof aBooking>) => history.at(before(1)).given("Sipho Nkosi").in(office.world);

async function added(name: string): Promise<Driver> {
  return (await office.store.tx((tx) => addDriver(tx, { name, phone: "+27831234567" }, yesterday))).driver;
}
