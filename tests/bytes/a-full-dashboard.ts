import path from "node:path";
import { eq } from "drizzle-orm";
import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import { embeddedPricing } from "#app/domain/pricing/embedded.server";
import { priceDraft } from "#app/domain/quotes/price-draft.server";
import { issueWaybill } from "#app/domain/waybills/issue-waybill.server";
import { MINUTES } from "#app/durations";
import { users } from "#db/schema/accounts";
import { quotes } from "#db/schema/quotes";
import { openStore } from "#db/store.server";
import { aDraft } from "../../demo/a-draft";
import { storePlace } from "../support/store-place";

/** Receivers as varied as a real customer's. */
const receivers = [
  ["Sipho Dlamini", "Soweto", "1804"],
  ["Lerato Mokoena-Tau", "Bloemfontein", "9301"],
  ["Ayanda Khumalo", "Umlazi", "4066"],
  ["Faizel Abrahams", "Mitchells Plain", "7784"],
  ["Precious Ngobeni", "Polokwane", "0699"],
  ["Johannes van der Merwe", "Upington", "8801"],
  ["Zodwa Mabuza", "Mbombela", "1200"],
  ["Thabo Sekgobela", "Mahikeng", "2745"],
  ["Nosipho Gqola", "Mdantsane", "5219"],
  ["Kagiso Motsepe", "Mamelodi West", "0122"],
  ["Rejoice Baloyi", "Thohoyandou", "0950"],
  ["Anele Mxenge", "Gqeberha", "6001"],
] as const;
const boxes = ["flyer-bag", "stock-2", "stock-3", "stock-4", "stock-5", "stock-6", "stock-7"];

/**
 * Fills an account's dashboard: `quotes` are booked and unpaid, which show the most text, and `bookings` have a
 * waybill.
 */
export async function dashboardOf(
  site: { dataDir: string },
  email: string,
  wanted: { quotes: number; bookings: number },
) {
  const store = await openStore(await storePlace(path.join(site.dataDir, "courier.db")));
  try {
    const [owner] = await store.read.select().from(users).where(eq(users.email, email));
    if (!owner) throw new Error(`nobody is called ${email}`);
    for (let made = 0; made < wanted.quotes + wanted.bookings; made += 1) {
      const [toName = "", toCity = "", toPostal = ""] = receivers[made % receivers.length] ?? [];
      const draft = aDraft({
        addresses: {
          toName: `${toName}${made < receivers.length ? "" : ` ${made}`}`,
          toCity,
          toPostal,
        },
        parcel: { selectedBoxId: boxes[made % boxes.length], quantity: 1 + (made % 5) },
      });
      const now = new Date(Date.now() - (100 - made) * MINUTES);
      const quote = await priceDraft(
        { store, pricing: embeddedPricing(store, () => new Date()) },
        "local",
        draft,
        { guestId: null, uid: owner.uid },
        now,
      );
      await confirmBooking(store, draft.id, quote, "simulator", now);
      if (made < wanted.quotes) continue;
      await store.tx(async (tx) => {
        await issueWaybill(tx, quote.id, now);
        await tx.update(quotes).set({ status: "waybill_created" }).where(eq(quotes.id, quote.id));
      });
    }
  } finally {
    await store.close();
  }
}
