import type { AppLoadContext } from "@remix-run/node";
import type { Config } from "#app/config.server";
import { isPasswordOf } from "#app/domain/accounts/sign-in.server";
import type { FormState } from "#app/domain/values/form-state";
import { allow, fromNetwork, type Limited, resetCounts } from "#app/http/limits/rate-limit.server";
import { type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { inPasswordTurn, type Sender } from "./password-turn.server";
import { trustedBrowserOf } from "./trusted-browser.server";

type Guess =
  | "guessesInBrowser"
  | "guessesFromAddress"
  | "guessesFromWideNetwork"
  | "guessesAtAccount"
  | "passwordAgain";

const NO_PASSWORD = "Please enter the password.";

/**
 * The limits of signing in with an email: an attack from elsewhere doesn't lock out a browser that was signed in before.
 */
export function guessesAt(request: Request, context: AppLoadContext, email: string): Limited<Guess>[] {
  const trustedBrowser = trustedBrowserOf(request, context.settings, email);
  if (trustedBrowser) return [["guessesInBrowser", `${trustedBrowser} ${email}`]];
  return [
    ...fromNetwork("guessesFromAddress", "guessesFromWideNetwork", context.clientAddress),
    ["guessesAtAccount", email],
  ];
}

/** Which queue the form waits in. */
export function senderAs(request: Request, settings: Config, email: string): Sender {
  return trustedBrowserOf(request, settings, email) ? { known: email } : "stranger";
}

/** Resets the counts after the right password, but not the networks', which guess at other accounts too. */
export async function forgetGuesses(context: AppLoadContext, guesses: Limited<Guess>[]): Promise<void> {
  await resetCounts(
    context,
    ...guesses.filter(([limit]) => limit === "guessesAtAccount" || limit === "guessesInBrowser"),
  );
}

type WrongPassword = { errors: FormState["errors"]; answer: PrivateAnswer };

/**
 * Asks for the password of an account on a browser that isn't signed in to it, under the limits of signing in.
 * @returns null when it is right
 */
export async function wrongPasswordOf(
  account: { uid: string; email: string },
  password: string,
  request: Request,
  context: AppLoadContext,
): Promise<WrongPassword | null> {
  if (password === "") return { errors: { password: [NO_PASSWORD] }, answer: privately(400) };
  const guesses = guessesAt(request, context, account.email);
  const complaint = { password: ["That isn't the password of this account."] };
  return refusalOf(
    account.uid,
    password,
    context,
    senderAs(request, context.settings, account.email),
    guesses,
    complaint,
  );
}

/**
 * Asks for the current password before changes that could lose the owner their account: the browser may be unattended.
 * @returns null when it is right; otherwise the message, status and headers to answer with
 */
export async function wrongPassword(
  uid: string,
  password: string,
  context: AppLoadContext,
): Promise<WrongPassword | null> {
  const complaint = { currentPassword: ["That isn't your current password."] };
  return refusalOf(uid, password, context, { known: uid }, [["passwordAgain", uid]], complaint);
}

async function refusalOf(
  uid: string,
  password: string,
  context: AppLoadContext,
  sender: Sender,
  guesses: Limited<Guess>[],
  complaint: FormState["errors"],
): Promise<WrongPassword | null> {
  const allowance = await allow(context, new Date(), ...guesses);
  if (!allowance.ok) return { errors: { "": [allowance.why] }, answer: allowance.answer };
  const { store } = context.services;
  const turn = await inPasswordTurn(context, sender, (turn) =>
    isPasswordOf(store.read, allowance.asked, turn, uid, password),
  );
  if (!turn.ok) return { errors: { "": [turn.why] }, answer: turn.answer };
  if (!turn.result) return { errors: complaint, answer: privately(400) };
  await forgetGuesses(context, guesses);
  return null;
}
