import { expect, test } from "vitest";
import { slipsOfBooking } from "#app/domain/bookings/slips-of-booking.server";
import { findWaybill } from "#app/domain/parcels/issue-waybill.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { officeForEachTest } from "../../support/an-office";

const office = officeForEachTest();

test("between two bookings whose slips are made, whatever else waits has its turn", async () => {
  const { quote, waybillNo } = await office.paid({ parcel: { quantity: 2 } });
  const waybill = (await findWaybill(office.store.read, waybillNo)) ?? expect.fail("no waybill");
  const pricing = embeddedPricing(office.store, () => new Date());
  let turns = 0;
  for (let bookings = 1; bookings <= 3; bookings += 1) {
    setImmediate(() => (turns += 1));
    expect(await slipsOfBooking(pricing, waybill, quote, "https://courier.example")).toHaveLength(2);
    expect(turns).toBe(bookings);
  }
});
