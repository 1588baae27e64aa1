import { expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { dueCollections } from "#app/domain/drivers/due-collections.server";
import { keepAgreedVisit } from "#app/domain/parcels/agreed-visit.server";
import { aParcel } from "../../../demo/a-parcel";
import { anOffice, dayFromNow } from "../../support/an-office";

test("parcels to collect today are those with an agreed or chosen day by then, the longest overdue first", async () => {
  const office = await anOffice();
  const wished = async (day: string, collectionTime: "" | "morning" | "afternoon" = "") =>
    office.paid({ parcel: { collectionDay: day, collectionTime } });
  const today = dayFromNow(0);
  const afternoon = await wished(today, "afternoon");
  const morning = await wished(today, "morning");
  const agreedSooner = await wished(dayFromNow(2));
  const agreedLater = await wished(today);
  const collected = await wished(today);
  const cancelled = await wished(today);
  await wished(dayFromNow(1));
  await wished("");

  const times = { fromTime: null, untilTime: null, agreedAt: new Date() };
  await office.store.tx(async (tx) => {
    const agree = (waybillNo: string, day: string) =>
      keepAgreedVisit(tx, { waybillNo, stop: "collection", day, ...times });
    await agree(agreedSooner.waybillNo, dayFromNow(-1));
    await agree(agreedLater.waybillNo, dayFromNow(1));
    await cancelBooking(tx, cancelled.quote.id, "x", new Date());
  });
  await aParcel(collected).collected().in(office.world);

  expect(await dueCollections(office.store.read, today)).toEqual(
    [agreedSooner, morning, afternoon].map(({ waybillNo }) => waybillNo),
  );
});
