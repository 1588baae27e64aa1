import { type ActionFunctionArgs, json, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChangePasswordSchema } from "#app/domain/accounts/forms";
import { hashPassword } from "#app/domain/accounts/password.server";
import { changePassword } from "#app/domain/accounts/reset-password.server";
import type { FormState } from "#app/domain/values/form-state";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { allow } from "#app/http/limits/rate-limit.server";
import { onward, type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { withoutSecrets } from "#app/http/sign-in/auth.server";
import { wrongPassword } from "#app/http/sign-in/password-again.server";
import { inPasswordTurn } from "#app/http/sign-in/password-turn.server";
import { messageTo } from "#app/http/sign-in/proven-owner.server";
import { emailAndToken, requireUserForm } from "#app/http/sign-in/require-user.server";
import { keepSession } from "#app/http/sign-in/session.server";
import { accountPaths } from "#app/paths";
import { CurrentPasswordField, NewPasswordFields, UsernameForManagers } from "#app/ui/accounts/login-forms";
import { Aside } from "#app/ui/aside";
import { blankForm } from "#app/ui/forms/field-state";
import { StepForm } from "#app/ui/forms/step-form";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Change password");

export const loader = emailAndToken;

export async function action({ request, context }: ActionFunctionArgs) {
  const { account, session, form } = await requireUserForm(request, context);
  const checked = checkForm(form, ChangePasswordSchema);
  if (!checked.ok) return json(withoutSecrets(checked.state), privately(400));
  const { currentPassword, password } = checked.answers;
  const refused = (errors: FormState["errors"], answer: PrivateAnswer) =>
    json(withoutSecrets({ values: typedValues(form), errors }), answer);
  const now = new Date();
  const change = async () => {
    const wrong = await wrongPassword(account.uid, currentPassword, context);
    if (wrong) return refused(wrong.errors, wrong.answer);

    // The change sends an email, possibly to an address that isn't verified yet.
    const allowance = await allow(context, now, await messageTo(request, context, account.email));
    if (!allowance.ok) return refused({ "": [allowance.why] }, allowance.answer);
    const turn = await inPasswordTurn(context, { known: account.uid }, (turn) => hashPassword(turn, password));
    if (!turn.ok) return refused({ "": [turn.why] }, turn.answer);

    const { store, sendEmails } = context.services;
    const at = { appUrl: addressInEmails(request, context.settings), now };
    const token = await store.tx((tx) => changePassword(tx, allowance.asked, session, turn.result, at));
    sendEmails();
    return onward(accountPaths.done("password"), token ? [keepSession(context.settings, token)] : []);
  };
  return unlessUnwritable(change, (words, how) => refused({ "": [words] }, how));
}

export default function ChangePassword() {
  const { email, formToken } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? blankForm;
  return (
    <>
      <h1>Change password</h1>
      <StepForm
        state={state}
        submit="Change password"
        busyLabel="Saving…"
        hidden={{ token: formToken }}
        backHref={accountPaths.overview}
      >
        <UsernameForManagers email={email} />
        <CurrentPasswordField state={state} />
        <NewPasswordFields state={state} />
      </StepForm>
      <Aside title="What happens then">
        <p>All your other browsers are logged out.</p>
      </Aside>
    </>
  );
}
