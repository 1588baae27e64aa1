import { describe, expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { takeMarkBack } from "#app/domain/drivers/take-back.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { headlineOf, nextInWords, officeInWords, rowInWords } from "#app/domain/parcels/parcel-state-in-words";
import { parcelStateOf } from "#app/domain/parcels/parcel-states.server";
import { consequences, type Report, reportChoices } from "#app/domain/parcels/reports";
import { type Visit, visits } from "#app/domain/parcels/visits";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import { driverMarks } from "#db/schema/rounds";
import { aParcelOnTheWay, recipientsOf, type SentMessage } from "../../support/a-parcel-on-the-way";
import { aStopForm } from "../../support/a-stop-form";

const morning = new Date("2026-11-23T08:00:00Z");
const TODAY = { day: "2026-11-23", fromTime: "14:00", untilTime: "17:00" };
const SENDER = ["email thandi@example.co.za"];
const RECEIVER = ["email sipho@example.co.za", "sms +27735550101"];

/** What says that somebody comes. "We come again on Tuesday" is kept: the stop stays in the plan. */
const PROMISES =
  /We come (?!again)|[Ww]e collect it|[Bb]e there|\bhere (today|tomorrow|on)|comes today|bring it back on/;
const isCorrection = ({ subject, text }: SentMessage) =>
  /[Ww]e may not (bring|collect) the parcel/.test(subject + text);

/** Who reads that we come before the driver reports: by an agreed time, and by "out for delivery". */
const readBefore: Record<Visit, (isAgreed: boolean) => string[]> = {
  collection: (isAgreed) => (isAgreed ? SENDER : []),
  delivery: (isAgreed) => (isAgreed ? [...RECEIVER, ...SENDER].toSorted() : RECEIVER),
  return: (isAgreed) => (isAgreed ? SENDER : []),
};

const reports = Object.keys(reportChoices) as Report[];
const every = reports.flatMap((report) =>
  visits.flatMap((visit) => [true, false].map((isAgreed) => ({ report, visit, isAgreed }))),
);

describe("after a driver's report nothing goes on promising that somebody comes", () => {
  test.each(every)("$report on a $visit, agreed: $isAgreed", async ({ report, visit, isAgreed }) => {
    const { parcel, says, words } = await aStop(visit, { isAgreed, isTold: true });
    if (isAgreed) expect(await words()).toMatch(PROMISES);
    await says(report);
    expect(await words()).not.toMatch(PROMISES);
    const told = await parcel.after(MINUTES);
    const corrections = told.filter(isCorrection);
    const isCorrected = consequences[report][visit].told === null;
    expect(recipientsOf(corrections)).toEqual(isCorrected ? readBefore[visit](isAgreed) : []);
    // Where nobody was there, that is what its people read instead.
    if (isCorrected) expect(told).toEqual(corrections);
    else expect(told.length).toBeGreaterThan(0);
    await says(report, "once more");
    await says("broke_down", "and then");
    expect((await parcel.after(HOURS)).filter((each) => isCorrected || !isCorrection(each))).toEqual([]);
  });

  test.each(every)("$report on a $visit, agreed: $isAgreed, while the message waits", async (it) => {
    const { parcel, says } = await aStop(it.visit, { isAgreed: it.isAgreed, isTold: false });
    await says(it.report);
    const told = await parcel.after(MINUTES);
    expect(told.filter(isCorrection)).toEqual([]);
    const saysSo = told.filter(({ subject, text }) => PROMISES.test(subject + text) && !/We try again on/.test(text));
    expect(saysSo).toEqual([]);
  });
});

test("another driver is sent for a vehicle that broke down: pages say so, and the PIN that waited comes", async () => {
  const { parcel, says, words, assign } = await aStop("delivery", { isAgreed: false, isTold: false });
  await says("broke_down");
  await assign("Anna Mokoena");
  expect(await words()).toMatch(PROMISES);
  const told = await parcel.after(MINUTES);
  expect(recipientsOf(told)).toEqual(RECEIVER);
  for (const { text } of told) expect(text).toContain("PIN");
});

test("a report that its driver takes back was never told, and the same promise may be corrected later that day", async () => {
  const { parcel, says, words, driver } = await aStop("collection", { isAgreed: true, isTold: true });
  await says("refused");
  const { store } = parcel.office;
  const [mark] = await store.read.select().from(driverMarks);
  const taken = await store.tx((tx) => takeMarkBack(tx, driver, mark?.formKey ?? "", parcel.now()));
  expect(taken).toEqual({ ok: true });
  expect(await parcel.after(MINUTES)).toEqual([]);
  expect(await words()).toMatch(PROMISES);
  await says("refused", "again");
  expect(recipientsOf(await parcel.after(MINUTES))).toEqual(SENDER);
});

test("of a day that is over nobody reads that we may not come: they read that it is late", async () => {
  const { parcel, says } = await aStop("collection", { isAgreed: true, isTold: true });
  await parcel.after(DAYS);
  await says("refused");
  expect(await parcel.after(MINUTES)).toEqual([]);
});

test("agreed once more on the same time after a report: who was told that we may not come reads it again", async () => {
  const { parcel, says, words, agree } = await aStop("collection", { isAgreed: true, isTold: true });
  await says("not_found");
  await parcel.after(MINUTES);
  expect(await agree()).toMatchObject({ ok: true, added: true });
  expect(recipientsOf(await parcel.after(0))).toEqual(SENDER);
  expect(await words()).toMatch(PROMISES);
  expect(await agree()).toMatchObject({ ok: true, added: false });
});

/** A stop of today. `isTold`: whether what was said of it has been sent, or waits. */
async function aStop(visit: Visit, { isAgreed, isTold }: { isAgreed: boolean; isTold: boolean }) {
  const parcel = await aParcelOnTheWay(morning);
  const { office, quote, waybillNo } = parcel;
  const { store } = office;
  await parcel.after(0);
  if (visit !== "collection") await parcel.mark("collected");
  await parcel.after(MINUTES);
  const assign = (name: string) =>
    store.tx(async (tx) => {
      const { driver } = await addDriver(tx, { name, phone: "+27831234567" }, morning);
      await assignStop(tx, { waybillNo, driver, day: TODAY.day, visit }, parcel.now());
      return driver;
    });
  const agree = () => store.tx((tx) => agreeVisit(tx, waybillNo, TODAY, parcel.now()));
  const driver = await assign("Sipho Nkosi");
  await parcel.after(MINUTES);
  if (isAgreed) await agree();
  if (visit === "delivery") await parcel.mark("out_for_delivery");
  if (isTold) await parcel.after(MINUTES);
  return {
    parcel,
    driver,
    assign,
    agree,
    says: (report: Report, key = "form") => {
      const { button, words } = reportChoices[report];
      const form = aStopForm(button, { visit, key: `${report} ${key}`, reason: words });
      return store.tx((tx) => markAtStop(tx, { driver, waybillNo }, form, parcel.now()));
    },
    /** What every page says of it. */
    words: async () => {
      const history = await historyOf(store.read, waybillNo);
      const state = await parcelStateOf(store.read, { quote, waybillNo }, history, parcel.now());
      const now = parcel.now();
      return [
        plainText(headlineOf(state, now)),
        plainText(nextInWords(state, null, now)),
        rowInWords(state, now),
        officeInWords(state, now),
      ].join("\n");
    },
  };
}
