import type { AppLoadContext } from "@remix-run/node";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Config } from "#app/config.server";
import { emailFolder } from "#app/config.server";
import { isVerified } from "#app/domain/accounts/account";
import { ForgotSchema } from "#app/domain/accounts/forms";
import { askForNewPassword } from "#app/domain/accounts/reset-password.server";
import { newId } from "#app/domain/values/ids.server";
import { checkForm } from "#app/http/forms/forms.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { takeTurn } from "#app/http/limits/turns.server";
import { onward, type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { authenticator, refusedForm } from "#app/http/sign-in/auth.server";
import { messageTo } from "#app/http/sign-in/proven-owner.server";
import { withinSite } from "#app/http/sign-in/safe-redirect.server";
import { signedIn } from "#app/http/sign-in/session.server";
import { log } from "#app/log.server";
import { type LoginTab, paths } from "#app/paths";
import { LoginTabs } from "#app/routes/login/login-tabs";
import { EmailsInAFolder } from "#app/ui/accounts/emails-in-a-folder";
import { ForgotForm, LoginForm, RegisterForm } from "#app/ui/accounts/login-forms";
import { Aside } from "#app/ui/aside";
import { blankForm } from "#app/ui/forms/field-state";
import { Notice } from "#app/ui/notice";
import { privateMetaOf } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";

const titles: Record<LoginTab, string> = { login: "Login", register: "Register", forgot: "Forgot password" };

export const handle = { enhance: true };
export const meta = privateMetaOf<typeof loader>(({ tab }) => titles[tab]);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { tab, next, elsewhere, query } = loginQuery(request, context.settings);
  const customer = await signedIn(request, context);
  if (customer && tab !== "forgot")
    throw redirect(isVerified(customer.account) ? next : paths.verify({ next: elsewhere }), privately(302));
  const page = {
    tab,
    next: elsewhere,
    isSent: query.has("sent"),
    isAsked: query.has("next"),
    formKey: newId(),
    emailFolder: emailFolder(context.settings),
  };
  return json(page, privately());
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { tab, next, elsewhere } = loginQuery(request, context.settings);
  if (tab === "forgot") return sendResetLink(request, context);
  try {
    const arrival = await authenticator(context).authenticate(tab, request);
    if (arrival.kind === "refused") return json(arrival.state, arrival.answer);
    return onward(isVerified(arrival.account) ? next : paths.verify({ next: elsewhere }), arrival.cookies);
  } catch (error) {
    log.error({ err: error }, "a sign-in failed");
    return json({ values: {}, errors: { "": ["Something went wrong"] } }, privately(500));
  }
}

export default function Login() {
  const { tab, next, isSent, isAsked, formKey, emailFolder } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? blankForm;
  return (
    <SiteShell shortFooter>
      <h1>{titles[tab]}</h1>
      <LoginTabs current={tab} next={next} />
      {isAsked && tab !== "forgot" ? (
        <p>Log in to open this page. It shows your own parcels and details, so only you may see it.</p>
      ) : null}
      {tab === "login" ? <LoginForm state={state} next={next} /> : null}
      {tab === "register" ? <RegisterForm state={state} next={next} formKey={formKey} /> : null}
      {tab === "forgot" && isSent ? (
        <Notice tone="good" title="Check your email">
          <p>
            If this address has an account, we have emailed a link to it. The link works once, for one hour. No email
            after a few minutes? Look in your spam folder, or check the address and ask again.
          </p>
          <EmailsInAFolder folder={emailFolder} />
        </Notice>
      ) : null}
      {tab === "forgot" ? <ForgotForm state={state} next={next} /> : null}
      {tab === "forgot" ? <WithoutAnAccount /> : <WhatAnAccountGives />}
    </SiteShell>
  );
}

function WhatAnAccountGives() {
  return (
    <Aside title="What an account gives you">
      <ul>
        <li>All your parcels on one page, and where each of them is.</li>
        <li>An address book, so that you type an address once.</li>
        <li>Many parcels from a list, paid with one payment.</li>
      </ul>
      <p>
        You don't need one to <a href={paths.ship}>send a parcel</a>.
      </p>
    </Aside>
  );
}

/** For people who have booked as guests, and look for a password that they never had. */
function WithoutAnAccount() {
  return (
    <Aside title="Did you book without an account?">
      <p>
        Then there is no password. <a href={paths.lost()}>We can send you the links to your parcel again</a>.
      </p>
    </Aside>
  );
}

/** Gives the same answer in the same time, whether the address has an account or not. */
async function sendResetLink(request: Request, context: AppLoadContext) {
  const form = await typedForm(request);
  const refused = (errors: Record<string, string[]>, how?: PrivateAnswer) => {
    const { state, answer } = refusedForm(form, errors, how);
    return json(state, answer);
  };
  const checked = checkForm(form, ForgotSchema);
  if (!checked.ok) return refused(checked.state.errors);
  const { email } = checked.answers;
  const now = new Date();
  const send = async () => {
    const turn = await takeTurn(context, "emails", form, now, await messageTo(request, context, email));
    if (turn.kind !== "now") return refused({ "": [turn.why] }, turn.answer);

    const { store } = context.services;
    const at = { appUrl: addressInEmails(request, context.settings), now };
    await store.tx((tx) => askForNewPassword(tx, turn.asked, email, at));
    return onward(paths.loginWith({ tab: "forgot", sent: "1" }));
  };
  return unlessUnwritable(send, (words, how) => refused({ "": [words] }, how));
}

function loginQuery(request: Request, settings: Config) {
  const query = typedQuery(request);
  const tab: LoginTab =
    query.get("tab") === "register" ? "register" : query.get("tab") === "forgot" ? "forgot" : "login";
  const next = withinSite(settings, query.get("next"), paths.dashboard);
  // The dashboard is the default.
  return { tab, query, next, elsewhere: next === paths.dashboard ? undefined : next };
}
