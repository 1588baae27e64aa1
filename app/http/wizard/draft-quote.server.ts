import { company } from "#app/company.server";
import { isVerified } from "#app/domain/accounts/account";
import type { Journey } from "#app/domain/journeys/journey";
import { priceDraft } from "#app/domain/quotes/price-draft.server";
import type { CompleteDraft } from "#app/domain/shipments/draft";
import { guestOf, newGuest, rememberGuest } from "#app/http/sign-in/guest.server";
import type { Customer } from "./customer.server";

/** Prices a finished draft as its owner's quote; returns the cookie line by which a guest's browser owns it. */
export async function quoteFor(
  request: Request,
  journey: Journey,
  draft: CompleteDraft,
  customer: Customer,
): Promise<string[]> {
  if (customer.owner) {
    await priceDraft(await company(), journey.name, draft, { guestId: null, uid: customer.owner }, new Date());
    return [];
  }
  const guestId = guestOf(request) ?? newGuest();
  // In the public wizard too it is the account's; a proven account's alone, because phones are shared.
  const { account } = customer;
  const owner = { guestId: account && isVerified(account) ? null : guestId, uid: account?.uid ?? null };
  const quote = await priceDraft(await company(), journey.name, draft, owner, new Date());
  // The same form sent twice by a new browser comes as two guests: both answers name the one that the quote belongs to.
  return [rememberGuest(quote.guestId ?? guestId)];
}
