import type { Quote } from "#app/domain/quotes/quote";
import { guestOf } from "./guest.server";
import { signedIn } from "./session.server";

/** Whether this browser made the quote, or its account is signed in. Only they see names and addresses. */
export async function isBookedHere(quote: Pick<Quote, "uid" | "guestId">, request: Request): Promise<boolean> {
  const guestId = guestOf(request);
  if (guestId && quote.guestId === guestId) return true;
  const uid = (await signedIn(request))?.account.uid;
  return uid !== undefined && quote.uid === uid;
}
