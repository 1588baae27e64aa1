import { type Account, isVerified } from "#app/domain/accounts/account";
import type { Journey } from "#app/domain/journeys/journey";
import type { Quote } from "#app/domain/quotes/quote";
import { refuseForeignForm } from "#app/http/forms/same-site.server";
import { guestOf, newGuest, rememberGuest } from "#app/http/sign-in/guest.server";
import { requireUser } from "#app/http/sign-in/require-user.server";
import { signedIn } from "#app/http/sign-in/session.server";

type QuoteOwner = { guestId: string | null; uid: string | null };

/** The person who fills in a wizard: a guest, or a signed-in customer. */
export type Customer = {
  /** Whose draft it is: the uid of the signed-in customer; "" in the public wizard. */
  owner: string;
  /** Who is signed in, in the public wizard too. */
  account: Account | null;
  /** What this customer's forms carry besides their own fields. */
  formFields: Record<string, string>;
  /** Reads the posted form. Throws the refusal of one that another site sent. */
  readForm(): Promise<FormData>;
  /** Saves a quote as this customer's; returns the cookie line by which a guest's browser owns it. */
  own(save: (owner: QuoteOwner) => Promise<Quote>): Promise<string[]>;
};

/**
 * Who fills in this wizard.
 * @param afterLogin where the login leads; to the asked address if unset
 * @throws a redirect to the login when the wizard is for signed-in people and nobody is
 */
export async function customerOf(request: Request, journey: Journey, afterLogin?: () => string): Promise<Customer> {
  if (journey.access === "public") return guest(request, (await signedIn(request))?.account ?? null);
  const { account, session, formToken } = await requireUser(request, afterLogin);
  return {
    owner: account.uid,
    account,
    formFields: { token: formToken },
    async readForm() {
      const form = await request.formData();
      refuseForeignForm(request, form, session.id);
      return form;
    },
    async own(save) {
      await save({ guestId: null, uid: account.uid });
      return [];
    },
  };
}

function guest(request: Request, account: Account | null): Customer {
  return {
    owner: "",
    account,
    formFields: {},
    readForm: () => request.formData(),
    async own(save) {
      const guestId = guestOf(request) ?? newGuest();
      // In the public wizard too it is the account's; a proven account's alone, because phones are shared.
      const isProven = account !== null && isVerified(account);
      const quote = await save({ guestId: isProven ? null : guestId, uid: account?.uid ?? null });
      // The same form sent twice by a new browser comes as two guests: both answers name the one that the quote belongs to.
      return [rememberGuest(quote.guestId ?? guestId)];
    },
  };
}
