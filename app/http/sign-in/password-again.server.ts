import type { AppLoadContext } from "@remix-run/node";
import { company } from "#app/company.server";
import { isPasswordOf } from "#app/domain/accounts/sign-in.server";
import type { FormState } from "#app/domain/values/form-state";
import { allow, resetCounts } from "#app/http/limits/rate-limit.server";
import { type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { inPasswordTurn } from "./password-turn.server";

/**
 * Asks for the current password before changes that could lose the owner their account: the browser may be unattended.
 * @returns null when it is right; otherwise the message, status and headers to answer with
 */
export async function wrongPassword(
  uid: string,
  password: string,
  context: AppLoadContext,
): Promise<{ errors: FormState["errors"]; answer: PrivateAnswer } | null> {
  const allowance = await allow(new Date(), ["passwordAgain", uid]);
  if (!allowance.ok) return { errors: { "": [allowance.words] }, answer: allowance.answer };
  const { store } = await company();
  const turn = await inPasswordTurn(context, () => isPasswordOf(store.read, uid, password));
  if (!turn.ok) return { errors: { "": [turn.words] }, answer: turn.answer };
  if (!turn.result) {
    return { errors: { currentPassword: ["That isn't your current password."] }, answer: privately(400) };
  }
  await resetCounts(["passwordAgain", uid]);
  return null;
}
