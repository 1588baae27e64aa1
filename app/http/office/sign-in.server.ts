import { type AppLoadContext, json } from "@remix-run/node";
import type { Config } from "#app/config.server";
import { endSession, findSession, markCode, startSession } from "#app/domain/accounts/sessions.server";
import { takeCode } from "#app/domain/office/factors.server";
import { CodeSchema, PasswordSchema } from "#app/domain/office/forms.server";
import { activePerson, type OfficeRow } from "#app/domain/office/people.server";
import { type OfficeSession, officeStaff } from "#app/domain/office/sessions.server";
import { passwordFingerprint, personByPassword } from "#app/domain/office/sign-in.server";
import type { FormState } from "#app/domain/values/form-state";
import { sessionIdOf } from "#app/domain/values/sha256.server";
import { MINUTES } from "#app/durations";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { formTokenOf } from "#app/http/forms/same-site.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { allow, fromNetwork, type Limited, resetCounts } from "#app/http/limits/rate-limit.server";
import { onward, type PrivateAnswer, privately, withCookies } from "#app/http/pages/private-page.server";
import { inPasswordTurn } from "#app/http/sign-in/password-turn.server";
import { browserInWords } from "#app/http/sign-in/session.server";
import { trustedBrowsers } from "#app/http/sign-in/trusted-browser.server";
import { keepOffice, officeCookieOf } from "./office-guard.server";
import { keySealOf, sealedDocument, unsealedDocument } from "./seal.server";
import { type TypedBefore, typedBefore } from "./typed-before.server";

/** What `/office/sign-in` shows. */
export type SignInPage =
  | { step: "password"; state: FormState; typed: string }
  | { step: "code"; name: string; state: FormState; ticket: string; typed: string }
  | { step: "signed in"; name: string; formToken: string }
  /** The form that was sent when the session had ended, to be sent again. */
  | ({ step: "typed before"; to: string; formToken: string } & TypedBefore);

/** Where a sign-in leads, and what was typed there when the session had ended. */
export type Carried = { to: string; typed: string };

const TICKET = "ticket";
/** Between the password and the code. */
const TICKET_LIVES_MS = 10 * MINUTES;

const WRONG = "The email or password is wrong.";
const CODE_REFUSED = {
  wrong: "That code is wrong, or was used before. Wait for the next one, or look at your phone's clock.",
  "key lost":
    "Codes of your app don't work any more: the site's secret was replaced. Ask a manager for a new link, or use one of your recovery codes.",
};
const TOO_LATE = "That took longer than ten minutes. Please sign in again.";

const browsers = trustedBrowsers("office-known", "/office");

/** The `Set-Cookie` lines of somebody who has signed in: the session, and that this browser is theirs. */
export function signedInCookies(
  request: Request,
  settings: Config,
  token: string,
  person: { id: string; email: string },
): string[] {
  return [keepOffice(settings, token, person.id), browsers.trust(request, settings, person.email)];
}

/** The session on this browser, if it is live. */
export async function officeSessionOf(
  request: Request,
  context: AppLoadContext,
  now: Date,
): Promise<OfficeSession | null> {
  const cookie = officeCookieOf(request, context.settings);
  const { store } = context.services;
  return cookie && findSession(store.read, officeStaff, cookie.token, now);
}

/** The page that asks for a code: after the password, or of somebody who is signed in. */
export function codePage(
  settings: Config,
  person: Pick<OfficeRow, "id" | "name" | "passwordHash">,
  typed: string,
  now: Date,
): SignInPage {
  const ticket = sealedDocument(settings, TICKET, { personId: person.id, mark: passwordFingerprint(person) }, now);
  return { step: "code", name: person.name, state: { values: {}, errors: {} }, ticket, typed };
}

/** Checks email and password, and asks for a code. */
export async function byPassword(form: FormData, request: Request, context: AppLoadContext, { typed }: Carried) {
  const now = new Date();
  const refused = (errors: FormState["errors"], answer: PrivateAnswer) => {
    const { email = "" } = typedValues(form);
    return json<SignInPage>({ step: "password", state: { values: { email }, errors }, typed }, answer);
  };
  const checked = checkForm(form, PasswordSchema);
  if (!checked.ok) return refused(checked.state.errors, privately(400));
  const { email, password } = checked.answers;
  const check = async () => {
    const allowance = await allow(context, now, ...guessesAt("officeGuessesAtAccount", email, request, context));
    if (!allowance.ok) return refused({ "": [allowance.why] }, allowance.answer);
    const { store } = context.services;
    const sender = browsers.nameFor(request, context.settings, email) ? { known: email } : "stranger";
    const turn = await inPasswordTurn(context, sender, (turn) =>
      personByPassword(store.read, allowance.asked, turn, email, password),
    );
    if (!turn.ok) return refused({ "": [turn.why] }, turn.answer);
    if (!turn.result) return refused({ "": [WRONG] }, privately(400));
    return json(codePage(context.settings, turn.result, typed, now), privately());
  };
  return unlessUnwritable(check, (words, answer) => refused({ "": [words] }, answer));
}

/** Takes the code, and signs in; in a session that is live it only notes the time. */
export async function byCode(form: FormData, request: Request, context: AppLoadContext, carried: Carried) {
  const now = new Date();
  const { ticket = "" } = typedValues(form);
  const { store } = context.services;
  const proven = unsealedDocument<{ personId: string; mark: string }>(
    context.settings,
    TICKET,
    ticket,
    TICKET_LIVES_MS,
    now,
  );
  const person = proven && (await activePerson(store.read, proven.personId));
  if (!person || passwordFingerprint(person) !== proven.mark) {
    const state = { values: {}, errors: { "": [TOO_LATE] } };
    return json<SignInPage>({ step: "password", state, typed: carried.typed }, privately(400));
  }
  const refused = (errors: FormState["errors"], answer: PrivateAnswer) =>
    json<SignInPage>(
      { step: "code", name: person.name, state: { values: {}, errors }, ticket, typed: carried.typed },
      answer,
    );
  const checked = checkForm(form, CodeSchema);
  if (!checked.ok) return refused(checked.state.errors, privately(400));
  const guesses = guessesAt("officeCodesAtAccount", person.email, request, context);
  const signIn = async () => {
    const allowance = await allow(context, now, ...guesses);
    if (!allowance.ok) return refused({ "": [allowance.why] }, allowance.answer);
    const lastSession = await officeSessionOf(request, context, now);
    const cookie = officeCookieOf(request, context.settings);
    const signedIn = await store.tx(async (tx) => {
      const outcome = await takeCode(
        tx,
        allowance.asked,
        person.id,
        checked.answers.code,
        keySealOf(context.settings, person.id),
        now,
      );
      if (outcome !== "taken") return { refusal: CODE_REFUSED[outcome] };
      if (cookie && lastSession?.holder.id === person.id) {
        await markCode(tx, lastSession.session.id, now);
        return { token: cookie.token };
      }
      if (lastSession) await endSession(tx, "office", lastSession.holder.id, lastSession.session.id);
      const started = { who: person.id, browser: browserInWords(request) };
      return { token: await startSession(tx, "office", started, now) };
    });
    if (signedIn.refusal !== undefined) return refused({ code: [signedIn.refusal] }, privately(400));
    const { token } = signedIn;
    // Not the networks' counts, which are of guesses at others too.
    const ofPerson = guesses.filter(
      ([limit]) => limit === "officeCodesAtAccount" || limit === "officeGuessesInBrowser",
    );
    await resetCounts(context, ["officeGuessesAtAccount", person.email], ...ofPerson);
    const cookies = signedInCookies(request, context.settings, token, person);
    const typedThen = typedBefore(context.settings, carried.typed, person.id, carried.to, now);
    if (!typedThen) return onward(carried.to, cookies);
    const page = {
      step: "typed before",
      to: carried.to,
      formToken: formTokenOf(context.settings, sessionIdOf(token)),
      ...typedThen,
    } as const;
    return json<SignInPage>(page, withCookies(privately(), cookies));
  };
  return unlessUnwritable(signIn, (words, answer) => refused({ "": [words] }, answer));
}

/** The limits of a guess: an attack from elsewhere doesn't lock out a browser where the person was signed in before. */
function guessesAt<Name extends "officeGuessesAtAccount" | "officeCodesAtAccount">(
  limit: Name,
  email: string,
  request: Request,
  context: AppLoadContext,
): Limited<Name | "officeGuessesInBrowser" | "officeGuessesFromAddress" | "officeGuessesFromWideNetwork">[] {
  const browser = browsers.nameFor(request, context.settings, email);
  if (browser) return [["officeGuessesInBrowser", `${browser} ${email}`]];
  return [
    ...fromNetwork("officeGuessesFromAddress", "officeGuessesFromWideNetwork", context.clientAddress),
    [limit, email],
  ];
}
