import { expect, test } from "vitest";
import { aListOfParcels } from "../../demo/a-list";
import { aParcel, happenInOrder } from "../../demo/a-parcel";
import { byKey } from "../../demo/bookings";
import { sumOf } from "../support/a-list";
import { aShop } from "../support/a-shop";
import { worldOf } from "../support/a-world";
import { anOffice } from "../support/an-office";

const now = new Date("2026-11-25T10:00:00Z");

test("a list's parcels are booked together, and the first one's payment pays for all", async () => {
  const office = await anOffice();
  const { account } = await office.joined("shop@example.co.za", now);
  const list = aListOfParcels(account.uid, [
    { addresses: { toName: 'Zodwa "Z" Khumalo' } },
    { parcel: { quantity: 3, declaredCents: 500_00 } },
  ]);
  await happenInOrder(worldOf(office.store), list, now);
  const told = list.map((history) => history.told());
  expect(told.map(({ waybillNo }) => waybillNo)).toEqual([expect.stringMatching(/^TH/), expect.stringMatching(/^TH/)]);
  expect(told.map(({ quote }) => [quote.uid, quote.formSnapshot.addresses.toName, quote.quantity])).toEqual([
    [account.uid, 'Zodwa "Z" Khumalo', 1],
    [account.uid, "Sipho Dlamini", 3],
  ]);
  expect(office.staff("SELECT sum(paid_cents) AS cents FROM payments")).toEqual([
    { cents: sumOf(told.map(({ quote }) => quote)) },
  ]);
});

test("a list's parcel goes on by itself", async () => {
  const office = await anOffice();
  const { account } = await office.joined("shop@example.co.za", now);
  const [first, second] = aListOfParcels(account.uid, [{}, { parcel: { quantity: 2 } }]);
  await first?.in(worldOf(office.store), now);
  const parcel = await second?.after(0).collected(1).in(worldOf(office.store), now);
  expect(parcel?.quote.status).toBe("waybill_created");
});

test("a parcel is booked by a shop's key", async () => {
  const office = await anOffice();
  const { key } = await aShop(office, "shop@example.co.za", now);
  const { quote } = await aParcel().booked(byKey(key, "Order 1")).delivered().in(worldOf(office.store), now);
  expect([quote.uid, quote.apiKeyId, quote.reference]).toEqual([key.uid, key.keyId, "Order 1"]);
});
