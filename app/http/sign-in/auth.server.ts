import type { AppLoadContext } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Config } from "#app/config.server";
import { type Account, isVerified } from "#app/domain/accounts/account";
import { LoginSchema, RegisterSchema } from "#app/domain/accounts/forms";
import { preparedRegistration, register } from "#app/domain/accounts/register.server";
import { endSession, startSession } from "#app/domain/accounts/sessions.server";
import { accountByPassword, recordLogin } from "#app/domain/accounts/sign-in.server";
import { sendVerification } from "#app/domain/accounts/verification.server";
import { giveGuestQuotes } from "#app/domain/parcels/quotes/owned-quotes.server";
import { normaliseEmail } from "#app/domain/values/email";
import type { FormState } from "#app/domain/values/form-state";
import { newId } from "#app/domain/values/ids.server";
import { carriedValue, checkForm, typedValues } from "#app/http/forms/forms.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { allow } from "#app/http/limits/rate-limit.server";
import { takeTurn } from "#app/http/limits/turns.server";
import { type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { paths } from "#app/paths";
import type { Tx } from "#db/store.server";
import { guestOf } from "./guest.server";
import { forgetGuesses, guessesAt, senderAs } from "./password-again.server";
import { ifPasswordRoom, inPasswordTurn } from "./password-turn.server";
import { messageTo } from "./proven-owner.server";
import { withinSite } from "./safe-redirect.server";
import { browserInWords, keepSession, type SignedInCustomer, signedIn } from "./session.server";
import { trustBrowser } from "./trusted-browser.server";

const WRONG = "The email or password is wrong.";

/** The result of a sign-in form. */
export type SigningIn =
  | { kind: "arrived"; account: Account; cookies: string[] }
  | { kind: "refused"; answer: PrivateAnswer; state: FormState };

/** Signs users in by the forms of `/login`, with the strategies `login` and `register`. Sessions are our own. */
export function authenticator(context: AppLoadContext): Authenticator<SigningIn> {
  return new Authenticator<SigningIn>()
    .use(
      new FormStrategy(({ form, request }) =>
        keepingForm(form, request, context.settings, () => byPassword(form, request, context)),
      ),
      "login",
    )
    .use(
      new FormStrategy(({ form, request }) =>
        keepingForm(form, request, context.settings, () => byRegistering(form, request, context)),
      ),
      "register",
    );
}

/** Shows a form again if there are too many, or if it couldn't be saved. */
async function keepingForm(
  form: FormData,
  request: Request,
  settings: Config,
  arrive: () => Promise<SigningIn>,
): Promise<SigningIn> {
  const shownAgain = (words: string, how: PrivateAnswer) => refusedForm(form, { "": [words] }, how);
  const room = await ifPasswordRoom(senderAs(request, settings, normaliseEmail(carriedValue(form, "email"))), () =>
    unlessUnwritable(arrive, shownAgain),
  );
  return room.ok ? room.result : shownAgain(room.why, room.answer);
}

/** What a refused form shows again: everything but passwords. */
export function refusedForm(
  form: FormData,
  errors: FormState["errors"],
  answer = privately(400),
): SigningIn & { kind: "refused" } {
  return { kind: "refused", answer, state: withoutSecrets({ values: typedValues(form), errors }) };
}

/** A form's state without its passwords and another site's secret, which are never sent back to the page. */
export function withoutSecrets(state: FormState): FormState {
  const values = Object.entries(state.values).filter(([name]) => !/password|^signingSecret$|^token$/i.test(name));
  return { ...state, values: Object.fromEntries(values) };
}

async function byPassword(form: FormData, request: Request, context: AppLoadContext): Promise<SigningIn> {
  const now = new Date();
  const checked = checkForm(form, LoginSchema);
  if (!checked.ok) return refusedForm(form, checked.state.errors);
  const { email, password } = checked.answers;

  const guesses = guessesAt(request, context, email);
  const allowance = await allow(context, now, ...guesses);
  if (!allowance.ok) return refusedForm(form, { "": [allowance.why] }, allowance.answer);

  const { store } = context.services;
  const turn = await inPasswordTurn(context, senderAs(request, context.settings, email), (turn) =>
    accountByPassword(store.read, allowance.asked, turn, email, password),
  );
  if (!turn.ok) return refusedForm(form, { "": [turn.why] }, turn.answer);
  const account = turn.result;
  if (!account) return refusedForm(form, { "": [WRONG] });
  await forgetGuesses(context, guesses);
  const lastSignIn = await signedIn(request, context);
  const session = await store.tx(async (tx) => {
    await recordLogin(tx, account.uid, now);
    return beginSession(tx, request, context.settings, account, lastSignIn, now);
  });
  // Registering with somebody else's address must look the same as registering with one's own.
  const known = isVerified(account) ? [trustBrowser(request, context.settings, account.email)] : [];
  return { kind: "arrived", account, cookies: [session, ...known] };
}

async function byRegistering(form: FormData, request: Request, context: AppLoadContext): Promise<SigningIn> {
  const now = new Date();
  const checked = checkForm(form, RegisterSchema);
  if (!checked.ok) return refusedForm(form, checked.state.errors);
  const { email } = checked.answers;
  const admitted = await takeTurn(context, "registrations", form, now, await messageTo(request, context, email));
  if (admitted.kind !== "now") return refusedForm(form, { "": [admitted.why] }, admitted.answer);

  const { store, sendEmails } = context.services;
  const key = carriedValue(form, "key") || newId();
  const turn = await inPasswordTurn(context, senderAs(request, context.settings, email), (turn) =>
    preparedRegistration(store.read, turn, checked.answers, key),
  );
  if (!turn.ok) return refusedForm(form, { "": [turn.why] }, turn.answer);
  const lastSignIn = await signedIn(request, context);
  const next = typedQuery(request).get("next");
  const arrival = await store.tx(async (tx): Promise<SigningIn> => {
    const { account, isNew } = await register(tx, admitted.asked, turn.result, now);
    const message = { next: withinSite(context.settings, next, paths.dashboard), isAgain: false };
    if (isNew)
      await sendVerification(
        tx,
        admitted.asked,
        account.uid,
        { appUrl: addressInEmails(request, context.settings), now },
        message,
      );
    return {
      kind: "arrived",
      account,
      cookies: [await beginSession(tx, request, context.settings, account, lastSignIn, now)],
    };
  });
  sendEmails();
  return arrival;
}

/** Starts a session in place of this browser's last, and moves its quotes to a verified account. Returns the cookie. */
async function beginSession(
  tx: Tx,
  request: Request,
  settings: Config,
  account: Account,
  lastSignIn: SignedInCustomer | null,
  now: Date,
): Promise<string> {
  if (lastSignIn) await endSession(tx, "customer", lastSignIn.account.uid, lastSignIn.session.id);
  const guestId = guestOf(request, settings);
  if (guestId && isVerified(account)) await giveGuestQuotes(tx, guestId, account.uid, now);
  const started = { who: account.uid, guestId, browser: browserInWords(request) };
  return keepSession(settings, await startSession(tx, "customer", started, now));
}
