import { type ActionFunctionArgs, json, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PasswordAgainSchema } from "#app/domain/accounts/forms";
import { deleteAccount } from "#app/domain/people/account-data.server";
import { checkForm } from "#app/http/forms/forms.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { privately } from "#app/http/pages/private-page.server";
import { withoutSecrets } from "#app/http/sign-in/auth.server";
import { wrongPassword } from "#app/http/sign-in/password-again.server";
import { emailAndToken, requireUserForm } from "#app/http/sign-in/require-user.server";
import { signedOut } from "#app/http/sign-in/sign-out.server";
import { accountPaths, paths } from "#app/paths";
import { CurrentPasswordField } from "#app/ui/accounts/login-forms";
import { Aside } from "#app/ui/aside";
import { blankForm } from "#app/ui/forms/field-state";
import { StepForm } from "#app/ui/forms/step-form";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Delete my account");

export const loader = emailAndToken;

export async function action({ request, context }: ActionFunctionArgs) {
  const { account, form } = await requireUserForm(request, context);
  const checked = checkForm(form, PasswordAgainSchema);
  if (!checked.ok) return json(withoutSecrets(checked.state), privately(400));
  const leave = async () => {
    const wrong = await wrongPassword(account.uid, checked.answers.currentPassword, context);
    if (wrong) return json({ values: {}, errors: wrong.errors }, wrong.answer);
    const { store, eraseAccounts } = context.services;
    const deleted = await store.tx((tx) => deleteAccount(tx, account, new Date()));
    if (!deleted.ok) return json({ values: {}, errors: { "": [deleted.why] } }, privately(409));
    eraseAccounts();
    return signedOut(request, context.settings, `${paths.home}?deleted=1`);
  };
  return unlessUnwritable(leave, (words, how) => json({ values: {}, errors: { "": [words] } }, how));
}

export default function DeleteAccount() {
  const { email, formToken } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? blankForm;
  return (
    <>
      <h1>Delete my account</h1>
      <p>
        The account of <b>{email}</b> is deleted at once, and its quotes and emails within ten minutes. You can't undo
        this. You can <a href={accountPaths.data}>download your data</a> first.
      </p>
      <Aside title="What stays">
        <p>
          We keep your bookings, but without names, phone numbers and email addresses. Parcels on their way are still
          delivered.
        </p>
      </Aside>
      <StepForm
        state={state}
        submit="Delete my account"
        busyLabel="Deleting…"
        danger
        hidden={{ token: formToken }}
        backHref={accountPaths.overview}
      >
        <CurrentPasswordField state={state} last />
      </StepForm>
    </>
  );
}
