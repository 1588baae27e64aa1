import { describe, expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { stopOf } from "#app/domain/drivers/stop-views.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { unassigned } from "#app/domain/drivers/unassigned.server";
import { consequences, type Fewer, fewerPieces, type Report, reportChoices } from "#app/domain/parcels/reports";
import { type Visit, visits } from "#app/domain/parcels/visits";
import { partsOf } from "#app/domain/post/gsm7";
import { dayAfter } from "#app/domain/values/calendar-day";
import { saDay, shortDate } from "#app/domain/values/sa-time";
import { DAYS, MINUTES } from "#app/durations";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { trackingEvents } from "#db/schema/waybills";
import { aParcelOnTheWay, recipientsOf } from "../../support/a-parcel-on-the-way";
import { aStopForm } from "../../support/a-stop-form";

/** Today, in working hours: staff's views read the clock. */
const now = new Date(`${saDay(new Date())}T08:00:00Z`);
const [SENDER, RECEIVER] = ["thandi@example.co.za", "sipho@example.co.za"];
const [SENDERS_PHONE, RECEIVERS_PHONE] = ["+27821234567", "+27735550101"];

/** What people are told of each event, and nothing else. */
const told = {
  failed_collection: [`email ${SENDER}`, `sms ${SENDERS_PHONE}`],
  failed_attempt: [`email ${RECEIVER}`, `email ${SENDER}`, `sms ${RECEIVERS_PHONE}`],
  reported: [],
  not_today: [`email ${RECEIVER}`, `sms ${RECEIVERS_PHONE}`],
};
const line = {
  failed_collection: "Collection failed",
  failed_attempt: "Delivery failed",
  reported: "Driver reported a problem",
};

describe("what a driver reports instead", () => {
  const every = (Object.keys(consequences) as Report[]).flatMap((report) =>
    visits.map((visit) => [reportChoices[report].words, visit, report] as const),
  );
  test.each(every)("“%s” on a %s is told as the table says, and to nobody else", async (_, visit, report) => {
    const { history, told: why, office, waits } = consequences[report][visit];
    const stop = await aStop(visit);
    await stop.says(report);
    expect((await stop.events()).at(-1)).toBe(history);
    const messages = await stop.parcel.after(MINUTES);
    // At a return it is the sender's matter alone.
    const isReturnMissed = visit === "return" && why !== null;
    // Who had read that it comes today.
    const isNotToday = visit === "delivery" && why === null;
    const whom = isReturnMissed ? told.failed_collection : isNotToday ? told.not_today : told[history];
    expect(recipientsOf(messages)).toEqual(whom);
    for (const { text } of messages) {
      expect(text.includes("We try again on")).toBe(history === "failed_attempt");
      expect(text).not.toContain("Expected today");
      if (text.startsWith("Dear ") && why)
        expect(text).toContain(`, but ${plainText(messagesCatalogue().parcel.missed[why])}.`);
      if (isNotToday) expect(text).toContain("we may not ");
    }
    expect(stop.todo()).toEqual([{ work: line[history], first_ones: stop.parcel.waybillNo }]);
    expect(stop.officeMust()).toContain(office);
    expect(await stop.plannedAgain()).toEqual(waits ? [] : [{ visit, driverSaid: reportChoices[report].words }]);
  });

  test("waits in staff's today until the office has agreed on a day, then in the plan for it", async () => {
    const stop = await aStop("collection");
    await stop.says("refused");
    expect(await stop.plannedAgain()).toEqual([]);
    const day = dayAfter(saDay(now), 1);
    await stop.parcel.office.store.tx((tx) =>
      agreeVisit(tx, stop.parcel.waybillNo, { day, fromTime: null, untilTime: null }, stop.parcel.now()),
    );
    expect(stop.todo()).toEqual([]);
    expect(await stop.plannedAgain()).toEqual([{ visit: "collection", driverSaid: null }]);
  });

  test("ends when the driver comes back and delivers, or somebody else is sent for a vehicle that broke down", async () => {
    const back = await aStop("delivery");
    await back.says("refused");
    await back.parcel.mark("delivered");
    expect(back.todo()).toEqual([]);
    const other = await aStop("delivery");
    await other.says("broke_down");
    await other.assign("Anna Mokoena");
    expect(other.todo()).toEqual([]);
    const moved = await aStop("delivery");
    await moved.says("damaged");
    await moved.assign("Anna Mokoena");
    expect(moved.todo()).toMatchObject([{ work: "Driver reported a problem" }]);
    await moved.assign("Anna Mokoena", "return");
    expect(moved.todo()).toEqual([]);
  });
});

test("what a driver writes beside the reason is not told to people", async () => {
  const { parcel, says } = await aStop("delivery");
  await says("gate_closed", "Dogs, and the lady next door shouted");
  const messages = await parcel.after(MINUTES);
  expect(messages).toHaveLength(3);
  for (const { text, html } of messages) expect(text + html).not.toMatch(/Dogs|lady/);
});

test("a day is promised only where nobody was there", () => {
  const promising = (Object.keys(consequences) as Report[]).filter((report) =>
    visits.some((visit) => consequences[report][visit].history !== "reported"),
  );
  expect(promising).toEqual(["gate_closed", "no_answer", "nobody"]);
});

test("of a parcel that goes back, what waits to be sent is withdrawn, and the receiver is told too", async () => {
  const { parcel, says } = await aStop("delivery");
  await says("gate_closed");
  await parcel.mark("returned");
  const messages = await parcel.after(MINUTES);
  expect(recipientsOf(messages)).toEqual([`email ${RECEIVER}`, `email ${SENDER}`, `sms ${RECEIVERS_PHONE}`]);
  for (const { subject, text } of messages) {
    expect(subject + text).toMatch(/back|returned/);
    expect(text).not.toMatch(/again|Be there/);
  }
});

test("of a return that was a mistake, what was withdrawn is sent after all, once", async () => {
  const { parcel, says } = await aStop("delivery");
  await says("gate_closed");
  await parcel.mark("returned");
  await parcel.undo();
  const messages = await parcel.after(MINUTES);
  expect(recipientsOf(messages)).toEqual(told.failed_attempt);
  for (const { text } of messages) expect(text).toContain("We try again");
});

test("of a parcel of which one piece goes back, the others are still told of", async () => {
  const { parcel, says } = await aStop("delivery", 2);
  await says("gate_closed");
  await parcel.mark("returned", { pieces: 1 });
  expect((await parcel.after(MINUTES)).filter(({ text }) => text.includes("We try again"))).toHaveLength(3);
});

test("the day that is promised after a failed attempt is that of the next stop, where there is one", async () => {
  const { parcel, says, assign } = await aStop("delivery");
  const day = dayAfter(saDay(now), 9);
  await assign("Anna Mokoena", "delivery", day);
  await says("no_answer");
  for (const { text } of await parcel.after(MINUTES)) expect(text).toContain(`We try again on ${shortDate(day)}`);
});

describe("fewer pieces at the collection than booked", () => {
  test.each(Object.entries(fewerPieces) as [Fewer, (typeof fewerPieces)[Fewer]][])(
    "%s: the sender is told once, in both ways, and the office has a line",
    async (fewer, { words, office, waits, isAll }) => {
      const stop = await aStop("collection", 3);
      for (let times = 0; times < 2; times += 1) await stop.collects("2", words);
      const messages = await stop.parcel.after(MINUTES);
      expect(recipientsOf(messages)).toEqual([`email ${SENDER}`, `sms ${SENDERS_PHONE}`]);
      for (const { text } of messages) {
        expect(text).toContain(plainText(messagesCatalogue().parcel.fewer[fewer]));
        expect(text).toMatch(/collected 2 of (the )?3 pieces/);
        if (text.startsWith("Dear ")) expect(text).toMatch(isAll ? /Parcel: +2 × / : /Parcel: +3 × /);
        expect(partsOf(text) === 1 || text.startsWith("Dear ")).toBe(true);
      }
      expect(stop.todo()).toEqual([{ work: "Driver reported a problem", first_ones: stop.parcel.waybillNo }]);
      expect(stop.officeMust()).toContain(office);
      expect(stop.row()).toMatchObject({
        status: isAll ? "Collected" : "Partly collected",
        parcels: isAll ? 2 : 3,
        missing: isAll ? "1 of 3 not sent" : "1 of 3 not collected",
      });
      const collected = { visit: "collection", driverSaid: words };
      expect(await stop.plannedAgain()).toEqual(
        isAll ? [{ visit: "delivery", driverSaid: null }] : waits ? [] : [collected],
      );
      expect(fewer).toBe(stop.lastReport());
    },
  );

  test("of which no more come is a parcel of those pieces; only a note or a refund ends the office's line", async () => {
    const stop = await aStop("collection", 3);
    await stop.collects("2", fewerPieces.no_more.words);
    const { office, waybillNo, quote, mark, after } = stop.parcel;
    await after(MINUTES);
    await mark("out_for_delivery");
    for (const { text } of (await after(MINUTES)).filter(({ way }) => way === "email")) {
      expect(text).toContain("The sender sends 2 of the 3 pieces that were booked.");
      expect(text).toMatch(/Parcel: +2 × /);
    }
    await stop.assign("Anna Mokoena");
    await mark("delivered", { pieces: 1 });
    expect(stop.row()).toMatchObject({ status: "Out for delivery", missing: "1 of 3 not sent, 1 of 2 not delivered" });
    await mark("delivered");
    expect(stop.row()).toMatchObject({ status: "Delivered", missing: "1 of 3 not sent" });
    expect(stop.todo()).toMatchObject([{ work: "Driver reported a problem" }]);
    const refund = { reference: "5001", amountCents: 10_00, goodwill: true };
    await office.store.tx((tx) => noteRefund(tx, quote.id, refund, stop.parcel.now()));
    expect(stop.todo()).toEqual([]);
    expect(waybillNo).toBe(stop.row().waybill_no);
  });

  test("is a mistake that can be undone: all pieces wait to be collected again, and who was told reads a correction", async () => {
    const stop = await aStop("collection", 3);
    await stop.collects("2", fewerPieces.no_more.words);
    await stop.parcel.after(MINUTES);
    await stop.parcel.undo();
    expect(recipientsOf(await stop.parcel.after(0))).toEqual([`email ${SENDER}`, `sms ${SENDERS_PHONE}`]);
    expect(stop.row()).toMatchObject({ status: "Paid, to be collected", parcels: 3, missing: "" });
    expect(stop.todo()).toEqual([]);
  });

  test("needs a reason, but not from a phone that kept the form without a signal; the rest ends the line", async () => {
    const stop = await aStop("collection", 3);
    expect(await stop.collects("2", "")).toMatchObject({ ok: false, field: "reason" });
    expect(await stop.events()).toEqual(["booked"]);
    expect(await stop.collects("2", "", stop.parcel.now())).toMatchObject({ ok: true });
    expect(stop.lastReport()).toBe("rest_other");
    expect(await stop.collects("1", "", null, "rest")).toMatchObject({ ok: true });
    expect(stop.todo()).toEqual([]);
    expect(stop.row()).toMatchObject({ status: "Collected", parcels: 3, missing: "" });
  });

  test("and handed over before the rest comes: the driver has what was collected", async () => {
    const stop = await aStop("collection", 3);
    await stop.collects("2", fewerPieces.no_room.words);
    await stop.parcel.mark("out_for_delivery");
    const driver = await stop.assign("Anna Mokoena", "delivery");
    const view = await stopOf(stop.parcel.office.store.read, driver, stop.parcel.waybillNo, stop.parcel.now());
    expect(view).toMatchObject({ visit: "delivery", pieces: { left: 2, of: 3 } });
  });
});

/** A stop of today's, on which nothing is open but what its driver reports. */
async function aStop(visit: Visit, quantity = 1) {
  const parcel = await aParcelOnTheWay(new Date(now.getTime() - DAYS), { quantity });
  const { office, waybillNo } = parcel;
  await parcel.after(0);
  if (visit !== "collection") await parcel.mark("collected");
  await parcel.after(DAYS - MINUTES);
  if (visit === "delivery") await parcel.mark("out_for_delivery");
  const assign = (name: string, visit?: Visit, day = saDay(now)) =>
    office.store.tx(async (tx) => {
      const { driver } = await addDriver(tx, { name, phone: "+27831234567" }, now);
      await assignStop(tx, { waybillNo, driver, day, visit }, parcel.now());
      return driver;
    });
  const driver = await assign("Sipho Nkosi", visit);
  await parcel.after(MINUTES);
  const of = office.staff;
  return {
    parcel,
    assign,
    says: (report: Report, more = "") => {
      const { button, words } = reportChoices[report];
      const form = aStopForm(button, { visit, key: report, reason: words, more });
      return office.store.tx((tx) => markAtStop(tx, { driver, waybillNo }, form, parcel.now()));
    },
    collects: (pieces: string, reason: string, filledInAt: Date | null = null, key = "form") =>
      office.store.tx((tx) =>
        markAtStop(
          tx,
          { driver, waybillNo },
          aStopForm("collected", { visit, key, pieces, reason, filledInAt }),
          parcel.now(),
        ),
      ),
    row: () => of("SELECT * FROM staff_bookings")[0] ?? {},
    lastReport: () => of("SELECT report FROM driver_marks ORDER BY received_at DESC LIMIT 1")[0]?.report,
    events: async () =>
      (await office.store.read.select().from(trackingEvents).orderBy(trackingEvents.happenedAt)).map(
        ({ kind }) => kind,
      ),
    todo: () =>
      of(
        "SELECT work, first_ones FROM staff_today WHERE work IN ('Collection failed', 'Delivery failed', 'Driver reported a problem') AND how_many > 0",
      ),
    officeMust: () =>
      ["staff_collections", "staff_parcels_under_way", "staff_driver_reports"].flatMap((view) =>
        of<{ what_to_do: string }>(`SELECT what_to_do FROM ${view}`).map(({ what_to_do }) => what_to_do),
      ),
    plannedAgain: async () =>
      (await unassigned(office.store.read, dayAfter(saDay(now), 1), () => true)).map(({ visit, driverSaid }) => ({
        visit,
        driverSaid,
      })),
  };
}
