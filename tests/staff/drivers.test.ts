import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { driverCalled } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import type { Answer } from "#app/staff/answer";
import { deskForEachTest } from "../support/a-desk";
import { aStopForm } from "../support/a-stop-form";
import { dayFromNow, officeForEachTest } from "../support/an-office";

const office = officeForEachTest();
const desk = deskForEachTest(office);

const drivers = () => office.staff("SELECT driver, driver_phone, application FROM staff_drivers");
const stopsOf = (driver: string) =>
  office
    .staff<{ waybill_no: string }>(
      `SELECT waybill_no FROM staff_run_sheet WHERE driver = '${driver}' ORDER BY day, stop`,
    )
    .map(({ waybill_no }) => waybill_no);
const numbersIn = (answer: Answer) =>
  answer.kind === "list" ? answer.rows.map(({ waybill_no }) => waybill_no) : answer;

/** Makes an owner-driver application and returns its number. */
async function anApplication(person: number): Promise<string> {
  const receipt = await office.applied(person);
  return receipt.kind === "received" ? receipt.reference : expect.fail("not received");
}

/** A paid parcel to be collected at this postal code. */
async function aParcel(fromPostal: string, collectionDay = "") {
  return (await office.paid({ addresses: { fromPostal }, parcel: { collectionDay } })).waybillNo;
}

test("an accepted owner driver is added by the application's number; others are refused", async () => {
  const reference = await anApplication(1);
  const add = () => desk.ask("add", "driver", "--application", reference);
  expect(await add()).toMatchObject({
    kind: "refused",
    why: [expect.stringContaining("isn't an accepted application")],
  });
  await desk.ask("answer", "application", reference, "--decline");
  expect((await add()).kind).toBe("refused");
  expect(drivers()).toEqual([]);

  const accepted = await anApplication(2);
  await desk.ask("answer", "application", accepted, "--accept");
  expect((await desk.ask("add", "driver", "--application", accepted)).kind).toBe("done");
  expect(drivers()).toEqual([{ driver: "Thandi Nkosi", driver_phone: "+27821234567", application: accepted }]);
});

test("a plan assigns unassigned parcels to a driver by postal code, each once", async () => {
  await desk.ask("add", "driver", "Sipho Nkosi", "--phone", "083 123 4567");
  await desk.ask("add", "driver", "Ayanda Zulu", "--phone", "083 123 4568");
  const [near, far, later] = [await aParcel("1431"), await aParcel("1501"), await aParcel("1431", dayFromNow(5))];
  expect(numbersIn(await desk.ask("plan"))).toEqual([near, far]);
  expect(await desk.ask("plan")).toMatchObject({
    columns: ["waybill_no", "visit", "postal", "address", "agreed", "driver_said", "delayed"],
    rows: [{ address: "Stand 1423, Mphuti Street, Katlehong, Germiston 1431" }, {}],
  });
  expect(numbersIn(await desk.ask("plan", "--postal", "1400-1499"))).toEqual([near]);
  expect(numbersIn(await desk.ask("plan", "--date", dayFromNow(5)))).toContain(later);
  await desk.ask("plan", "--driver", "Sipho Nkosi", "--postal", "14");
  await desk.ask("plan", "--driver", "Ayanda Zulu");
  await desk.ask("plan", "--driver", "Ayanda Zulu");
  expect([stopsOf("Sipho Nkosi"), stopsOf("Ayanda Zulu")]).toEqual([[near], [far]]);
  await desk.ask("assign", near, "--driver", "Ayanda Zulu");
  expect([stopsOf("Sipho Nkosi"), stopsOf("Ayanda Zulu")]).toEqual([[], [far, near]]);
});

test("a blocked driver gets no more stops", async () => {
  await desk.ask("add", "driver", "Sipho Nkosi", "--phone", "083 123 4567");
  const waybillNo = await aParcel("1431");
  await desk.ask("block", "driver", "Sipho Nkosi");
  for (const command of [["assign", waybillNo], ["plan"]])
    expect(await desk.ask(...command, "--driver", "Sipho Nkosi")).toEqual({
      kind: "refused",
      why: ["Sipho Nkosi is blocked."],
    });
  expect(stopsOf("Sipho Nkosi")).toEqual([]);
});

test("all open stops of a driver go to another; finished ones stay, are named in a list, and what he reported is on her sheet", async () => {
  await desk.ask("add", "driver", "Sipho Nkosi", "--phone", "083 123 4567");
  await desk.ask("add", "driver", "Anna Mokoena", "--phone", "083 123 4568");
  const [one, tried, done] = [await aParcel("1431"), await aParcel("1431"), await aParcel("1431")];
  await desk.ask("assign", one, tried, done, "--driver", "Sipho Nkosi");
  await desk.ask("mark", "delivered", done);
  const sipho = (await driverCalled(office.store.read, "Sipho Nkosi")) ?? expect.fail("no driver");
  const said = aStopForm("nobody_there", { reason: "The gate is closed" });
  await office.store.tx((tx) => markAtStop(tx, { driver: sipho, waybillNo: tried }, said, new Date()));
  await desk.ask("block", "driver", "Sipho Nkosi");
  expect(await desk.ask("assign", "--all-of", "Sipho Nkosi", "--driver", "Anna Mokoena")).toMatchObject({
    kind: "done",
    output: [one, tried].map((no) =>
      expect.stringMatching(`${no}: collection, .*Anna Mokoena, instead of Sipho Nkosi`),
    ),
  });
  expect([stopsOf("Sipho Nkosi"), stopsOf("Anna Mokoena")]).toEqual([[done], [one, tried]]);
  expect(office.staff(`SELECT driver_said FROM staff_run_sheet WHERE waybill_no = '${tried}'`)).toEqual([
    { driver_said: "Sipho Nkosi: Nobody there, 1 of 1: The gate is closed" },
  ]);
  writeFileSync(path.join(desk.desk.folder, "parcels.txt"), [done, one, tried].join("\n"));
  const again = await desk.ask("assign", "--file", "parcels.txt", "--driver", "Anna Mokoena", "--date", "tomorrow");
  expect(again).toMatchObject({
    kind: "done",
    output: [
      `${done}: left out, it is delivered already.`,
      expect.stringContaining(one),
      expect.stringContaining(tried),
    ],
  });
  expect(stopsOf("Anna Mokoena")).toEqual([one, tried]);
  await desk.ask("plan", "--driver", "Anna Mokoena", "--date", "tomorrow", "--order", tried);
  expect(stopsOf("Anna Mokoena")).toEqual([tried, one]);
  expect(await desk.ask("plan", "--driver", "Anna Mokoena", "--date", "tomorrow", "--order", done)).toMatchObject({
    kind: "refused",
  });
  expect(await desk.ask("unassign", tried)).toMatchObject({ kind: "done" });
  expect(stopsOf("Anna Mokoena")).toEqual([one]);
});

test("a parcel that a driver collects and delivers on one day is two stops: each is put in order, and both are given away", async () => {
  await desk.ask("add", "driver", "Sipho Nkosi", "--phone", "083 123 4567");
  await desk.ask("add", "driver", "Anna Mokoena", "--phone", "083 123 4568");
  const [both, other] = [await aParcel("1431"), await aParcel("1431")];
  const give = (no: string, ...also: string[]) => desk.ask("assign", no, "--driver", "Sipho Nkosi", ...also);
  for (const [no, visit] of [
    [both, "collection"],
    [both, "delivery"],
    [other, "collection"],
  ] as const)
    await give(no, "--visit", visit);
  const order = (...words: string[]) => desk.ask("plan", "--driver", "Sipho Nkosi", "--order", ...words);
  const sheet = (driver: string) =>
    office
      .staff<{ waybill_no: string; what_to_do: string }>(
        `SELECT waybill_no, what_to_do FROM staff_run_sheet WHERE driver = '${driver}' ORDER BY stop`,
      )
      .map(({ waybill_no, what_to_do }) => `${what_to_do} ${waybill_no}`);
  const [collect, deliver, others] = [`Collect ${both}`, `Deliver ${both}`, `Collect ${other}`];
  expect(sheet("Sipho Nkosi")).toEqual([collect, deliver, others]);
  expect(await order(both, other, "--visit", "collection")).toMatchObject({ kind: "done" });
  expect(sheet("Sipho Nkosi")).toEqual([collect, others, deliver]);
  await order(both, "--visit", "delivery");
  expect(sheet("Sipho Nkosi")).toEqual([deliver, collect, others]);
  expect(await order(other, "--visit", "delivery")).toEqual({
    kind: "refused",
    why: [expect.stringContaining(`${other}: Sipho Nkosi has no such delivery`)],
  });
  await expect(desk.ask("plan", "--visit", "delivery")).rejects.toThrow("--order");
  await order(both);
  expect(await desk.ask("assign", "--all-of", "Sipho Nkosi", "--driver", "Anna Mokoena")).toMatchObject({
    kind: "done",
    output: [
      expect.stringContaining(`${both}: delivery`),
      expect.stringContaining(`${both}: collection`),
      expect.stringContaining(`${other}: collection`),
    ],
  });
  expect([sheet("Sipho Nkosi"), sheet("Anna Mokoena")]).toEqual([[], [deliver, collect, others]]);
  const back = await desk.ask("assign", "--all-of", "Anna Mokoena", "--visit", "delivery", "--driver", "Sipho Nkosi");
  expect(back).toMatchObject({ kind: "done", output: [expect.stringContaining(`${both}: delivery`)] });
  expect([sheet("Sipho Nkosi"), sheet("Anna Mokoena")]).toEqual([[deliver], [collect, others]]);
  await desk.ask("unassign", "--all-of", "Anna Mokoena");
  expect(sheet("Anna Mokoena")).toEqual([]);
});

describe("the end of a number plate", () => {
  const SIPHO = ["add", "driver", "Sipho Nkosi"] as const;
  const plateOf = () => office.staff("SELECT driver, driver_phone, plate, status FROM staff_drivers");
  const messages = () => office.staff("SELECT count(*) AS sent FROM outgoing_mails WHERE channel = 'sms'");
  const noted = { driver: "Sipho Nkosi", driver_phone: "+27831234567", status: "No phone is signed in" };

  test("is noted with a new driver, and alone for a known one, who gets no new link and no message", async () => {
    await desk.ask(...SIPHO, "--phone", "083 123 4567", "--plate", "23 gp");
    expect(plateOf()).toEqual([{ ...noted, plate: "23 GP" }]);
    const before = messages();
    expect(await desk.ask("add", "driver", "sipho nkosi", "--plate", "ca-87")).toMatchObject({
      kind: "done",
      output: ["Sipho Nkosi: receivers read on the day that the number plate ends in CA 87."],
    });
    expect(plateOf()).toEqual([{ ...noted, plate: "CA 87" }]);
    expect(messages()).toEqual(before);
    await desk.ask(...SIPHO, "--phone", "083 123 4567");
    expect(plateOf()).toEqual([{ ...noted, plate: "CA 87" }]);
    await desk.ask(...SIPHO, "--plate", "none");
    expect(plateOf()).toEqual([{ ...noted, plate: "" }]);
    expect(JSON.stringify(office.staff("SELECT details FROM staff_history"))).not.toMatch(/GP|87/);
  });

  test("is erased when its driver is blocked; noted then, the block stays", async () => {
    await desk.ask(...SIPHO, "--phone", "083 123 4567", "--plate", "23 GP");
    await desk.ask("block", "driver", "Sipho Nkosi");
    expect(plateOf()).toEqual([{ ...noted, status: "Blocked", plate: "" }]);
    await desk.ask(...SIPHO, "--plate", "45 GP");
    expect(plateOf()).toEqual([{ ...noted, status: "Blocked", plate: "45 GP" }]);
  });

  test.each(["ABC 123 GP", "BX 23 GP", "ND 123", "gp", "7", "23*GP"])(
    "%s is refused: only the end is asked for",
    async (plate) => {
      await desk.ask(...SIPHO, "--phone", "083 123 4567");
      await expect(desk.ask(...SIPHO, "--plate", plate)).rejects.toThrow("Give only the end of the number plate");
      expect(plateOf()).toEqual([{ ...noted, plate: "" }]);
    },
  );
});
