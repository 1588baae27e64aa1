import type { AppLoadContext } from "@remix-run/node";
import type { Config } from "#app/config.server";
import { type Account, isVerified } from "#app/domain/accounts/account";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { newId } from "#app/domain/values/ids.server";
import { carriedValue, typedValues } from "#app/http/forms/forms.server";
import { refuseForeignForm, refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedForm } from "#app/http/forms/typed-form.server";
import { guestOf, rememberGuest } from "#app/http/sign-in/guest.server";
import { requireUser } from "#app/http/sign-in/require-user.server";
import { signedIn } from "#app/http/sign-in/session.server";
import type { Journey } from "#app/http/wizard/journey";
import type { Action } from "#app/http/wizard/next-page.server";
import { signedText, signedTextIn } from "#app/signature.server";
import { keepTyped, ownerOfDraft } from "./draft-cookies.server";

type QuoteOwner = { guestId: string | null; uid: string | null };

/** The person who fills in a wizard: a guest, or a signed-in customer. */
export type WizardCustomer = {
  /** The draft's owner: the uid of the signed-in customer; "" in the public wizard. */
  owner: string;
  /** The signed-in account, in the public wizard too. */
  account: Account | null;
  /** Hidden fields for this customer's forms. */
  formFields: Record<string, string>;
  /** Reads the posted form. Throws a refusal if another site sent it. */
  readForm(): Promise<FormData>;
  /** Saves a quote as this customer's. Returns the `Set-Cookie` line that makes a guest's browser its owner. */
  own(save: (owner: QuoteOwner) => Promise<Quote>): Promise<string[]>;
};

/**
 * The person who fills in this wizard.
 * @param afterLogin where the login leads; to the asked address if unset
 * @throws a redirect to the login when the wizard requires a sign-in
 */
export async function customerOf(
  request: Request,
  context: AppLoadContext,
  journey: Journey,
  afterLogin?: () => string,
): Promise<WizardCustomer> {
  if (journey.access === "public")
    return guest(request, context.settings, (await signedIn(request, context))?.account ?? null);
  const { account, session, formToken } = await requireUser(request, context, afterLogin);
  return {
    owner: account.uid,
    account,
    formFields: { token: formToken },
    async readForm() {
      const form = await typedForm(request);
      refuseForeignForm(request, context.settings, form, session.id);
      return form;
    },
    async own(save) {
      await save({ guestId: null, uid: account.uid });
      return [];
    },
  };
}

function guest(request: Request, settings: Config, account: Account | null): WizardCustomer {
  return {
    owner: "",
    account,
    formFields: {},
    readForm: () => typedForm(request),
    async own(save) {
      const guestId = guestOf(request, settings) ?? newId();
      // In the public wizard a signed-in account owns it too, but only if its email is verified, because phones are
      // shared.
      const isProven = account !== null && isVerified(account);
      const quote = await save({ guestId: isProven ? null : guestId, uid: account?.uid ?? null });
      // A new browser that sends the same form twice looks like two guests. Both answers name the one that owns the
      // quote.
      return [rememberGuest(settings, quote.guestId ?? guestId)];
    },
  };
}

/**
 * Keeps what was typed when the session ended meanwhile: whoever began the draft finds it at the step after the login,
 * and nobody else does. A first step that isn't saved yet says itself whose it is.
 * @throws the answer, which leads to the login
 */
export async function keepForLogin(
  answer: unknown,
  request: Request,
  settings: Config,
  journey: Journey,
  action: Action,
): Promise<never> {
  if (answer instanceof Response && request.method === "POST" && action !== "wizard") {
    const form = await typedForm(request).catch(() => new FormData());
    const owner = typedBy(settings, form) ?? ownerOfDraft(request, settings, journey);
    if (!owner) throw answer;
    refuseOtherSites(request, settings);
    const lines = keepTyped(settings, journey, action, owner, typedValues(form));
    for (const line of lines) answer.headers.append("Set-Cookie", line);
  }
  throw answer;
}

const TYPED_BY = "typed-by";

/** The hidden field that says whose a form is while no draft's cookie does; none in the public wizard. */
export function saysWhose(settings: Config, owner: string): Record<string, string> {
  return owner ? { whose: signedText(settings, TYPED_BY, owner) } : {};
}

/** The uid of whom a form was shown to; null if it doesn't say. */
function typedBy(settings: Config, form: FormData): string | null {
  return signedTextIn(settings, TYPED_BY, carriedValue(form, "whose"));
}
