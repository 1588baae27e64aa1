import { expect, test } from "vitest";
import { keeping } from "#app/domain/bookings/keeping-times";
import { tidy } from "#app/domain/bookings/tidy.server";
import { addDriver } from "#app/domain/rounds/drivers.server";
import { markAtStop } from "#app/domain/rounds/mark-at-stop.server";
import { forgetReceivers, keepPhoto, photosOf } from "#app/domain/waybills/delivery-proof.server";
import { markParcel } from "#app/domain/waybills/mark-parcel.server";
import { DAYS } from "#app/durations";
import { driverMarks } from "#db/schema/rounds";
import { aFolder } from "../../support/a-store";
import { anOffice } from "../../support/an-office";

const now = new Date("2026-11-20T10:00:00Z");
const later = (days: number) => new Date(now.getTime() + days * DAYS);

/** A parcel that was delivered with a photo. */
async function aDeliveryWithAPhoto() {
  const office = await anOffice();
  const { store } = office;
  const { quote, waybillNo } = await office.paid({}, later(-1));
  await store.tx(async (tx) => {
    const { driver } = await addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, now);
    await markParcel(tx, waybillNo, { kind: "out_for_delivery", happenedAt: later(-0.1), place: null }, now);
    const proof = { takenBy: "Gogo Mabena", reason: "The phone is off or lost", pin: "", pieces: "" };
    const form = { kind: "delivered", key: "one", ...proof, filledInAt: null } as const;
    const marked = await markAtStop(tx, { driver, waybillNo }, form, now);
    if (!marked.ok) throw new Error(marked.words);
    for (const word of ["first", "again"]) {
      await keepPhoto(tx, { markId: marked.markId, waybillNo, jpeg: Buffer.from(word) }, now);
    }
  });
  return { store, quote, waybillNo };
}

test("the first photo is kept for 90 days, and then deleted at night", async () => {
  const { store, waybillNo } = await aDeliveryWithAPhoto();
  await tidy(store, aFolder(), later(keeping.photoDays - 1));
  expect((await photosOf(store.read, waybillNo)).map(String)).toEqual(["first"]);
  expect(await tidy(store, aFolder(), later(keeping.photoDays + 1))).toMatchObject({ photos: 1 });
  expect(await photosOf(store.read, waybillNo)).toEqual([]);
});

test("erasing a receiver deletes photo and name from the proof", async () => {
  const { store, quote, waybillNo } = await aDeliveryWithAPhoto();
  await store.tx((tx) => forgetReceivers(tx, [quote.id]));
  expect(await photosOf(store.read, waybillNo)).toEqual([]);
  expect(await store.read.select().from(driverMarks)).toMatchObject([{ takenBy: null, reason: null, proof: "name" }]);
});
