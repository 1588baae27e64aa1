import { expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { takeWish } from "#app/domain/drivers/take-wish.server";
import { unassigned } from "#app/domain/drivers/unassigned.server";
import { wishByPhone } from "#app/domain/drivers/wish-by-phone.server";
import type { Addresses } from "#app/domain/form/addresses";
import { readPin } from "#app/domain/parcels/delivery-pin.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { nextInWords } from "#app/domain/parcels/parcel-state-in-words";
import { parcelStateOf } from "#app/domain/parcels/parcel-states.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import { aParcelOnTheWay, type ParcelOnTheWay } from "../../support/a-parcel-on-the-way";

/** A Monday, 12:00 in South Africa. */
const noon = new Date("2026-11-23T10:00:00Z");

test("said by phone, fetching is agreed on with the PIN; when it is there, a message has the PIN again", async () => {
  const parcel = await collected();
  expect(await byPhone(parcel)).toMatchObject({
    ok: true,
    added: true,
    words: "fetching it at the depot",
    hasPin: true,
  });
  const pin = await pinOf(parcel);
  const [agreed] = (await parcel.after(MINUTES)).filter(({ to }) => to === "sipho@example.co.za");
  expect(agreed?.text).toContain("You told us by phone: fetching it at the depot.");
  expect(agreed?.text).toContain(`PIN ${pin}`);
  expect(await told(parcel)).toMatchObject({
    state: "collected",
    next: "The receiver fetches it at our depot. Not there yet: we will tell you.",
  });
  expect(await byPhone(parcel)).toMatchObject({ ok: true, added: false });
  expect(await parcel.after(MINUTES)).toEqual([]);

  await parcel.after(3 * DAYS);
  await parcel.mark("at_depot");
  expect((await told(parcel)).next).toMatch(
    /^Ready at our depot until Friday 4 December, bring the PIN from our message\./,
  );
  const ready = await parcel.after(MINUTES);
  expect(ready.map(({ way, to }) => `${way} ${to}`).toSorted()).toEqual([
    "email sipho@example.co.za",
    "sms +27735550101",
  ]);
  for (const { text } of ready) expect(text).toMatch(new RegExp(`Friday 4 December[\\s\\S]*PIN ${pin}`));
  expect(parcel.office.staff("SELECT day FROM staff_wishes")).toEqual([{ day: "2026-12-04" }]);
  expect(parcel.office.staff("SELECT status, what_to_do FROM staff_parcels_under_way")).toEqual([
    { status: "At the depot", what_to_do: "Keep it at the depot: the receiver fetches it" },
  ]);
  // No driver brings it.
  expect(await unassigned(parcel.office.store.read, "2026-12-01", () => true)).toEqual([]);
});

test("where no message reaches its receiver, they bring their ID", async () => {
  const parcel = await collected({ toEmail: "", toPhone: "011 555 0101", toCell: "" });
  expect(await byPhone(parcel)).toMatchObject({ ok: true, hasPin: false });
  await parcel.mark("at_depot");
  expect((await told(parcel)).next).toContain("Ready at our depot until Tuesday 1 December, bring your ID.");
  await parcel.after(MINUTES);
  expect((await told(parcel)).next).toContain("bring your ID.");
});

test("at the depot without anybody who fetches it, nobody is told, and it is still brought", async () => {
  const parcel = await collected();
  await parcel.mark("at_depot");
  expect(await told(parcel)).toMatchObject({ state: "at_depot", next: expect.stringContaining("Delivery is usually") });
  expect(await parcel.after(MINUTES)).toEqual([]);
  const read = parcel.office.store.read;
  expect(await unassigned(read, "2026-12-01", () => true)).toMatchObject([{ visit: "delivery" }]);
  expect(parcel.office.staff("SELECT what_to_do FROM staff_parcels_under_way")).toEqual([
    { what_to_do: "Bring it to the receiver" },
  ]);
  // Now they say that they fetch it.
  await parcel.office.store.tx((tx) => takeWish(tx, parcel.quote, { kind: "depot" }, parcel.now()));
  expect((await told(parcel)).next).toMatch(/^Ready at our depot/);
});

test("undone, it isn't there yet, and who was told reads that", async () => {
  const parcel = await collected();
  await byPhone(parcel);
  await parcel.mark("at_depot");
  await parcel.after(HOURS);
  await parcel.undo();
  expect((await told(parcel)).next).toContain("Not there yet: we will tell you.");
  const corrections = await parcel.after(MINUTES);
  expect(corrections.map(({ text }) => text)).toEqual([
    expect.stringContaining("we told you that your parcel was ready at our depot. That was a mistake"),
    expect.stringContaining("we told you that your parcel was ready at our depot"),
  ]);
});

test("a message that it is ready isn't sent once it leaves with a driver, or is not fetched any more", async () => {
  for (const what of ["leaves", "is brought"]) {
    const parcel = await collected();
    await byPhone(parcel);
    await parcel.after(MINUTES);
    await parcel.mark("at_depot");
    if (what === "leaves") await parcel.mark("out_for_delivery");
    else {
      const visit = { day: "2026-11-26", fromTime: null, untilTime: null };
      await parcel.office.store.tx((tx) => agreeVisit(tx, parcel.waybillNo, visit, parcel.now()));
    }
    expect((await parcel.after(MINUTES)).map(({ subject, text }) => subject + text)).not.toContainEqual(
      expect.stringMatching(/ready at our depot/),
    );
  }
});

test("what was agreed by phone is taken back by phone", async () => {
  const parcel = await collected();
  await byPhone(parcel);
  await parcel.after(MINUTES);
  const none = await parcel.office.store.tx((tx) => agreeVisit(tx, parcel.waybillNo, null, parcel.now()));
  expect(none).toMatchObject({ ok: true, added: true });
  expect((await parcel.after(MINUTES)).map(({ to, text }) => [to, text]).toSorted()).toEqual([
    ["sipho@example.co.za", expect.stringContaining("Our office cancelled it.")],
    ["thandi@example.co.za", expect.stringContaining("will not fetch the parcel at our depot")],
  ]);
  expect((await told(parcel)).next).not.toContain("fetches");
});

test("it can't be agreed on for what is with its driver or has arrived", async () => {
  const parcel = await collected();
  await parcel.mark("out_for_delivery");
  expect(await byPhone(parcel)).toMatchObject({ ok: false });
  await parcel.mark("delivered");
  expect(await byPhone(parcel)).toMatchObject({ ok: false });
});

async function collected(addresses: Partial<Addresses> = {}) {
  const parcel = await aParcelOnTheWay(noon, { addresses });
  await parcel.mark("collected");
  await parcel.after(MINUTES);
  return parcel;
}

const byPhone = ({ office, waybillNo, now }: ParcelOnTheWay) =>
  office.store.tx((tx) => wishByPhone(tx, waybillNo, { kind: "depot" }, now()));
const pinOf = async ({ office, waybillNo }: ParcelOnTheWay) => (await readPin(office.store.read, waybillNo))?.pin;

async function told({ office, quote, waybillNo, now }: ParcelOnTheWay) {
  const { read } = office.store;
  const state = await parcelStateOf(read, { quote, waybillNo }, await historyOf(read, waybillNo), now());
  return { state: state.state, next: plainText(nextInWords(state, null, now())) };
}
