import type { Journey } from "#app/domain/journeys/journey";
import { requireUser } from "./auth.server";
import { refuseForeignForm } from "./same-site.server";

/** Whoever walks through a wizard: a guest, or somebody who is signed in. */
export type Traveller = {
  /** The uid of whoever is signed in; "" for a guest. */
  owner: string;
  /** What this traveller's forms carry besides their own fields. */
  formFields: Record<string, string>;
  /** Reads a posted form. Throws the refusal of one that another site sent. */
  readForm(request: Request): Promise<FormData>;
};

const guest: Traveller = { owner: "", formFields: {}, readForm: (request) => request.formData() };

/**
 * Who walks through this wizard.
 * @param afterLogin where the login leads; to the asked address if unset
 * @throws a redirect to the login when the wizard is for signed-in people and nobody is
 */
export async function travellerOn(journey: Journey, request: Request, afterLogin?: () => string): Promise<Traveller> {
  if (journey.access === "public") return guest;
  const { account, session, formToken } = await requireUser(request, afterLogin);
  return {
    owner: account.uid,
    formFields: { token: formToken },
    async readForm(posted) {
      const form = await posted.formData();
      refuseForeignForm(posted, form, session.id);
      return form;
    },
  };
}
