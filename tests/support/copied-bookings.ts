import { eq } from "drizzle-orm";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { newId } from "#app/domain/values/ids.server";
import { quotes } from "#db/schema/quotes";
import { trackingEvents, waybills } from "#db/schema/waybills";
import type { Store } from "#db/store.server";

/** Copies a booking so many times, where hundreds of them count and not how each was made. Payments aren't copied. */
export async function copyBooking(store: Store, booked: Quote, count: number): Promise<void> {
  await store.tx(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      const quoteNo = `Q${String(n).padStart(8, "0")}`;
      const own = { quoteNo, id: newId(), draftId: newId(), reference: booked.reference && `copy-${n}` };
      await tx.insert(quotes).values({ ...booked, ...own });
    }
  });
}

const AT_A_TIME = 500;

/** Copies a parcel with its history so many times, as it is kept: nothing is worked out anew, and nobody is told. */
export async function copyParcel(
  store: Store,
  { quote, waybillNo }: { quote: Quote; waybillNo: string },
  count: number,
): Promise<void> {
  const [waybill] = await store.read.select().from(waybills).where(eq(waybills.waybillNo, waybillNo));
  const events = await store.read.select().from(trackingEvents).where(eq(trackingEvents.waybillNo, waybillNo));
  if (!waybill) throw new Error(`there is no parcel ${waybillNo}`);
  for (let made = 0; made < count; made += AT_A_TIME) {
    const copies = Array.from({ length: Math.min(AT_A_TIME, count - made) }, (_, at) => ({
      quoteId: newId(),
      no: `TH${String(made + at + 1).padStart(10, "0")}`,
      quoteNo: `Q${String(made + at + 1).padStart(8, "0")}`,
    }));
    await store.tx(async (tx) => {
      await tx
        .insert(quotes)
        .values(copies.map(({ quoteId, quoteNo }) => ({ ...quote, id: quoteId, draftId: newId(), quoteNo })));
      await tx.insert(waybills).values(copies.map(({ quoteId, no }) => ({ ...waybill, quoteId, waybillNo: no })));
      await tx
        .insert(trackingEvents)
        .values(copies.flatMap(({ no }) => events.map((event) => ({ ...event, id: newId(), waybillNo: no }))));
    });
  }
}
