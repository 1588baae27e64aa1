import type { Account } from "#app/domain/accounts/account";
import type { Journey } from "#app/domain/journeys/journey";
import { refuseForeignForm } from "#app/http/forms/same-site.server";
import { requireUser } from "#app/http/sign-in/auth.server";
import { signedIn } from "#app/http/sign-in/session.server";

/** Whoever walks through a wizard: a guest, or somebody who is signed in. */
export type Customer = {
  /** The uid of whoever is signed in; "" for a guest. */
  owner: string;
  /** Who is signed in, in the public wizard too. */
  account: Account | null;
  /** What this customer's forms carry besides their own fields. */
  formFields: Record<string, string>;
  /** Reads a posted form. Throws the refusal of one that another site sent. */
  readForm(request: Request): Promise<FormData>;
};

/**
 * Who walks through this wizard.
 * @param afterLogin where the login leads; to the asked address if unset
 * @throws a redirect to the login when the wizard is for signed-in people and nobody is
 */
export async function customerOn(journey: Journey, request: Request, afterLogin?: () => string): Promise<Customer> {
  if (journey.access === "public") {
    const account = (await signedIn(request))?.account ?? null;
    return { owner: "", account, formFields: {}, readForm: (posted) => posted.formData() };
  }
  const { account, session, formToken } = await requireUser(request, afterLogin);
  return {
    owner: account.uid,
    account,
    formFields: { token: formToken },
    async readForm(posted) {
      const form = await posted.formData();
      refuseForeignForm(posted, form, session.id);
      return form;
    },
  };
}
