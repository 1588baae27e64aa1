import { beforeEach, expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { trackedParcel } from "#app/domain/bookings/tracked-parcel.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { parcelsKeptBy, tellDelays } from "#app/domain/messages/tell-delays.server";
import { parcelStates } from "#app/domain/parcels/parcel-states.server";
import { partsOf } from "#app/domain/post/gsm7";
import { addDelay, endDelay, standingDelays } from "#app/domain/prices/delays.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import { outgoingMails } from "#db/schema/mail";
import { aParcelOnTheWay, type ParcelOnTheWay, recipientsOf } from "../../support/a-parcel-on-the-way";

/** A Monday, 12:00 in South Africa. */
const noon = new Date("2026-11-23T10:00:00Z");
const FROM = { fromCode: "1431", toCode: "1431" };
const TO = { fromCode: "1800", toCode: "1868" };
const EVERYBODY = ["email sipho@example.co.za", "email thandi@example.co.za"];

let parcel: ParcelOnTheWay;
beforeEach(async () => {
  parcel = await aParcelOnTheWay(noon);
  await parcel.after(10 * MINUTES);
});

type Codes = typeof TO | null;
const days = { fromDay: "2026-11-23", untilDay: "2026-11-26" };
const delay = (codes: Codes, asked: Partial<typeof days & { because: string }> = {}) =>
  parcel.office.store.tx((tx) =>
    addDelay(tx, { codes, ...days, because: "flood", who: "Lindiwe", ...asked }, parcel.now()),
  );
const end = (codes: Codes) => parcel.office.store.tx((tx) => endDelay(tx, codes, parcel.now()));
const tell = () => tellDelays(parcel.office.store, parcel.now());
/** What people get once they were told. */
async function heard() {
  await tell();
  return parcel.after(MINUTES);
}
const places = { partsAt: () => ({ city: null, suburbs: [] }), townAt: async () => null };
async function tracking() {
  const shown = await trackedParcel(parcel.office.store.read, places, parcel.waybillNo, parcel.now());
  return shown && plainText(shown.next);
}
async function stateNow() {
  const { store } = parcel.office;
  return (await parcelStates(store.read, [parcel], parcel.now())).get(parcel.waybillNo);
}

test("both people are told once, with the reason, and the one whom we would visit by text too", async () => {
  await parcel.mark("collected");
  await parcel.after(10 * MINUTES);
  await delay(TO);
  const told = await heard();
  expect(recipientsOf(told)).toEqual([...EVERYBODY, "sms +27735550101"]);
  for (const { text } of told) {
    expect(text).toMatch(/We can't deliver it(?: at .+)?\s+before\s+Friday\s+27\s+November:\s+flood\./);
    expect(text).not.toMatch(/agree/i);
  }
  expect(told.filter(({ way }) => way === "sms").map(({ text }) => partsOf(text))).toEqual([1]);
  expect(await tracking()).toMatch(
    /^We can't deliver it at postal codes 1800 to 1868 before Friday 27 November: flood\. We come as soon/,
  );
  expect(await heard()).toEqual([]);
  expect(await tell()).toBe(0);
});

test("a collection is told to the sender by text", async () => {
  await delay(FROM);
  expect(recipientsOf(await heard()).filter((one) => one.startsWith("sms"))).toEqual(["sms +27821234567"]);
  expect(await tracking()).toContain("We can't collect it");
});

test("whose next visit lies elsewhere, or later, isn't told; one that comes there meanwhile is", async () => {
  await delay(TO);
  expect(await heard()).toEqual([]);
  await parcel.mark("collected");
  await parcel.after(10 * MINUTES);
  expect(recipientsOf(await heard())).toContain("sms +27735550101");
});

test("an agreed day after it is left alone, and one within it is withdrawn from what waits", async () => {
  const { store } = parcel.office;
  const agree = (day: string) =>
    store.tx((tx) => agreeVisit(tx, parcel.waybillNo, { day, fromTime: null, untilTime: null }, parcel.now()));
  await agree("2026-11-27");
  await parcel.after(MINUTES);
  await delay(FROM);
  expect(await heard()).toEqual([]);
  await delay(FROM, { untilDay: "2026-11-27" });
  expect(await heard()).not.toEqual([]);
  await agree("2026-11-26");
  const told = await heard();
  expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining("We collect on Thursday 26 November")]);
  expect(await tracking()).toContain("We collect it on Thursday 26 November");
});

test("it isn't late before two working days after the delay, and late then", async () => {
  const { store } = parcel.office;
  await parcel.mark("collected");
  await parcel.after(10 * MINUTES);
  await delay(TO);
  await heard();
  const isLateAfter = async (ms: number) => {
    await parcel.after(ms);
    await noticeLateParcels(store, parcel.now());
    return (await stateNow())?.state === "late";
  };
  // Usually on Tuesday to Wednesday, so late on Thursday without the delay.
  expect(await isLateAfter(4 * DAYS)).toBe(false);
  expect(await isLateAfter(2 * DAYS)).toBe(false);
  expect(await isLateAfter(1 * DAYS)).toBe(true);
});

test("one that was late before stays late, and its people hear of the delay", async () => {
  await parcel.mark("collected");
  await parcel.after(4 * DAYS);
  await noticeLateParcels(parcel.office.store, parcel.now());
  await parcel.after(MINUTES);
  await delay(TO, { fromDay: "2026-11-27", untilDay: "2026-12-04" });
  expect(recipientsOf(await heard())).toEqual([...EVERYBODY, "sms +27735550101"]);
  expect(await stateNow()).toMatchObject({ state: "late", delayed: { visit: "delivery" } });
});

test("taken back, it is told to those who were told, with the day that holds again", async () => {
  await parcel.mark("collected");
  await parcel.after(10 * MINUTES);
  await delay(TO);
  await heard();
  await parcel.after(HOURS);
  expect(await end(TO)).toMatchObject({ ok: true });
  const told = await heard();
  expect(recipientsOf(told)).toEqual([...EVERYBODY, "sms +27735550101"]);
  for (const { text } of told) expect(text).toMatch(/over/);
  expect(await heard()).toEqual([]);
  expect(await tracking()).not.toContain("flood");
  expect(await end(TO)).toMatchObject({ ok: false });
});

test("when one that outlasted another is taken back, people hear of the other again, and then that it is over", async () => {
  await parcel.mark("collected");
  await parcel.after(10 * MINUTES);
  await delay(TO);
  await heard();
  await delay(null, { untilDay: "2026-11-30", because: "strike" });
  await heard();
  await end(null);
  const again = await heard();
  expect(recipientsOf(again)).toEqual([...EVERYBODY, "sms +27735550101"]);
  for (const { text } of again) expect(text).toMatch(/before\s+Friday\s+27\s+November:\s+flood/);
  await end(TO);
  const over = await heard();
  expect(recipientsOf(over)).toEqual([...EVERYBODY, "sms +27735550101"]);
  for (const { text } of over) expect(text).toMatch(/over/);
});

test("taken back before anybody was told, or before it left us, nobody hears of it", async () => {
  await delay(FROM);
  await end(FROM);
  expect(await heard()).toEqual([]);
  await delay(FROM);
  expect(await tell()).toBe(1);
  await end(FROM);
  expect(await heard()).toEqual([]);
});

test("taken back after we went there all the same, nobody hears of it", async () => {
  await delay(FROM);
  await heard();
  await parcel.mark("collected");
  await parcel.after(10 * MINUTES);
  expect(await tracking()).not.toContain("flood");
  await end(FROM);
  expect(await heard()).toEqual([]);
});

test("one that a driver has left with since isn't delayed", async () => {
  await parcel.mark("collected");
  await parcel.after(10 * MINUTES);
  await delay(TO);
  await heard();
  await parcel.after(MINUTES);
  await parcel.mark("out_for_delivery");
  await parcel.after(10 * MINUTES);
  expect(await tracking()).toContain("We come today");
  await delay(TO, { untilDay: "2026-11-25" });
  expect(await heard()).not.toEqual([]);
  expect(await tracking()).toContain("We can't deliver it");
});

test("a second one of the same place takes the first one's place; the same again changes nothing", async () => {
  await delay(FROM);
  await heard();
  expect(await delay(FROM)).toMatchObject({ added: false });
  expect(await delay(FROM, { untilDay: "2026-11-30" })).toMatchObject({
    added: true,
    replaced: [{ because: "flood" }],
  });
  expect(await standingDelays(parcel.office.store.read, parcel.now())).toHaveLength(1);
  const told = await heard();
  expect(told).toHaveLength(3);
  for (const { text } of told) expect(text).toMatch(/Tuesday\s+1 December/);
});

test("of two the one that lasts longer is told, and the other after it ended", async () => {
  await delay(FROM);
  await delay(null, { untilDay: "2026-11-30", because: "strike" });
  for (const { text } of await heard()) expect(text).toContain("strike");
  expect(await tell()).toBe(0);
  await end(null);
  for (const { text } of await heard()) expect(text).toContain("flood");
});

test("one that hasn't begun is about visits that were agreed for its days alone", async () => {
  const asked = { fromDay: "2026-11-26", untilDay: "2026-11-26", because: "holiday" };
  await delay(FROM, asked);
  expect(await heard()).toEqual([]);
  await parcel.office.store.tx((tx) =>
    agreeVisit(tx, parcel.waybillNo, { day: "2026-11-26", fromTime: null, untilTime: null }, noon),
  );
  for (const { text } of (await heard()).filter(({ text }) => text.includes("holiday")))
    expect(text).toMatch(/on\s+Thursday 26 November: holiday/);
});

test("killed between two parcels, the others are told at the next look, and nobody twice", async () => {
  const { store } = parcel.office;
  for (let more = 0; more < 4; more += 1) await parcel.office.paid({}, noon);
  await delay(null);
  const [made] = await standingDelays(store.read, parcel.now());
  if (!made) return expect.fail("no delay");
  expect(await parcelsKeptBy(store.read, made, parcel.now())).toHaveLength(5);
  let left = 2;
  const dying = {
    ...store,
    tx: (async (work) => {
      if (left-- === 0) throw new Error("killed");
      return store.tx(work);
    }) as typeof store.tx,
  };
  await expect(tellDelays(dying, parcel.now())).rejects.toThrow("killed");
  expect(await tell()).toBe(3);
  const keys = (await store.read.select().from(outgoingMails)).map(({ emailKey }) => emailKey);
  const told = keys.filter((key) => key.startsWith("delayed:"));
  expect(told).toHaveLength(15);
  expect(new Set(told).size).toBe(15);
  expect(await tell()).toBe(0);
});
