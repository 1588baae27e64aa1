import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import { priceDraft } from "#app/domain/quotes/price-draft.server";
import type { Quote } from "#app/domain/quotes/quote";
import { type Answers, aDraft } from "./a-draft";
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

async function inWizard(
  world: World,
  journey: Quote["journey"],
  owner: { guestId: string | null; uid: string | null },
  answers: Answers,
  now: Date,
): Promise<Quote> {
  const draft = aDraft(answers);
  const office = { store: world.store, pricing: pricesAt(world, now) };
  const quote = await priceDraft(office, journey, draft, owner, now);
  const confirmed = await confirmBooking(world.store, draft.id, quote, world.gateway.mode, now);
  if ("quote" in confirmed) return confirmed.quote;
  throw new Error(`not booked: ${confirmed.kind}`);
}
