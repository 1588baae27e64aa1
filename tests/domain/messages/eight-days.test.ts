import { and, eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { outgoingMails } from "#db/schema/mail";
import { waybills } from "#db/schema/waybills";
import type { History } from "../../../demo/a-parcel";
import { limitsAsked } from "../../../demo/limits-asked";
import type { SentMessage } from "../../support/a-parcel-on-the-way";
import { aShopsList, SHOP } from "../../support/a-shops-list";
import { saidOfParcel } from "../../support/said-of-parcel";

/** What a shop's emails must say of each thing that has happened to one of its parcels. */
const said: Record<string, RegExp> = {
  failed_collection: /came to collect/,
  collected: /have collected/,
  delivered: /delivered/,
  failed_attempt: /could not deliver/,
  ended: /will not arrive/,
  returned: /returned|brought .* back/,
  cancelled: /cancelled/i,
};

/** In South Africa. */
const at = (day: string, time: string) => new Date(`2026-${day}T${time}:00+02:00`);

test("of 31 parcels in eight days their shop gets at most twelve emails, and all that has happened stands in them", async () => {
  const shop = await aShopsList(31, at("11-30", "09:00"), (index) => ({
    addresses: index % 3 === 1 ? { toCity: "Germiston", toSuburb: "Katlehong", toPostal: "1431" } : {},
    parcel: { quantity: index % 5 === 0 ? 3 : 1 },
  }));
  const sent: SentMessage[] = [...shop.told];
  const lives = async (moment: Date, from: number, until: number, goesOn: (history: History) => History) => {
    sent.push(...(await shop.until(moment)));
    for (const parcel of shop.parcels.slice(from, until)) {
      await shop.lives(parcel, goesOn);
      // A driver needs some seconds for each.
      sent.push(...(await shop.after(10_000)));
    }
  };
  await lives(at("11-30", "14:00"), 0, 20, (parcel) => parcel.collected());
  await lives(at("11-30", "14:10"), 20, 21, (parcel) => parcel.notCollected());
  await lives(at("11-30", "14:11"), 25, 26, (parcel) => parcel.collected(2));
  await lives(at("12-01", "06:00"), 0, 13, (parcel) => parcel.inTransit("Johannesburg"));
  await lives(at("12-01", "08:00"), 0, 6, (parcel) => parcel.outForDelivery());
  await lives(at("12-01", "11:00"), 0, 2, (parcel) => parcel.delivered());
  await lives(at("12-01", "11:01"), 2, 4, (parcel) => parcel.missed());
  sent.push(...(await shop.until(at("12-01", "15:00"))));
  for (const { quote } of shop.parcels.slice(27, 29))
    await shop.office.store.tx((tx) => cancelBooking(tx, quote.id, "", shop.now(), { customer: limitsAsked }));
  await lives(at("12-02", "09:00"), 4, 5, (parcel) => parcel.missed());
  await lives(at("12-02", "09:01"), 5, 6, (parcel) => parcel.delivered());
  await lives(at("12-08", "08:00"), 6, 10, (parcel) => parcel.outForDelivery());
  await lives(at("12-08", "09:30"), 6, 7, (parcel) => parcel.missed());
  await lives(at("12-08", "09:32"), 7, 10, (parcel) => parcel.delivered());
  sent.push(...(await shop.until(at("12-08", "12:00"))));

  const emails = sent.filter(({ way, to }) => way === "email" && to === SHOP);
  const { read } = shop.office.store;
  const toShop = and(eq(outgoingMails.toAddress, SHOP), eq(outgoingMails.state, "sent"));
  const apart = (await read.select().from(outgoingMails).where(toShop)).length;
  const late = await read.select().from(waybills).where(isNotNull(waybills.lateToldAt));
  const isLate = new Set(late.map(({ waybillNo }) => waybillNo));
  const unsaid: string[] = [];
  for (const { waybillNo } of shop.parcels) {
    const about = emails.flatMap((email) => saidOfParcel(waybillNo, email) ?? []);
    if (isLate.has(waybillNo) && !about.some(({ subject }) => /late/.test(subject))) unsaid.push(`${waybillNo}: late`);
    for (const { kind } of await historyOf(read, waybillNo))
      if (said[kind] && !about.some(({ subject, text }) => said[kind]?.test(`${subject}\n${text}`)))
        unsaid.push(`${waybillNo}: ${kind}`);
  }
  expect(unsaid).toEqual([]);
  expect(isLate.size).toBeGreaterThan(15);
  expect(apart).toBeGreaterThan(50);
  expect(emails.length).toBeLessThanOrEqual(12);
});
