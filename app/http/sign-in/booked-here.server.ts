import type { AppLoadContext } from "@remix-run/node";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { guestOf } from "./guest.server";
import { signedIn } from "./session.server";

/**
 * The email that PayFast gets as the buyer's: the signed-in account's, or the sender's in the browser that booked.
 * Undefined in any other.
 */
export async function buyersEmail(
  quote: Pick<Quote, "uid" | "guestId" | "email">,
  request: Request,
  context: AppLoadContext,
): Promise<string | undefined> {
  const account = (await signedIn(request, context))?.account;
  if (account && quote.uid === account.uid) return account.email;
  return (await isBookedHere(quote, request, context)) ? quote.email : undefined;
}

/** Whether this browser made the quote, or its account is signed in. Only they see names and addresses. */
export async function isBookedHere(
  quote: Pick<Quote, "uid" | "guestId">,
  request: Request,
  context: AppLoadContext,
): Promise<boolean> {
  const guestId = guestOf(request, context.settings);
  if (guestId && quote.guestId === guestId) return true;
  const uid = (await signedIn(request, context))?.account.uid;
  return uid !== undefined && quote.uid === uid;
}
