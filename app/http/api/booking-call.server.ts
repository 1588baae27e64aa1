import { bookingOf } from "#app/domain/bookings/book-by-key.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import type { KeyedCall } from "./keyed-api.server";
import { ProblemError } from "./problem.server";

/** The booking that an address names. Throws a 404 for one of another account. */
export const askedBooking = (call: KeyedCall): Promise<Quote> => bookingWith(call, call.params.id ?? "");

/** The account's booking of this id. Throws a 404 for one of another account. */
export async function bookingWith({ services, holder }: KeyedCall, id: string): Promise<Quote> {
  const quote = await bookingOf(services.store.read, holder.uid, id);
  if (quote) return quote;
  throw new ProblemError({ refused: "not-found", detail: "This account has no booking with this id." });
}
