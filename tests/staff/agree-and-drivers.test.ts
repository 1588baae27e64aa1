import { beforeEach, describe, expect, test } from "vitest";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { shortDate } from "#app/domain/values/sa-time";
import { aParcel } from "../../demo/a-parcel";
import { deskForEachTest } from "../support/a-desk";
import { dayFromNow, officeForEachTest } from "../support/an-office";

const office = officeForEachTest();
const desk = deskForEachTest(office);
const [today, tomorrow] = [dayFromNow(0), dayFromNow(1)];
const RECEIVER = { toName: "Naledi Nkosi", toEmail: "naledi@example.co.za", toPhone: "082 555 1013" };

beforeEach(async () => {
  await office.store.tx(async (tx) => {
    await addDriver(tx, { name: "Sipho Ndlela", phone: "+27831234567" }, new Date());
    await addDriver(tx, { name: "Anna Mokoena", phone: "+27831234568" }, new Date());
  });
});

const give = (waybillNo: string, day: string, driver = "Sipho Ndlela") =>
  desk.ask("assign", waybillNo, "--driver", driver, "--date", day);
const agree = (waybillNo: string, day: string, ...more: string[]) =>
  desk.ask("agree", waybillNo, "--day", day, "--yes", ...more);
const stops = () =>
  office.staff<{ at: string }>(
    `SELECT drivers.name || ' ' || day AS "at" FROM stops JOIN drivers ON drivers.id = driver_id WHERE removed_at IS NULL ORDER BY day`,
  );
const undriven = () =>
  office.staff("SELECT waybill_no, visit, day, from_time, person, city FROM staff_agreed_undriven");

async function aDelivery(addresses: object = {}) {
  const { waybillNo } = await aParcel({ addresses: { ...RECEIVER, ...addresses } })
    .collected()
    .in(office.world, new Date());
  return waybillNo;
}

describe("an agreed day", () => {
  test("takes the stop from today's driver, says that nobody drives then, and leads to giving it to that driver", async () => {
    const waybillNo = await aDelivery();
    await give(waybillNo, today);
    const said = `${waybillNo} will be delivered on ${shortDate(tomorrow)}, 09:00 to 12:00. It leaves Sipho Ndlela's stops of today. It has no driver on ${shortDate(tomorrow)} yet.`;
    const times = ["--from", "09:00", "--to", "12:00"];
    expect(await agree(waybillNo, tomorrow, ...times, "--dry-run")).toMatchObject({
      output: expect.arrayContaining([said]),
    });
    expect(stops()).toEqual([{ at: `Sipho Ndlela ${today}` }]);
    expect(await agree(waybillNo, tomorrow, ...times)).toMatchObject({
      kind: "done",
      output: [
        said,
        "Told within a few seconds: Naledi Nkosi, by email to naledi@example.co.za; Thandi Nkosi, by email to thandi@example.co.za.",
      ],
      next: {
        words: "Give to a driver",
        command: "assign",
        known: { waybill: waybillNo, date: tomorrow, driver: "Sipho Ndlela" },
      },
    });
    expect(stops()).toEqual([]);
    const row = { waybill_no: waybillNo, visit: "delivery", day: tomorrow, from_time: "09:00" };
    expect(undriven()).toEqual([{ ...row, person: "Naledi Nkosi", city: "Soweto" }]);
    expect(
      office.staff(
        "SELECT how_many, first_ones FROM staff_today WHERE work = 'Agreed for today or tomorrow, no driver'",
      ),
    ).toEqual([{ how_many: 1, first_ones: waybillNo }]);
    await give(waybillNo, tomorrow);
    expect(undriven()).toEqual([]);
  });

  test("once more tells nobody again, and takes a stop of another day that was given since", async () => {
    const waybillNo = await aDelivery();
    await agree(waybillNo, tomorrow);
    await give(waybillNo, today, "Anna Mokoena");
    const again = await agree(waybillNo, tomorrow);
    expect(again).toMatchObject({
      output: [expect.stringContaining("nobody is told again. It leaves Anna Mokoena's")],
    });
    expect(stops()).toEqual([]);
    const third = await agree(waybillNo, tomorrow);
    expect(third).toMatchObject({ kind: "done", isUnchanged: true, next: { known: { waybill: waybillNo } } });
  });

  test("leaves the stop of whoever drives that day, and says who", async () => {
    const waybillNo = await aDelivery();
    await give(waybillNo, tomorrow, "Anna Mokoena");
    const answer = await agree(waybillNo, tomorrow);
    expect(answer).toMatchObject({
      output: [expect.stringContaining(`Anna Mokoena drives it on ${shortDate(tomorrow)}.`), expect.anything()],
    });
    expect(answer).not.toHaveProperty("next.command");
    expect(stops()).toEqual([{ at: `Anna Mokoena ${tomorrow}` }]);
  });

  test("of what is out with its driver says whom to phone, and who has the parcel still", async () => {
    const waybillNo = await aDelivery();
    await give(waybillNo, today);
    await desk.ask("mark", "out-for-delivery", waybillNo);
    expect(await agree(waybillNo, tomorrow)).toMatchObject({
      output: [expect.stringContaining("It is in that van: phone Sipho Ndlela, 083 123 4567."), expect.anything()],
    });
    expect(office.staff("SELECT driver, waybill_no FROM staff_in_vans")).toEqual([
      { driver: "Sipho Ndlela", waybill_no: waybillNo },
    ]);
    // What waits would say that it comes today.
    const out = "FROM outgoing_mails WHERE letter_key LIKE 'out_for_delivery%'";
    expect(office.staff(`SELECT DISTINCT state ${out}`)).toEqual([{ state: "skipped" }]);
  });

  test("is texted to a receiver without email; who has neither is named with the phone", async () => {
    const texted = await aDelivery({ toEmail: "" });
    expect(await agree(texted, tomorrow)).toMatchObject({
      output: [
        expect.anything(),
        expect.stringContaining("Naledi Nkosi, by text to +27825551013; Thandi Nkosi, by email"),
      ],
    });
    const landline = await aDelivery({ toEmail: "", toPhone: "011 555 0101", toCell: "" });
    expect(await agree(landline, tomorrow)).toMatchObject({
      output: expect.arrayContaining(["Not told: Naledi Nkosi. Phone 011 555 0101."]),
    });
  });

  test("of a list takes each stop from its own driver, and gives out none for them", async () => {
    const [one, two] = [await aDelivery(), await aDelivery()];
    await give(one, today);
    await give(two, today, "Anna Mokoena");
    const answer = await desk.ask("agree", one, two, "--day", tomorrow, "--yes");
    expect(answer).toMatchObject({ next: { known: { waybill: `${one} ${two}`, date: tomorrow } } });
    expect(answer).not.toHaveProperty("next.known.driver");
    expect(stops()).toEqual([]);
  });

  test("is no work for today where it is settled otherwise", async () => {
    const cancelled = await office.paid();
    await agree(cancelled.waybillNo, tomorrow);
    expect(undriven()).toMatchObject([{ visit: "collection", person: "Thandi Nkosi", city: "Germiston" }]);
    await desk.ask("cancel", "booking", cancelled.waybillNo, "--because", "x");
    const out = await aDelivery();
    await desk.ask("mark", "out-for-delivery", out);
    await agree(out, today, "--from", "09:00", "--to", "23:59");
    const later = await aDelivery();
    await agree(later, dayFromNow(2));
    expect(undriven()).toEqual([]);
  });
});

describe("a neighbour, said by phone", () => {
  const neighbour = (waybillNo: string, ...more: string[]) =>
    desk.ask("agree", waybillNo, "--neighbour", "Mrs Zulu", "--at", "number 9", ...more);
  const note = "Leave it with Mrs Zulu, number 9. Ask that person for the PIN. (Said by phone to the office)";

  test("is told to the driver and the receiver as the receiver's own wish is, once, and is taken back", async () => {
    const waybillNo = await aDelivery();
    await give(waybillNo, today);
    expect(await neighbour(waybillNo)).toMatchObject({
      output: [
        `${waybillNo}: the driver reads “${note}”.`,
        "Sipho Ndlela drives it today. Phone 083 123 4567 too: the list may be open already.",
        "Told within a few seconds: Naledi Nkosi, by email to naledi@example.co.za.",
      ],
    });
    expect(office.staff("SELECT notes, driver FROM staff_run_sheet")).toEqual([
      { notes: note, driver: "Sipho Ndlela" },
    ]);
    expect(office.staff("SELECT wish, status FROM staff_wishes")).toEqual([
      { wish: "To a neighbour", status: "Holds" },
    ]);
    expect(office.staff("SELECT who, action, details FROM staff_history WHERE action = 'agreed'")).toEqual([
      { who: "Zanele", action: "agreed", details: "delivery to a neighbour, said by phone" },
    ]);
    expect(await neighbour(waybillNo)).toMatchObject({ isUnchanged: true });
    expect(await desk.ask("agree", waybillNo, "--neighbour", "none")).toMatchObject({
      output: [`${waybillNo}: no neighbour takes it any more.`, expect.stringContaining("Naledi Nkosi, by email")],
    });
    expect(office.staff("SELECT notes FROM staff_run_sheet")).toEqual([{ notes: null }]);
    expect(await desk.ask("agree", waybillNo, "--neighbour", "None")).toMatchObject({ isUnchanged: true });
  });

  test("can be named while its driver is on the way, and not once it has arrived", async () => {
    const waybillNo = await aDelivery();
    await desk.ask("mark", "out-for-delivery", waybillNo);
    expect(await neighbour(waybillNo)).toMatchObject({ kind: "done" });
    await desk.ask("mark", "delivered", waybillNo);
    expect(await neighbour(waybillNo)).toMatchObject({
      kind: "refused",
      why: [expect.stringContaining("has arrived")],
    });
  });

  test.each([
    [["--neighbour", "Mrs Zulu"], "Who takes it, and where?"],
    [["--at", "number 9"], "Who takes it, and where?"],
    [["--neighbour", "Mrs Zulu", "--at", "9", "--day", "tomorrow"], "leave out the day"],
    [["--neighbour", "Mrs Zulu", "--at", "9", "--depot"], "leave out the day, the times, the neighbour"],
    [["--neighbour", "Z".repeat(61), "--at", "9"], "at most 60 characters"],
    [["--neighbour", "\u200B", "--at", "9"], "Who takes it, and where?"],
    [["--neighbour", "None", "--at", "9"], "leave out"],
  ])("%j is refused", async (options, why) => {
    const waybillNo = await aDelivery();
    await expect(desk.ask("agree", waybillNo, ...options)).rejects.toThrow(why);
  });
});
