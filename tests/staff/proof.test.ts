import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { reportMark } from "#app/domain/drivers/reported-marks.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { saDay } from "#app/domain/values/sa-time";
import { HOURS } from "#app/durations";
import { stops } from "#db/schema/rounds";
import { aDesk } from "../support/a-desk";
import { aStopForm } from "../support/a-stop-form";
import { ago, anOffice } from "../support/an-office";

async function aDay() {
  const office = await anOffice();
  const desk = aDesk(office);
  const driver = (name: string, phone: string) =>
    office.store.tx(async (tx) => (await addDriver(tx, { name, phone }, ago(0))).driver);
  const said = async (...args: string[]) => {
    const answer = await desk
      .ask(...args)
      .catch(({ message }: Error) => ({ kind: "refused" as const, why: [message] }));
    return answer.kind === "refused"
      ? answer.why.join("\n")
      : answer.kind === "done"
        ? answer.output.join("\n")
        : answer.kind;
  };
  const proof = async (waybillNo: string) => {
    const answer = await desk.ask("proof", waybillNo);
    return answer.kind === "list" ? answer.rows : answer;
  };
  return { office, desk, driver, said, proof };
}

test("a parcel's proof has a line for each delivery, whoever marked it, and none for what came before", async () => {
  const { office, desk, driver, said, proof } = await aDay();
  const byDriver = (await office.paid({}, ago(5 * HOURS))).waybillNo;
  const byOffice = (await office.paid({ parcel: { quantity: 3 } }, ago(5 * HOURS))).waybillNo;
  const open = (await office.paid({}, ago(5 * HOURS))).waybillNo;
  const sipho = await driver("Sipho Nkosi", "+27831234567");
  for (const waybillNo of [byDriver, byOffice, open]) await said("mark", "collected", waybillNo);
  await said("mark", "out-for-delivery", byDriver);
  const at = (name: string, form: ReturnType<typeof aStopForm>) =>
    office.store.tx((tx) => markAtStop(tx, { driver: sipho, waybillNo: name }, form, ago(0)));
  expect(await at(byDriver, aStopForm("nobody_there", { reason: "The gate is closed" }))).toMatchObject({ ok: true });
  expect(
    await at(byDriver, aStopForm("delivered", { takenBy: "Gogo", reason: "The phone is off or lost" })),
  ).toMatchObject({ ok: true });
  await said("mark", "delivered", byOffice, "--pieces", "2");
  expect(await proof(byDriver)).toMatchObject([{ who: "Sipho Nkosi, driver", photos: 0 }]);
  expect(await proof(byOffice)).toMatchObject([{ who: "office", what: "Delivered, 2 of 3 pieces" }]);
  expect(await proof(open)).not.toMatchObject([{}]);
  desk.leave();
});

test("of two drivers' marks that nobody can believe, whose is meant is asked for", async () => {
  const { office, desk, driver, said } = await aDay();
  const { waybillNo } = await office.paid({}, ago(5 * HOURS));
  for (const [name, phone] of [
    ["Anna Mokoena", "+27831230001"],
    ["Ben Second", "+27831230002"],
  ] as const) {
    const own = await driver(name, phone);
    const form = aStopForm("delivered", { takenBy: "Gogo", reason: "The phone is off or lost" });
    await office.store.tx(async (tx) => {
      await assignStop(tx, { waybillNo, driver: own, day: saDay(ago(0)), visit: "delivery" }, ago(0));
      const [stop] = await tx.select().from(stops).where(eq(stops.driverId, own.id));
      if (!stop) throw new Error("no stop");
      await reportMark(tx, { ...stop, driver: own }, form, { why: "Blocked.", hasPhoto: false }, ago(0));
    });
  }
  expect(await said("drop", "mark", waybillNo)).toContain(
    "Whose mark? Choose with --driver: Anna Mokoena or Ben Second.",
  );
  expect(await said("drop", "mark", waybillNo, "--driver", "ben SECOND")).toContain("It is dropped.");
  expect(await said("drop", "mark", waybillNo)).toContain("It is dropped.");
  expect(await said("drop", "mark", waybillNo)).toContain("has no mark to believe or drop");
  desk.leave();
});

test("slips of parcels that aren't booked any more are refused with the reason", async () => {
  const { office, desk, said } = await aDay();
  const { quote, waybillNo } = await office.paid({}, ago(5 * HOURS));
  expect(await said("print", waybillNo)).toBe("paper");
  expect(await said("print", "TH4821093753")).toContain("there is no such waybill");
  await office.store.tx((tx) => cancelBooking(tx, quote.id, "", ago(0), "staff"));
  expect(await said("print", waybillNo)).toContain("its booking was cancelled");
  desk.leave();
});
