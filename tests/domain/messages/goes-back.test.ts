import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { unassignStop } from "#app/domain/drivers/stops.server";
import { takeMarkBack } from "#app/domain/drivers/take-back.server";
import { unassigned } from "#app/domain/drivers/unassigned.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { nextInWords } from "#app/domain/parcels/parcel-state-in-words";
import { parcelStateOf } from "#app/domain/parcels/parcel-states.server";
import { restateOld } from "#app/domain/parcels/restate.server";
import { registerEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { driverMarks } from "#db/schema/rounds";
import { waybills } from "#db/schema/waybills";
import { aParcel, type History } from "../../../demo/a-parcel";
import {
  aParcelOnTheWay,
  type ParcelOnTheWay,
  recipientsOf,
  type SentMessage,
} from "../../support/a-parcel-on-the-way";

const noon = new Date("2026-11-23T10:00:00Z");
const SENDER = ["email thandi@example.co.za", "sms +27821234567"];
const RECEIVER = ["email sipho@example.co.za", "sms +27735550101"];
const BOTH = [...RECEIVER, ...SENDER].toSorted();

let parcel: ParcelOnTheWay;

beforeEach(async () => {
  parcel = await aParcelOnTheWay(noon);
  await parcel.after(0);
  await parcel.mark("collected");
  await parcel.after(MINUTES);
  for (const name of ["Sipho Nkosi", "Anna Mokoena"])
    await parcel.office.store.tx((tx) => addDriver(tx, { name, phone: "+27831234567" }, noon));
});

const happens = (write: (parcel: History) => History) =>
  write(aParcel(parcel.waybillNo)).in(parcel.office.world, parcel.now());
const givenBack = (driver = "Sipho Nkosi", day?: string) => happens((it) => it.given(driver, "return", day));
const wordsOf = (messages: SentMessage[]) => messages.map(({ subject, text }) => `${subject}\n${text}`);

test("a return that is given out is told to both once, with the reason, and to no one again when it moves", async () => {
  await happens((it) => it.given("Sipho Nkosi", "delivery"));
  await happens((it) => it.by("Sipho Nkosi").reported("refused"));
  await parcel.after(MINUTES);
  await givenBack();
  expect(await parcel.after(59 * SECONDS)).toEqual([]);
  const told = await parcel.after(SECONDS);
  expect(recipientsOf(told)).toEqual(BOTH);
  for (const words of wordsOf(told)) {
    expect(words).toContain("it was refused at the door");
    expect(words).toMatch(/goes back|comes back|bring it back/);
    expect(words).not.toMatch(/PIN|[Bb]e there|today|try again/);
  }
  await givenBack("Anna Mokoena");
  await givenBack("Anna Mokoena", "2026-11-24");
  expect(await parcel.after(48 * HOURS)).toEqual([]);
});

test("what waits and says that it comes, or that we try again, is withdrawn at once", async () => {
  for (const kind of ["out_for_delivery", "failed_attempt"] as const) {
    await parcel.mark(kind);
    await parcel.after(30 * SECONDS);
  }
  await givenBack();
  const told = await parcel.after(48 * HOURS);
  expect(recipientsOf(told)).toEqual(BOTH);
  for (const words of wordsOf(told)) expect(words).not.toMatch(/PIN|[Bb]e there|try again/);
});

test("given out by mistake: within a minute nobody hears of it, and the PIN comes after all", async () => {
  await parcel.mark("out_for_delivery");
  await givenBack();
  await parcel.after(30 * SECONDS);
  await happens((it) => it.given("Sipho Nkosi", "delivery"));
  const told = await parcel.after(48 * HOURS);
  expect(recipientsOf(told)).toEqual(RECEIVER);
  for (const words of wordsOf(told)) expect(words).toContain("PIN");
});

test("delivered after all: who was told that it goes back gets a correction, and reads it again if it goes back again", async () => {
  await givenBack();
  await parcel.after(MINUTES);
  await happens((it) => it.given("Sipho Nkosi", "delivery"));
  const corrected = await parcel.after(MINUTES);
  expect(recipientsOf(corrected)).toEqual(BOTH);
  for (const words of wordsOf(corrected)) expect(words).toMatch(/told you that your parcel goes back to the sender/);
  await givenBack();
  expect(recipientsOf(await parcel.after(MINUTES))).toEqual(BOTH);
});

test("taken from its driver, it is still on its way back: nobody is told anything", async () => {
  await givenBack();
  await parcel.after(MINUTES);
  await parcel.office.store.tx((tx) => unassignStop(tx, parcel.waybillNo, null, parcel.now()));
  expect(await parcel.after(HOURS)).toEqual([]);
  const [{ next } = {}] = parcel.office.staff<{ next: string }>("SELECT next_visit AS next FROM waybills");
  expect(next).toBe("return");
});

test("what is agreed on for a parcel that goes back is the return: its sender is told, every list has it, and it ends with it", async () => {
  await givenBack();
  await parcel.after(MINUTES);
  const { store, staff } = parcel.office;
  const agreed = { day: "2026-11-24", fromTime: "09:00", untilTime: "12:00" };
  const agreeing = await store.tx((tx) => agreeVisit(tx, parcel.waybillNo, agreed, parcel.now()));
  expect(agreeing).toMatchObject({ ok: true, stop: "return", added: true });
  const told = await parcel.after(0);
  expect(recipientsOf(told)).toEqual(["email thandi@example.co.za"]);
  expect(told[0]?.subject).toMatch(/^We bring it back on Tuesday 24 November, 09:00 to 12:00/);
  expect(told[0]?.text).not.toMatch(/deliver/);
  const { quote, waybillNo } = parcel;
  const state = async () =>
    parcelStateOf(store.read, { quote, waybillNo }, await historyOf(store.read, waybillNo), parcel.now());
  expect(plainText(nextInWords(await state(), null, parcel.now()))).toContain(
    "We come to the sender on Tuesday 24 November, 09:00 to 12:00.",
  );
  expect(staff("SELECT agreed_day, agreed_time FROM staff_bookings")).toEqual([
    { agreed_day: "2026-11-24", agreed_time: "09:00-12:00" },
  ]);
  const planned = async (day: string) => (await unassigned(store.read, day, () => true)).map(({ visit }) => visit);
  expect([await planned("2026-11-23"), await planned("2026-11-24")]).toEqual([[], ["return"]]);
  await happens((it) => it.given("Sipho Nkosi", "delivery"));
  await parcel.after(MINUTES);
  await givenBack();
  expect(staff("SELECT agreed_day FROM staff_bookings")).toEqual([{ agreed_day: null }]);
  await happens((it) => it.given("Sipho Nkosi", "delivery"));
  expect(await store.tx((tx) => agreeVisit(tx, waybillNo, agreed, parcel.now()))).toMatchObject({ stop: "delivery" });
});

test("nobody at the sender's gate: the sender is told, once a day, and the receiver isn't", async () => {
  await givenBack();
  await parcel.after(MINUTES);
  await happens((it) => it.by("Sipho Nkosi").reported("another_day", "return"));
  await parcel.after(MINUTES);
  await happens((it) => it.by("Sipho Nkosi").reported("gate_closed", "return"));
  const told = await parcel.after(MINUTES);
  expect(recipientsOf(told)).toEqual(SENDER);
  for (const words of wordsOf(told)) expect(words).toMatch(/bring your parcel.*, but the gate was closed/s);
  await happens((it) => it.by("Sipho Nkosi").reported("nobody", "return"));
  expect(await parcel.after(HOURS)).toEqual([]);
});

test("a driver who pressed it by mistake takes it back, and the sender hears nothing", async () => {
  await givenBack();
  await parcel.after(MINUTES);
  await happens((it) => it.by("Sipho Nkosi").reported("nobody", "return"));
  const { store } = parcel.office;
  const [mark] = await store.read.select().from(driverMarks);
  const taken = await store.tx(async (tx) => {
    const { driver } = await addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, parcel.now());
    return takeMarkBack(tx, driver, mark?.formKey ?? "", parcel.now());
  });
  expect(taken).toEqual({ ok: true });
  expect(await parcel.after(48 * HOURS)).toEqual([]);
});

test("a parcel of an earlier release that was on its way back is told of to nobody, also when its return moves", async () => {
  await givenBack();
  const { store } = parcel.office;
  await store.tx(async (tx) => {
    await tx.delete(outgoingMails).where(eq(outgoingMails.state, "queued"));
    await tx.update(waybills).set({ nextVisit: null, piecesCollected: null });
  });
  await restateOld(store);
  await givenBack("Anna Mokoena");
  expect(await parcel.after(48 * HOURS)).toEqual([]);
});

test("programs are told once, a minute later, and of a mistake that they were told of", async () => {
  const { store } = parcel.office;
  const { uid } = (await parcel.office.joined("shop@example.co.za", noon)).account;
  await store.tx(async (tx) => {
    await tx.update(quotes).set({ uid });
    await registerEndpoint(tx, { uid, url: "https://shop.example/hook", events: null }, parcel.now());
    // One that chose its events before this one existed.
    const chosen = { uid, url: "https://shop.example/old", events: ["parcel.returned" as const] };
    await registerEndpoint(tx, chosen, parcel.now());
  });
  const calls = async () => {
    const rows = await store.read.select().from(outgoingMails).where(eq(outgoingMails.channel, "webhook"));
    return rows.map(({ subject, nextAttemptAt }) => [subject, nextAttemptAt.getTime() - parcel.now().getTime()]);
  };
  await givenBack();
  await givenBack("Anna Mokoena");
  expect(await calls()).toEqual([["parcel.returning", MINUTES]]);
  await happens((it) => it.given("Sipho Nkosi", "delivery"));
  expect(await calls()).toEqual([]);
  await givenBack();
  await store.tx((tx) => tx.update(outgoingMails).set({ state: "sent" }).where(eq(outgoingMails.channel, "webhook")));
  await happens((it) => it.given("Sipho Nkosi", "delivery"));
  expect((await calls()).map(([type]) => type)).toEqual(["parcel.returning", "parcel.corrected"]);
});
