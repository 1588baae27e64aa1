import type { AppLoadContext } from "@remix-run/node";
import { isVerified } from "#app/domain/accounts/account";
import { paidBookingOf } from "#app/domain/parcels/quotes/owned-quotes.server";
import { byOwner, byStranger, type Limited, recipientOf } from "#app/http/limits/rate-limit.server";
import { guestOf } from "./guest.server";
import { signedIn } from "./session.server";
import { trustedBrowserOf } from "./trusted-browser.server";

/**
 * The limit against which a message to somebody counts. Who is signed in with a proven address, has signed in with this
 * one on this browser before, or has paid for a booking of this contact on it, isn't counted with strangers.
 * @param contact an email, or a phone as `+27821234567`
 */
export async function messageTo(
  request: Request,
  context: AppLoadContext,
  contact: string,
): Promise<Limited<"messagesByOwner" | "messagesByStrangers">> {
  const account = (await signedIn(request, context))?.account;
  if (account && isVerified(account)) {
    const isOwn = recipientOf(account.email) === recipientOf(contact);
    return byOwner(isOwn ? account.uid : recipientOf(contact));
  }
  const browser = trustedBrowserOf(request, context.settings, contact);
  if (browser) return byOwner(browser);
  const guestId = guestOf(request, context.settings);
  const { store } = context.services;
  const booking = guestId && (await paidBookingOf(store.read, guestId, contact));
  return booking ? byOwner(booking) : byStranger(contact);
}
