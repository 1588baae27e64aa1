import type { AppLoadContext } from "@remix-run/node";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Config } from "#app/config.server";
import { endSession } from "#app/domain/accounts/sessions.server";
import { activePerson } from "#app/domain/office/people.server";
import { typedValues } from "#app/http/forms/forms.server";
import { formTokenOf, refuseForeignForm, refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { officeCookieOf, requireOfficeNetwork } from "#app/http/office/office-guard.server";
import { byCode, byPassword, codePage, officeSessionOf, type SignInPage } from "#app/http/office/sign-in.server";
import { sealTyped } from "#app/http/office/typed-before.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { withinSite } from "#app/http/sign-in/safe-redirect.server";
import { officePaths } from "#app/paths";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { Notice } from "#app/ui/notice";
import { DoorShell } from "#app/ui/office/office-shell";
import { CodeForm, PasswordForm, TypedBeforeForm } from "#app/ui/office/sign-in-forms";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Office: sign in");

const blank = { values: {}, errors: {} };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireOfficeNetwork(context);
  const { to, asks } = goal(request, context.settings);
  return json({ page: await pageFor(request, context, asks, ""), to: asks ? to : "" }, privately());
}

/**
 * The password, then the code. Signs out, too. A form of another page whose session had ended (`typed`) is kept in this
 * page's form, which nobody can read.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  requireOfficeNetwork(context);
  refuseOtherSites(request, context.settings);
  const now = new Date();
  const { to, isTyped } = goal(request, context.settings);
  const form = await typedForm(request);
  const cookie = officeCookieOf(request, context.settings);
  if (isTyped) {
    // Another site's form would wait for somebody who presses Continue.
    if (cookie) refuseForeignForm(request, context.settings, form, cookie.sessionId);
    const typed = cookie ? await sealTyped(context.settings, form, cookie.personId, to, now) : "";
    return json<SignInPage>(await pageFor(request, context, true, typed), privately(403));
  }
  const { ticket, leave } = typedValues(form);
  const typed = String(form.get("typed") ?? "");
  if (leave && cookie) {
    refuseForeignForm(request, context.settings, form, cookie.sessionId);
    const { store } = context.services;
    await store.tx((tx) => endSession(tx, "office", cookie.personId, cookie.sessionId));
    return onward(officePaths.signIn());
  }
  const step = ticket === undefined ? byPassword : byCode;
  return step(form, request, context, { to, typed });
}

export default function OfficeSignIn() {
  const loaded = useLoaderData<typeof loader>();
  const page = useActionData<SignInPage>() ?? loaded.page;
  const action = officePaths.signIn({ to: loaded.to || undefined });
  return (
    <DoorShell>
      {page.step === "password" ? (
        <>
          <h1>Sign in to the office</h1>
          {page.typed ? (
            <Notice tone="info" title="You were signed out">
              <p>Nothing was done. What you typed is kept: sign in to go on.</p>
            </Notice>
          ) : loaded.to ? (
            <p>You were signed out. Sign in to go on.</p>
          ) : null}
          <PasswordForm state={page.state} action={action} hidden={{ typed: page.typed }} />
        </>
      ) : null}
      {page.step === "code" ? (
        <>
          <h1>Your code</h1>
          <p>{page.name}, open the app on your phone.</p>
          <CodeForm
            state={page.state}
            action={action}
            hidden={{ typed: page.typed, ticket: page.ticket }}
            submit="Sign in"
            hint="Six digits. Without the phone, one of your recovery codes."
          />
        </>
      ) : null}
      {page.step === "signed in" ? (
        <>
          <h1>You are signed in</h1>
          <p>{page.name}, you are signed in on this browser.</p>
          <form method="post" className="form">
            <HiddenFields fields={{ token: page.formToken, leave: "1" }} />
            <ButtonRow>
              <ButtonLink href={officePaths.home}>To the office</ButtonLink>
              <Button plain busyLabel="Signing out…">
                Sign out
              </Button>
            </ButtonRow>
          </form>
        </>
      ) : null}
      {page.step === "typed before" ? (
        <>
          <h1>You are signed in</h1>
          <p>Nothing has been done yet. Continue sends what you typed.</p>
          <TypedBeforeForm {...page} />
        </>
      ) : null}
    </DoorShell>
  );
}

/** Somebody who is signed in is asked for a code where a page wants a newer one. */
async function pageFor(request: Request, context: AppLoadContext, asks: boolean, typed: string): Promise<SignInPage> {
  const now = new Date();
  const here = await officeSessionOf(request, context, now);
  if (!here) return { step: "password", state: blank, typed };
  const { store } = context.services;
  const person = asks ? await activePerson(store.read, here.holder.id) : null;
  if (person) return codePage(context.settings, person, typed, now);
  return { step: "signed in", name: here.holder.name, formToken: formTokenOf(context.settings, here.session.id) };
}

/** Where the sign-in leads: to a page of the office. */
function goal(request: Request, settings: Config) {
  const query = typedQuery(request);
  const to = withinSite(settings, query.get("to"), officePaths.home);
  const isOffice = /^\/office(?:[/?]|$)/.test(to) && !to.startsWith(officePaths.signIn());
  return { to: isOffice ? to : officePaths.home, asks: query.has("to"), isTyped: query.has("typed") };
}
