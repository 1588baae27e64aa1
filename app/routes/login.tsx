import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { company } from "#app/company.server";
import { isVerified } from "#app/domain/accounts/account";
import { ForgotSchema } from "#app/domain/accounts/forms";
import { askForNewPassword } from "#app/domain/accounts/reset-password.server";
import { newId } from "#app/domain/values/ids.server";
import { authenticator, refusedForm } from "#app/http/auth.server";
import { checkForm } from "#app/http/forms.server";
import { letterFolder } from "#app/http/letter-folder.server";
import { networkOf } from "#app/http/network.server";
import { onward, type PrivateAnswer, privately } from "#app/http/private-page.server";
import { letterTo } from "#app/http/rate-limit.server";
import { withinSite } from "#app/http/safe-redirect.server";
import { signedIn } from "#app/http/session.server";
import { addressInLetters } from "#app/http/site-address.server";
import { takeTurn } from "#app/http/turns.server";
import { unlessUnwritable } from "#app/http/unwritable.server";
import { log } from "#app/log.server";
import { type LoginTab, paths } from "#app/paths";
import { LettersInAFolder } from "#app/ui/accounts/letters-in-a-folder";
import { ForgotForm, LoginForm, RegisterForm } from "#app/ui/accounts/login-forms";
import { LoginTabs } from "#app/ui/accounts/login-tabs";
import { blankForm } from "#app/ui/forms/form-state";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";

const titles: Record<LoginTab, string> = { login: "Login", register: "Register", forgot: "Forgot password" };

export const handle = { enhance: true };
export const meta: MetaFunction<typeof loader> = ({ data }) => privatePageMeta(titles[data?.tab ?? "login"]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { tab, next, elsewhere, query } = asked(request);
  const who = await signedIn(request);
  if (who && tab !== "forgot")
    throw redirect(isVerified(who.account) ? next : paths.verify({ next: elsewhere }), privately(302));
  const page = {
    tab,
    next: elsewhere,
    isSent: query.has("sent"),
    formKey: newId(),
    letterFolder: letterFolder(),
  };
  return json(page, privately());
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { tab, next, elsewhere } = asked(request);
  if (tab === "forgot") return sendResetLink(request, context.clientAddress);
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
  const { tab, next, isSent, formKey, letterFolder } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? blankForm;
  return (
    <SiteShell path={useLocation().pathname}>
      <h1>{titles[tab]}</h1>
      <LoginTabs current={tab} next={next} />
      {tab === "login" ? <LoginForm state={state} next={next} /> : null}
      {tab === "register" ? <RegisterForm state={state} next={next} formKey={formKey} /> : null}
      {tab === "forgot" && isSent ? (
        <Notice tone="good" title="Look into your mail">
          <p>
            If the address has an account, a letter with a link is on its way to it. The link works once, for one hour.
            Nothing there after a few minutes? Look among the spam, or check the address and ask again.
          </p>
          <LettersInAFolder folder={letterFolder} />
        </Notice>
      ) : null}
      {tab === "forgot" ? <ForgotForm state={state} next={next} /> : null}
    </SiteShell>
  );
}

/** The same words, in the same time, whether the address has an account or not. */
async function sendResetLink(request: Request, clientAddress: string | undefined) {
  const form = await request.formData();
  const refused = (errors: Record<string, string[]>, how?: PrivateAnswer) => {
    const { state, answer } = refusedForm(form, errors, how);
    return json(state, answer);
  };
  const checked = checkForm(form, ForgotSchema);
  if (!checked.ok) return refused(checked.state.errors);
  const { email } = checked.answers;
  const now = new Date();
  const send = async () => {
    const turn = await takeTurn("letters", networkOf(clientAddress), form, now, letterTo(email));
    if (turn.kind !== "now") return refused({ "": [turn.words] }, turn.answer);

    const { store } = await company();
    const at = { appUrl: addressInLetters(request), now };
    await store.tx((tx) => askForNewPassword(tx, email, at));
    return onward(paths.loginWith({ tab: "forgot", sent: "1" }));
  };
  return unlessUnwritable(send, (words, how) => refused({ "": [words] }, how));
}

function asked(request: Request) {
  const query = new URL(request.url).searchParams;
  const tab: LoginTab =
    query.get("tab") === "register" ? "register" : query.get("tab") === "forgot" ? "forgot" : "login";
  const next = withinSite(query.get("next"), paths.dashboard);
  // The dashboard goes without saying.
  return { tab, query, next, elsewhere: next === paths.dashboard ? undefined : next };
}
