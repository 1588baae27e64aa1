import type { Quote } from "#app/domain/parcels/quotes/quote";
import { newId } from "#app/domain/values/ids.server";
import { quotes } from "#db/schema/quotes";
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
