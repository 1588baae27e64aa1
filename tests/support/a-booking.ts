import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import { embeddedPricing } from "#app/domain/pricing/embedded.server";
import { priceDraft } from "#app/domain/quotes/price-draft.server";
import type { Quote } from "#app/domain/quotes/quote";
import { type Addresses, addressesSchema } from "#app/domain/shipments/addresses";
import type { CompleteDraft } from "#app/domain/shipments/draft";
import { type Parcel, parcelSchema } from "#app/domain/shipments/parcel";
import { newId } from "#app/domain/values/ids.server";
import type { Store } from "#db/store.server";
import { addresses, parcel } from "./a-parcel";

/** A complete draft: two townships and one flyer bag. */
export function aDraft(answers: { addresses?: Partial<Addresses>; parcel?: Partial<Parcel> } = {}): CompleteDraft {
  return {
    id: newId(),
    addresses: { ...addressesSchema("home", any).parse(addresses), ...answers.addresses },
    parcel: { ...parcelSchema("", any, any).parse(parcel), ...answers.parcel },
  };
}

const any = () => true;

/** A quote as the review shows it; of an ordinary draft unless one is given. */
export function aQuote(store: Store, draft = aDraft(), now = new Date()): Promise<Quote> {
  const owner = { guestId: "a-guest", uid: null };
  return priceDraft({ store, pricing: embeddedPricing(store, () => new Date()) }, "publicQuote", draft, owner, now);
}

/** A confirmed quote that waits for its payment. */
export async function aBooking(store: Store, now = new Date()): Promise<Quote> {
  const draft = aDraft();
  const quote = await aQuote(store, draft, now);
  await confirmBooking(store, draft.id, quote, "simulator", now);
  return quote;
}
