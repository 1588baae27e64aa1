import { expect, test } from "vitest";
import { addDriver } from "#app/domain/rounds/drivers.server";
import { stopOf } from "#app/domain/rounds/stop-views.server";
import { assignStop } from "#app/domain/rounds/stops.server";
import { saDay } from "#app/domain/values/sa-time";
import { anOffice } from "../../support/an-office";

test("a stop shows the phone in our usual format, however it was typed", async () => {
  const { store, paid } = await anOffice();
  const now = new Date();
  const { waybillNo } = await paid({ addresses: { fromPhone: "0735550101", fromCell: "" } }, now);
  const stop = await store.tx(async (tx) => {
    const { driver } = await addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, now);
    await assignStop(tx, waybillNo, driver, saDay(now), now);
    return stopOf(tx, driver, waybillNo, now);
  });
  expect(stop?.person?.phones).toEqual([{ href: "tel:+27735550101", shown: "073 555 0101" }]);
});
