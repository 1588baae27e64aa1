import { type ActionFunctionArgs, json, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { askForNewEmail } from "#app/domain/accounts/change-email.server";
import { ChangeEmailSchema } from "#app/domain/accounts/forms";
import type { FormState } from "#app/domain/values/form-state";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { takeTurn } from "#app/http/limits/turns.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { withoutSecrets } from "#app/http/sign-in/auth.server";
import { wrongPassword } from "#app/http/sign-in/password-again.server";
import { messageTo } from "#app/http/sign-in/proven-owner.server";
import { emailAndToken, requireUserForm } from "#app/http/sign-in/require-user.server";
import { accountPaths } from "#app/paths";
import { CurrentPasswordField, EmailField } from "#app/ui/accounts/login-forms";
import { Aside } from "#app/ui/aside";
import { blankForm } from "#app/ui/forms/field-state";
import { StepForm } from "#app/ui/forms/step-form";
import { privatePageMeta } from "#app/ui/shell/page-meta";

const SAME = "This is your email address already.";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Change email address");

export const loader = emailAndToken;

/** Sends a link to the new address; nothing changes until it is used. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, form } = await requireUserForm(request, context);
  const refused = (errors: FormState["errors"], answer = privately(400)) =>
    json(withoutSecrets({ values: typedValues(form), errors }), answer);
  const checked = checkForm(form, ChangeEmailSchema);
  if (!checked.ok) return refused(checked.state.errors);
  const { email, currentPassword } = checked.answers;
  if (email === account.email) return refused({ email: [SAME] });
  const now = new Date();
  const send = async () => {
    const wrong = await wrongPassword(account.uid, currentPassword, context);
    if (wrong) return refused(wrong.errors, wrong.answer);
    const limit = await messageTo(request, context, email);
    const turn = await takeTurn(context, "emails", form, now, limit);
    if (turn.kind !== "now") return refused({ "": [turn.why] }, turn.answer);

    const { store, sendEmails } = context.services;
    const at = { appUrl: addressInEmails(request, context.settings), now };
    await store.tx((tx) => askForNewEmail(tx, turn.asked, account.uid, email, at));
    sendEmails();
    return onward(accountPaths.done("email"));
  };
  return unlessUnwritable(send, (words, how) => refused({ "": [words] }, how));
}

export default function ChangeEmail() {
  const { email, formToken } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? blankForm;
  return (
    <>
      <h1>Change email address</h1>
      <p>
        Your email address is <b>{email}</b>.
      </p>
      <StepForm
        state={state}
        submit="Send the link"
        busyLabel="Sending…"
        hidden={{ token: formToken }}
        backHref={accountPaths.overview}
      >
        <EmailField state={state} autoComplete="email" label="New email address" />
        <CurrentPasswordField state={state} last />
      </StepForm>
      <Aside title="What happens then">
        <p>We send a link to the new address. Once you use it, we email the old address too, in case it wasn't you.</p>
      </Aside>
    </>
  );
}
