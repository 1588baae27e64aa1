import { bookByKey } from "#app/domain/bookings/book-by-key.server";
import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import { priceDraft, workOutPrice } from "#app/domain/parcels/quotes/price-draft.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { newId } from "#app/domain/values/ids.server";
import { type Answers, aDraft } from "./a-draft";
import { limitsAsked } from "./limits-asked";
import { pricesAt, type World } from "./world";

/** Books a parcel, or asks for a price if there is none at once. */
export type Booking = (world: World, answers: Answers, now: Date) => Promise<Quote>;

/** In the wizard of guests. */
export const byGuest: Booking = (world, answers, now) =>
  inWizard(world, "publicQuote", { guestId: "a-guest", uid: null }, answers, now);

/** In the wizard of an account. */
export function byAccount(uid: string): Booking {
  return (world, answers, now) => {
    const isAbroad = (answers.addresses?.toCountry ?? "South Africa") !== "South Africa";
    return inWizard(world, isAbroad ? "international" : "local", { guestId: null, uid }, answers, now);
  };
}

/** By a shop's program, with its key. The reference is the shop's own number of the order. */
export function byKey(shop: { uid: string; keyId: string }, reference: string = newId()): Booking {
  return async (world, answers, now) => {
    const asked = { ...shop, reference, ...(await askedByKey(world, answers, now)) };
    const site = { mode: world.gateway.mode, origin: world.appUrl };
    const done = await world.store.tx((tx) => bookByKey(tx, limitsAsked, asked, site, now));
    if ("booked" in done) return done.booked;
    throw new Error(`not booked: ${done.detail}`);
  };
}

/** What a shop's program sends with a booking, once it has asked for the price. */
export async function askedByKey(world: Pick<World, "store">, answers: Answers, now: Date) {
  const { addresses, parcel } = aDraft(answers);
  const priced = await workOutPrice(pricesAt(world, now), "local", { addresses, parcel });
  return { priced, agreedCents: priced.grandTotalCents ?? 0, termsVersion: TERMS_VERSION };
}

async function inWizard(
  world: World,
  journey: Quote["journey"],
  owner: { guestId: string | null; uid: string | null },
  answers: Answers,
  now: Date,
): Promise<Quote> {
  const draft = aDraft(answers);
  const office = { store: world.store, pricing: pricesAt(world, now) };
  const quote = await priceDraft(office, limitsAsked, journey, draft, owner, now);
  const confirmed = await confirmBooking(world.store, limitsAsked, draft.id, quote, world.gateway.mode, now);
  if ("quote" in confirmed) return confirmed.quote;
  throw new Error(`not booked: ${confirmed.kind}`);
}
