import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { promises } from "#db/schema/promises";
import { aParcel } from "../../demo/a-parcel";
import { aDesk } from "../support/a-desk";
import { aStopForm } from "../support/a-stop-form";
import { aFolder } from "../support/a-store";
import { ago, anOffice, dayFromNow } from "../support/an-office";

test("the day is on one screen: each kind of work with its count, the disk and the backup", async () => {
  const office = await anOffice();
  const dataDir = aFolder();
  const desk = aDesk(office, { dataDir });
  const due = await office.paid({ parcel: { collectionDay: saDay(new Date()) } });
  const overdue = await office.paid({ parcel: { collectionDay: dayFromNow(-2) } }, ago(3 * DAYS));
  await office.paid({ parcel: { collectionDay: dayFromNow(3) } });
  await aParcel()
    .at(ago(5 * DAYS))
    .collected()
    .at(ago(4 * DAYS))
    .missed()
    .in(office.world);
  const twice = await office.paid();
  await office.tell(twice.quote, { pfPaymentId: "again" });
  await desk.ask("agree", twice.waybillNo, "--day", dayFromNow(5), "--yes");
  await office.booked({ addresses: { toPostal: "9100" } });
  const answer = await desk.ask("today");
  const rows = answer.kind === "list" ? answer.rows : [];
  expect(Object.fromEntries(rows.map(({ work, how_many }) => [work, how_many]))).toEqual({
    "Collect today": 2,
    "Agreed for today or tomorrow, no driver": 0,
    "Booked by a shop, not paid for three days": 0,
    "Phone the receiver: no answer since the failed visit": 1,
    "Phone the receiver: no message can reach them": 0,
    "A wish that was not the receiver's": 0,
    "Nobody fetched it at the depot": 0,
    "Collection overdue": 1,
    "Late: tell both people by the promised time": 0,
    "News promised for today": 0,
    "Agreed visit overdue": 0,
    "Next try for today or tomorrow, no driver": 1,
    "Case to close": 0,
    "Cash or a transfer to pay back": 0,
    "Application to answer": 0,
    "No day to collect yet": 0,
    "Collection failed": 0,
    "Some pieces still to come": 0,
    "On the road": 1,
    "No news for two days": 1,
    "Delivery failed": 1,
    "A bank took the payment back: collect it or cancel?": 0,
    "Paid for another town: change the address": 0,
    "Driver reported a problem": 0,
    "Mark to believe or drop": 0,
    "Case to answer": 0,
    "Price to work out": 1,
    "Money to pay back": 1,
    "More to pay, not paid yet": 0,
    "More to pay, and no answer": 0,
    "Refused to pay more: bring it back": 0,
    "Part of a price": 0,
    "Payment number to check": 0,
    "Payment notice refused": 0,
    "Photo not here": 0,
    "Stored state is wrong: tell us": 0,
    "Overdue on account": 0,
    "No word from PayFast": 0,
    "Message given up": 0,
    Disk: 0,
    "The last backup is late": 1,
  });
  expect(rows.slice(0, 2).map(({ first_ones }) => first_ones)).toEqual([
    [overdue.waybillNo, due.waybillNo].toSorted().join(", "),
    overdue.waybillNo,
  ]);
  mkdirSync(path.join(dataDir, "snapshots"));
  const name = `courier-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}Z.db`;
  writeFileSync(path.join(dataDir, "snapshots", name), "");
  expect(await desk.ask("today")).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ work: "Backup", how_many: 0 })]),
  });
  desk.leave();
});

test("a late parcel whose people were told leaves the day, until the day on which they hear again", async () => {
  const office = await anOffice();
  const desk = aDesk(office);
  const { waybillNo } = await aParcel()
    .at(ago(20 * DAYS))
    .collected()
    .in(office.world);
  await noticeLateParcels(office.store, new Date());
  const late = async () => {
    const answer = await desk.ask("today");
    const rows = answer.kind === "list" ? answer.rows : [];
    return rows.filter(({ work, how_many }) => /^Late|^News/.test(String(work)) && how_many !== 0);
  };
  expect(await late()).toMatchObject([{ how_many: 1, first_ones: waybillNo, until: expect.stringMatching(/ 12:00$/) }]);
  await desk.ask("tell", waybillNo, "It is in Bloemfontein.", "--until", dayFromNow(4));
  expect(await late()).toEqual([]);
  await office.store.tx((tx) =>
    tx
      .update(promises)
      .set({ until: `${dayFromNow(0)} 23:59` })
      .where(eq(promises.kind, "next_news")),
  );
  expect(await late()).toMatchObject([{ how_many: 1, until: `${dayFromNow(0)} 23:59`, overdue: 0, due_today: 1 }]);
  desk.leave();
});

test("a failed visit that is tried again today or tomorrow waits for a driver, and one that has a driver doesn't", async () => {
  const office = await anOffice();
  const { waybillNo } = await aParcel().collected().missed().in(office.world);
  const waiting = () =>
    office.staff("SELECT how_many FROM staff_today WHERE work = 'Next try for today or tomorrow, no driver'");
  // Whatever weekday this is.
  const day = dayFromNow(1);
  await office.store.tx((tx) =>
    tx
      .update(promises)
      .set({ until: `${day} 17:00` })
      .where(eq(promises.kind, "next_try")),
  );
  expect(waiting()).toEqual([{ how_many: 1 }]);
  await office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, new Date()));
  await aParcel(waybillNo).given("Sipho Nkosi", "delivery", day).in(office.world);
  expect(waiting()).toEqual([{ how_many: 0 }]);
});

test("every view has a description, from its own file", async () => {
  const office = await anOffice();
  const desk = aDesk(office);
  const help = office.staff<{ view: string; what_for: string }>("SELECT * FROM staff_help");
  expect(help.map(({ view }) => view)).toEqual(desk.desk.views.names());
  for (const { view, what_for } of help) expect(what_for, view).toMatch(/^[A-Z].{15,}[.:?]/);
  expect(await desk.ask("show")).toMatchObject({ columns: ["view", "what_for"] });
  desk.leave();
});

test("print today prints the parcels that today counts: neither those without a day nor those that wait for the office", async () => {
  const office = await anOffice();
  const desk = aDesk(office);
  const due = { parcel: { collectionDay: saDay(new Date()), quantity: 2 } };
  await office.paid(due);
  await office.paid({ parcel: { collectionDay: dayFromNow(-2) } }, ago(3 * DAYS));
  await office.paid();
  const { waybillNo: refused } = await office.paid(due);
  await office.store.tx(async (tx) => {
    const { driver } = await addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, new Date());
    await markAtStop(
      tx,
      { driver, waybillNo: refused },
      aStopForm("something_wrong", { reason: "They don't want it" }),
      new Date(),
    );
  });
  const answer = await desk.ask("today");
  const counts = answer.kind === "list" ? answer.rows.map(({ work, how_many }) => [work, how_many]) : [];
  expect(Object.fromEntries(counts)).toMatchObject({
    "Collect today": 2,
    "Collection overdue": 1,
    "No day to collect yet": 1,
  });
  expect(await desk.ask("print", "today")).toMatchObject({ output: "2 parcels, 3 slips." });
  expect(await desk.ask("show", "collections")).toMatchObject({
    rows: expect.arrayContaining([
      expect.objectContaining({
        ...{ waybill_no: refused, collect_when: "Waits for the office", driver_said: "They don't want it" },
        what_to_do: "Phone the sender: agree on a day, or cancel the booking",
      }),
    ]),
  });
  desk.leave();
});
