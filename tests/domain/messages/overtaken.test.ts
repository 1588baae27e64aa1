import { expect, test } from "vitest";
import { askForNewPassword } from "#app/domain/accounts/reset-password.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { limitsAsked } from "../../../demo/limits-asked";
import { APP_URL, aParcelOnTheWay, type SentMessage } from "../../support/a-parcel-on-the-way";

const morning = new Date("2026-11-23T07:00:00Z");
const subjects = (messages: SentMessage[]) =>
  messages.map(({ way, subject }) => `${way}: ${subject.split(":")[0]}`).toSorted();

test("after an outage nobody is told that a parcel comes that has been delivered", async () => {
  const parcel = await aParcelOnTheWay(morning);
  await parcel.after(0);
  parcel.outage(true);
  await parcel.mark("collected");
  await parcel.after(MINUTES);
  await parcel.mark("out_for_delivery");
  await parcel.after(77 * MINUTES);
  await parcel.mark("delivered");
  await parcel.after(MINUTES);
  parcel.outage(false);
  const heard = [];
  for (let hours = 0; hours < 48; hours += 1) heard.push(...(await parcel.after(HOURS)));
  expect(subjects(heard)).toEqual([
    "email: Your parcel has been delivered",
    "email: Your parcel has been delivered",
    "sms: Your parcel has been delivered",
  ]);
});

test("of a parcel that is still out after an outage over midnight the PIN comes, without “today”", async () => {
  const parcel = await aParcelOnTheWay(morning);
  await parcel.after(0);
  await parcel.mark("collected");
  await parcel.after(MINUTES);
  parcel.outage(true);
  await parcel.mark("out_for_delivery");
  for (let hours = 0; hours < 18; hours += 1) await parcel.after(HOURS);
  parcel.outage(false);
  const heard = [];
  for (let hours = 0; hours < 24; hours += 1) heard.push(...(await parcel.after(HOURS)));
  expect(subjects(heard)).toEqual(["email: Your parcel is out for delivery", "sms: Your parcel comes"]);
  for (const { text } of heard) expect([text, /today/.test(text)]).toEqual([text, false]);
  for (const { text } of heard) expect(text).toMatch(/PIN \d{4}/);
});

test("what failed because of the channel goes with its first success, hours before its turn", async () => {
  const parcel = await aParcelOnTheWay(morning);
  await parcel.after(0);
  parcel.outage(true);
  await parcel.mark("collected");
  // Five tries: the next would be in six hours.
  for (const ms of [MINUTES, 30_000, 2 * MINUTES, 10 * MINUTES, HOURS]) await parcel.after(ms);
  parcel.outage(false);
  expect(await parcel.after(10 * MINUTES)).toEqual([]);
  // Somebody else's message gets through.
  await parcel.office.paid({ addresses: { fromEmail: "other@example.co.za", toEmail: "" } }, parcel.now());
  const heard = [...(await parcel.after(0)), ...(await parcel.after(1))];
  expect(subjects(heard).filter((subject) => subject.startsWith("email: We have collected"))).toHaveLength(1);
});

test("a price by hand isn't sent once another took its place, it was cancelled, or its time is over", async () => {
  const parcel = await aParcelOnTheWay(morning);
  const { store, booked } = parcel.office;
  await parcel.after(0);
  const asked = async () => {
    const { id } = await booked({ addresses: { fromPostal: "9100" } }, parcel.now());
    await parcel.after(0);
    return id;
  };
  const priced = (id: string, cents: number, at = parcel.now()) =>
    store.tx((tx) => priceManually(tx, id, cents, { mode: "sandbox", appUrl: APP_URL }, at));
  const id = await asked();
  parcel.outage(true);
  await priced(id, 100_00);
  await priced(id, 200_00);
  await parcel.after(MINUTES);
  parcel.outage(false);
  const heard = await parcel.after(HOURS);
  expect(heard.map(({ text }) => /Total, all included: +R.(\S+)/.exec(text)?.[1])).toEqual(["200,00"]);

  parcel.outage(true);
  await priced(id, 300_00);
  await store.tx((tx) => cancelBooking(tx, id, "No box.", parcel.now()));
  parcel.outage(false);
  expect(subjects(await parcel.after(HOURS))).toEqual(["email: Request cancelled"]);

  const late = await asked();
  parcel.outage(true);
  await priced(late, 100_00);
  await parcel.after(MINUTES);
  parcel.outage(false);
  expect(await parcel.after(40 * DAYS)).toEqual([]);
});

test("a one-time link that has ended isn't sent", async () => {
  const parcel = await aParcelOnTheWay(morning);
  await parcel.after(0);
  await parcel.office.joined("thandi@example.co.za", parcel.now());
  const ask = () =>
    parcel.office.store.tx((tx) =>
      askForNewPassword(tx, limitsAsked, "thandi@example.co.za", { appUrl: APP_URL, now: parcel.now() }),
    );
  parcel.outage(true);
  await ask();
  await parcel.after(MINUTES);
  parcel.outage(false);
  expect(await parcel.after(2 * HOURS)).toEqual([]);
  await ask();
  expect(subjects(await parcel.after(MINUTES))).toEqual(["email: Choose a new password for Thuma Couriers"]);
});
