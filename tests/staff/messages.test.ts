import { afterEach, beforeEach, expect, test } from "vitest";
import { MINUTES } from "#app/durations";
import { aDesk, type StaffDesk } from "../support/a-desk";
import { aParcelOnTheWay, type ParcelOnTheWay, recipientsOf } from "../support/a-parcel-on-the-way";

const noon = new Date("2026-11-23T10:00:00Z");
const [EMAIL, CELL] = ["sipho@example.co.za", "+27735550101"];

let parcel: ParcelOnTheWay;
let desk: StaffDesk;
beforeEach(async () => {
  parcel = await aParcelOnTheWay(noon);
  await parcel.after(0);
  desk = aDesk(parcel.office);
});
afterEach(() => desk.leave());

test("somebody who asks the office for no more messages gets none, by email and by text, until they want them again", async () => {
  expect(await desk.ask("stop", "messages", EMAIL.toUpperCase(), "073 555 0101")).toMatchObject({
    output: [
      `${EMAIL.toUpperCase()} gets no more messages about parcels.`,
      `${CELL} gets no more messages about parcels.`,
    ],
  });
  await parcel.mark("collected");
  const told = await parcel.after(MINUTES);
  await parcel.mark("failed_attempt");
  told.push(...(await parcel.after(MINUTES)));
  expect(new Set(recipientsOf(told))).toEqual(new Set(["email thandi@example.co.za", "sms +27821234567"]));
  // Without the PIN they would get no parcel.
  await parcel.mark("out_for_delivery");
  expect(recipientsOf(await parcel.after(MINUTES))).toEqual([`sms ${CELL}`]);
  expect(await desk.ask("stop", "messages", EMAIL)).toMatchObject({
    output: [`${EMAIL} gets no messages about parcels.`],
  });

  await desk.ask("allow", "messages", EMAIL, "0735550101");
  await parcel.mark("failed_attempt");
  expect(recipientsOf(await parcel.after(MINUTES))).toEqual(expect.arrayContaining([`email ${EMAIL}`, `sms ${CELL}`]));
  // The record doesn't say who it was.
  const history = parcel.office.staff("SELECT action, subject, details FROM staff_history");
  expect(history.length).toBeGreaterThan(0);
  expect(JSON.stringify(history)).not.toMatch(/sipho|7355/i);
});

test("staff see who was told what, in how many parts of text, and never a PIN", async () => {
  await parcel.mark("out_for_delivery");
  await parcel.after(MINUTES);
  const { waybillNo } = parcel;
  const seen = "SELECT waybill_no, told, channel, to_address, parts, status, words FROM staff_messages";
  expect(parcel.office.staff(`${seen} WHERE channel = 'Text'`)).toEqual([
    {
      ...{ waybill_no: waybillNo, told: "receiver", channel: "Text", to_address: CELL, parts: 1, status: "Sent" },
      words: "The PIN of the delivery",
    },
  ]);
});
