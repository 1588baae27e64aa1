import { expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { addDriver } from "#app/domain/rounds/drivers.server";
import { stopOf } from "#app/domain/rounds/stop-views.server";
import { assignStop } from "#app/domain/rounds/stops.server";
import { saDay } from "#app/domain/values/sa-time";
import { anOffice } from "../../support/an-office";

const now = new Date("2026-11-24T08:00:00Z");
const before = new Date("2026-11-23T08:00:00Z");

test("a stop shows the phone in our usual format, however it was typed", async () => {
  const { look } = await aStop({ fromPhone: "0735550101", fromCell: "" });
  expect((await look())?.person?.phones).toEqual([{ href: "tel:+27735550101", shown: "073 555 0101" }]);
});

test("a collection shows the sender and what was agreed for the collection, a delivery the receiver and the delivery's", async () => {
  const { office, waybillNo, agree, look } = await aStop({ fromName: "Thandi Dlamini", toName: "Gogo Mabena" });
  await agree("2026-11-25");
  const collection = await look();
  expect(collection).toMatchObject({ what: "collect", isOver: false, pieces: { left: 1, of: 1 } });
  expect(collection).toMatchObject({ person: { name: "Thandi Dlamini" }, agreed: "Wednesday 25 November 2026" });

  await office.happened(waybillNo, "collected", now);
  expect(await look()).toMatchObject({ what: "deliver", person: { name: "Gogo Mabena" }, agreed: "" });
  await agree("2026-11-26");
  expect(await look()).toMatchObject({ agreed: "Thursday 26 November 2026" });
});

test.each(["delivered", "returned", "cancelled"] as const)(
  "a stop whose parcel was %s shows nobody's name, notes or visit",
  async (end) => {
    const { office, waybillNo, agree, look } = await aStop({}, { specialInstructions: "Fragile" });
    expect(await look()).toMatchObject({ isOver: false, notes: ["Fragile"] });
    await office.happened(waybillNo, "collected", before);
    await agree("2026-11-25");
    await office.happened(waybillNo, end, now);
    expect(await look()).toMatchObject({ isOver: true, person: null, notes: [], agreed: "" });
  },
);

/** A stop of Sipho's with a paid parcel. */
async function aStop(addresses: object, parcel: object = {}) {
  const office = await anOffice();
  const { store } = office;
  const { waybillNo } = await office.paid({ addresses, parcel }, before);
  const driver = await store.tx(async (tx) => {
    const added = await addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, before);
    await assignStop(tx, waybillNo, added.driver, saDay(now), before);
    return added.driver;
  });
  return {
    office,
    waybillNo,
    look: () => stopOf(store.read, driver, waybillNo, now),
    agree: (day: string) =>
      store.tx((tx) => agreeVisit(tx, waybillNo, { day, fromTime: null, untilTime: null }, before)),
  };
}
