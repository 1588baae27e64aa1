import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { company } from "#app/company.server";
import { askForNewEmail } from "#app/domain/accounts/change-email.server";
import { ChangeEmailSchema } from "#app/domain/accounts/forms";
import { requireUser, requireUserForm, withoutSecrets } from "#app/http/auth.server";
import { checkForm, typedValues } from "#app/http/forms.server";
import { networkOf } from "#app/http/network.server";
import { wrongPassword } from "#app/http/password-again.server";
import { onward, privately } from "#app/http/private-page.server";
import { letterTo } from "#app/http/rate-limit.server";
import { addressInLetters } from "#app/http/site-address.server";
import { takeTurn } from "#app/http/turns.server";
import { unlessUnwritable } from "#app/http/unwritable.server";
import { accountPaths } from "#app/paths";
import { CurrentPasswordField, EmailField } from "#app/ui/accounts/login-forms";
import { blankForm, type FormState } from "#app/ui/forms/form-state";
import { StepForm } from "#app/ui/forms/step-form";
import { privatePageMeta } from "#app/ui/shell/page-meta";

const SAME = "This is your email address already.";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Change email address");

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, formToken } = await requireUser(request);
  return json({ email: account.email, formToken }, privately());
}

/** Sends a link to the new address; nothing changes before it is used. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, form } = await requireUserForm(request);
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
    const turn = await takeTurn("letters", networkOf(context.clientAddress), form, now, letterTo(email));
    if (turn.kind !== "now") return refused({ "": [turn.words] }, turn.answer);

    const { store, sendLetters } = await company();
    const at = { appUrl: addressInLetters(request), now };
    await store.tx((tx) => askForNewEmail(tx, account.uid, email, at));
    sendLetters();
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
        Now it is <b>{email}</b>. We send a link to the new address, and once it is used, a way back to the old one.
      </p>
      <StepForm
        state={state}
        submit="Send the link"
        busyLabel="Sending…"
        hidden={{ token: formToken }}
        backHref={accountPaths.overview}
      >
        <EmailField state={state} autoComplete="email" label="New email address" />
        <CurrentPasswordField state={state} />
      </StepForm>
    </>
  );
}
