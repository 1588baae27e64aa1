import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeKey } from "#app/domain/accounts/keys.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import type { StopForm } from "#app/domain/drivers/stop-answers.server";
import { stopOf } from "#app/domain/drivers/stop-views.server";
import type { Addresses } from "#app/domain/form/addresses";
import { receiverCanBeTold } from "#app/domain/form/contacts.server";
import { asksPin, readPin } from "#app/domain/parcels/delivery-pin.server";
import { findWaybill } from "#app/domain/parcels/issue-waybill.server";
import { misstated } from "#app/domain/parcels/misstated.server";
import { changeForm } from "#app/domain/parcels/quotes/change-form.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { HOURS, MINUTES } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { quotes } from "#db/schema/quotes";
import { aParcel } from "../../../demo/a-parcel";
import { aDesk } from "../../support/a-desk";
import {
  type ParcelOnTheWay,
  aParcelOnTheWay as parcelOnTheWay,
  recipientsOf,
} from "../../support/a-parcel-on-the-way";
import { aStopForm } from "../../support/a-stop-form";
import { anOffice } from "../../support/an-office";

const noon = new Date("2026-11-23T10:00:00Z");
const HOME = "011 555 1234";
const NOBODY = { toEmail: "", toPhone: HOME, toCell: "" };
const RECEIVER = "sipho@example.co.za";
const PHONE_FIRST = "Phone the receiver: no message can reach them. Then: ";
const NO_MESSAGE = "No message could reach them";

/** Phones as people write them: those that get our texts, and those that get none. */
const cells = ["082 123 4567", "(083) 123-4567", "+27 (0)71 123 4567", "0027 60 123 4567", "27 84.123.4567"];
const others = [HOME, "(021) 555-0123", "+27 (0)31 555 0123", "0800 123 456", "+44 7700 900123", "00267 71 234 567"];
const more = ["0861 123 456", "+263 77 123 4567", "087 123 4567", "+27 11 555 1234"];

test.each<[string, Partial<Addresses>, boolean]>([
  ...cells.map((toPhone): [string, Partial<Addresses>, boolean] => ["by text", { toPhone }, true]),
  ...[...others, ...more].map((toPhone): [string, Partial<Addresses>, boolean] => ["by nothing", { toPhone }, false]),
  ["by text to the second number", { toPhone: HOME, toCell: "083 123 4567" }, true],
  ["by neither number", { toPhone: HOME, toCell: "+44 7700 900123" }, false],
  ["by email", { toPhone: HOME, toEmail: RECEIVER }, true],
  ["by email abroad", { toPhone: "+44 7700 900123", toEmail: RECEIVER }, true],
])("a receiver can be told %s, with %j: %s", (_how, contacts, isTold) => {
  expect(receiverCanBeTold({ ...NOBODY, ...contacts })).toBe(isTold);
});

/** What happens to a parcel. */
type Step = "collected" | "out" | "agreed" | "missed" | { contacts: Partial<Addresses> };
const contacts = fc.record({
  toEmail: fc.constantFrom("", "", RECEIVER),
  toPhone: fc.constantFrom(...cells.slice(0, 2), ...others),
  toCell: fc.constantFrom("", "", ...cells.slice(2), ...more),
});
const steps = fc.array(
  fc.oneof(
    fc.constantFrom<Step>("collected", "out", "agreed", "missed"),
    contacts.map((each): Step => ({ contacts: each })),
  ),
  { minLength: 1, maxLength: 6 },
);
const HISTORIES = isPostgres ? 6 : 25;

test("whatever contacts are given and changed, the office's lists, the stop and the stored state say the same", async () => {
  const office = await anOffice();
  const { store } = office;
  const seed = Number(process.env.TOLD_SEED ?? Date.now() % 2 ** 31);
  for (const [first, history] of fc.sample(fc.tuple(contacts, steps), { numRuns: HISTORIES, seed })) {
    const { quote, waybillNo } = await aParcel({ addresses: { ...first, toEmail: first.toEmail } }).in(
      office.world,
      noon,
    );
    let [now, isAgreed] = [noon, false];
    for (const step of history) {
      now = new Date(now.getTime() + HOURS);
      const next = (await findWaybill(store.read, waybillNo))?.nextVisit;
      if (typeof step === "object")
        await store.tx((tx) =>
          changeForm(
            tx,
            quote.id,
            (saved) => ({ formSnapshot: { ...saved, addresses: { ...saved.addresses, ...step.contacts } } }),
            now,
          ),
        );
      else if (step === "agreed") {
        await aParcel(waybillNo).agreed("2026-11-26").in(office.world, now);
        isAgreed ||= next === "delivery";
      } else {
        const kind = { collected: "collected", out: "out_for_delivery", missed: "failed_attempt" } as const;
        await aParcel(waybillNo).marked(kind[step], { correct: true }).in(office.world, now);
        // A failed visit makes older agreements void.
        if (step === "missed") isAgreed = false;
      }
      const { formSnapshot } = (await quoteById(store.read, quote.id)) ?? expect.fail("no quote");
      const isTold = receiverCanBeTold(formSnapshot.addresses);
      const [listed] = office.staff(
        `SELECT phone_receiver, what_to_do FROM staff_parcels_under_way WHERE waybill_no = '${waybillNo}'`,
      );
      const about = JSON.stringify({ seed, first, history, step });
      expect([about, listed?.phone_receiver]).toEqual([about, isTold || isAgreed ? "" : "yes"]);
      expect([about, await asksPin(store.read, [waybillNo])]).toEqual([about, isTold]);
    }
  }
  expect(await misstated(store.read)).toEqual([]);
  const [work] = office.staff("SELECT how_many FROM staff_today WHERE work LIKE 'Phone the receiver: no message%'");
  expect(work).toEqual(
    office.staff("SELECT count(*) AS how_many FROM staff_parcels_under_way WHERE phone_receiver = 'yes'")[0],
  );
});

test("the office reads it before the van leaves, until a day is agreed; then nothing is left to say", async () => {
  const parcel = await aParcelOnTheWay();
  const listed = () => parcel.office.staff("SELECT phone_receiver, what_to_do FROM staff_parcels_under_way")[0];
  expect(listed()).toEqual({ phone_receiver: "yes", what_to_do: "Phone the sender and collect it" });
  await parcel.mark("collected");
  expect(listed()).toEqual({ phone_receiver: "yes", what_to_do: `${PHONE_FIRST}Send it on its way` });
  const desk = aDesk(parcel.office, { now: new Date(noon.getTime() + MINUTES) });
  expect(await desk.ask("agree", parcel.waybillNo, "--day", "2026-11-24")).toMatchObject({
    output: expect.arrayContaining([`Not told: Sipho Dlamini. Phone ${HOME}.`]),
  });
  expect(listed()).toEqual({ phone_receiver: "", what_to_do: "Bring it to the receiver as agreed" });
});

test.each([
  ["a cell phone", ["change", "booking", "WAYBILL", "--to-cell", "083 555 0199"], "sms +27835550199"],
  ["an email", ["correct", "customer", HOME, "--email", RECEIVER], `email ${RECEIVER}`],
])("once the office has %s of them, they get the PIN, and the driver asks for it", async (_what, call, told) => {
  const parcel = await aParcelOnTheWay();
  await parcel.mark("collected");
  await parcel.after(MINUTES);
  await parcel.mark("out_for_delivery");
  expect(await parcel.after(MINUTES)).toEqual([]);
  expect(parcel.office.staff("SELECT letter_id FROM staff_mail_not_sent")).toEqual([]);
  expect(await deliver(parcel, { takenBy: "", reason: "" })).toMatchObject({ field: "takenBy" });
  const desk = aDesk(parcel.office, { now: parcel.now() });
  const words = call.map((word) => (word === "WAYBILL" ? parcel.waybillNo : word));
  expect(await desk.ask(...words)).toMatchObject({ kind: "done" });
  const messages = await parcel.after(MINUTES);
  const pin = (await readPin(parcel.office.store.read, parcel.waybillNo))?.pin ?? "none";
  const withPin = messages.filter(({ text }) => text.includes(`PIN ${pin}`));
  expect(recipientsOf(withPin)).toEqual([told]);
  expect(await deliver(parcel, { takenBy: "", reason: "" })).toMatchObject({ field: "pin" });
  expect(await deliver(parcel, { reason: NO_MESSAGE })).toMatchObject({ ok: false, field: "reason" });
  expect(await deliver(parcel, { pin })).toMatchObject({ ok: true });
});

test("where no message could reach them the driver takes a name and the reason, and is shown no field for a PIN", async () => {
  const parcel = await onTheRoad(NOBODY);
  const view = await stopOf(parcel.office.store.read, parcel.driver, parcel.waybillNo, parcel.now());
  expect(view?.canBeTold).toBe(false);
  expect(await deliver(parcel, { takenBy: "" })).toMatchObject({ ok: false, field: "takenBy" });
  expect(await deliver(parcel, { reason: "" })).toMatchObject({ ok: false, field: "reason" });
  expect(await deliver(parcel, { filledInAt: parcel.now() })).toMatchObject({ ok: true, added: true });
  expect(parcel.office.staff("SELECT proof, taken_by, reason FROM driver_marks")).toEqual([
    { proof: "name", taken_by: "Gogo Mabena", reason: NO_MESSAGE },
  ]);
});

test("the reason counts for nobody else: not alone, not beside another parcel, not after it, and not from a phone's store", async () => {
  const parcel = await onTheRoad({});
  const written = [`  ${NO_MESSAGE}\n`, `${NO_MESSAGE}.`, NO_MESSAGE.toUpperCase(), NO_MESSAGE.replaceAll(" ", " - ")];
  for (const form of [{}, { filledInAt: parcel.now() }, ...written.map((reason) => ({ reason }))])
    expect(await deliver(parcel, form)).toMatchObject({ ok: false, field: "reason" });

  const { store, world } = parcel.office;
  const { waybillNo: untold } = await aParcel({ addresses: NOBODY })
    .collected()
    .outForDelivery()
    .in(world, parcel.now());
  const together = { waybillNo: untold, together: [parcel.waybillNo] };
  expect(await deliver(parcel, {}, together)).toMatchObject({ ok: false, field: "reason" });
  // Its form is sent once more, with the other ticked.
  const alone = await deliver(parcel, {}, { waybillNo: untold });
  expect(alone).toMatchObject({ ok: true, added: true });
  const asMark = alone.ok ? alone.markId : "";
  expect(await deliver(parcel, {}, { asMark })).toMatchObject({ ok: false, field: "reason" });
  expect((await findWaybill(store.read, parcel.waybillNo))?.lastEvent).toBe("out_for_delivery");
});

test("beside another parcel, whose receiver has the PIN, that PIN is asked for and proves both", async () => {
  const parcel = await onTheRoad({});
  const { store, world } = parcel.office;
  const { waybillNo: untold } = await aParcel({ addresses: NOBODY })
    .collected()
    .outForDelivery()
    .in(world, parcel.now());
  const together = { waybillNo: untold, together: [parcel.waybillNo] };
  expect(await deliver(parcel, { takenBy: "", reason: "" }, together)).toMatchObject({ field: "pin" });
  const pin = (await readPin(store.read, parcel.waybillNo))?.pin ?? "none";
  const first = await deliver(parcel, { pin }, together);
  expect(first).toMatchObject({ ok: true, added: true });
  expect(await deliver(parcel, { pin }, { asMark: first.ok ? first.markId : "" })).toMatchObject({ ok: true });
});

/** Booked by a shop's key: only such a booking may have no email of its receiver. */
const aParcelOnTheWay = async (addresses: Partial<Addresses> = NOBODY) => {
  const parcel = await parcelOnTheWay(noon, { addresses });
  const { uid } = (await parcel.office.joined("shop@example.co.za", noon)).account;
  await parcel.office.store.tx(async (tx) => {
    await makeKey(tx, { id: "shops", uid, name: "Shop", mode: "sandbox", termsVersion: TERMS_VERSION }, noon);
    await tx.update(quotes).set({ apiKeyId: "shops" }).where(eq(quotes.id, parcel.quote.id));
  });
  await parcel.after(0);
  return parcel;
};

async function onTheRoad(addresses: Partial<Addresses>) {
  const parcel = await aParcelOnTheWay(addresses);
  await parcel.mark("collected");
  await parcel.after(MINUTES);
  await parcel.mark("out_for_delivery");
  await parcel.after(MINUTES);
  const driver = await driverOf(parcel);
  await aParcel(parcel.waybillNo).given(driver.name, "delivery").in(parcel.office.world, parcel.now());
  return { ...parcel, driver };
}

const driverOf = async ({ office }: Pick<ParcelOnTheWay, "office">) =>
  (await office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon))).driver;

let forms = 0;
/** A driver hands it over, as a rule to somebody named, because no message could reach the receiver. */
async function deliver(
  parcel: Pick<ParcelOnTheWay, "office" | "waybillNo" | "now">,
  form: Partial<StopForm>,
  of: { waybillNo?: string; together?: string[]; asMark?: string } = {},
) {
  const driver = await driverOf(parcel);
  forms += 1;
  const filledIn = { key: `form ${forms}`, takenBy: "Gogo Mabena", reason: NO_MESSAGE, ...form };
  return parcel.office.store.tx((tx) =>
    markAtStop(
      tx,
      { driver, waybillNo: parcel.waybillNo, ...of },
      aStopForm("delivered", filledIn),
      new Date(parcel.now().getTime() + MINUTES),
    ),
  );
}
