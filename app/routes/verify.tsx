import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { emailFolder } from "#app/config.server";
import { isVerified, maskedEmail } from "#app/domain/accounts/account";
import { cooldownLeftMs, sendVerification } from "#app/domain/accounts/verification.server";
import { typedValues } from "#app/http/forms/forms.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { takeTurn } from "#app/http/limits/turns.server";
import { onward, type PrivateAnswer, privately, tooSoon } from "#app/http/pages/private-page.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { messageTo } from "#app/http/sign-in/proven-owner.server";
import { requireUser, requireUserForm } from "#app/http/sign-in/require-user.server";
import { withinSite } from "#app/http/sign-in/safe-redirect.server";
import { log } from "#app/log.server";
import { paths } from "#app/paths";
import { EmailsInAFolder } from "#app/ui/accounts/emails-in-a-folder";
import { EmailAddress } from "#app/ui/email-address";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { Notice, ShortNotice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";

/** Specification section 9. */
const REFRESH_SECONDS = 5;
const FAILED = "Failed to send verification email.";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Verify your email address");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = typedQuery(request);
  const next = withinSite(context.settings, query.get("next"), paths.dashboard);
  // The login itself sends unverified users here.
  const { account, formToken } = await requireUser(request, context, () => next);
  if (isVerified(account)) throw redirect(next, privately(302));
  const page = {
    email: maskedEmail(account.email),
    waitSeconds: Math.ceil(cooldownLeftMs(account, new Date()) / 1000),
    isSentAgain: query.has("sent"),
    refresh: { seconds: REFRESH_SECONDS, href: paths.verify({ next: next === paths.dashboard ? undefined : next }) },
    emailFolder: emailFolder(context.settings),
    formToken,
  };
  return json(page, privately());
}

/** Sends the email again. */
export async function action({ request, context }: ActionFunctionArgs) {
  const next = withinSite(context.settings, typedQuery(request).get("next"), paths.dashboard);
  const { account, form } = await requireUserForm(request, context, () => next);
  if (isVerified(account)) return onward(next);
  const refused = (error: string, answer: PrivateAnswer) => json({ error, waited: typedValues(form).waited }, answer);
  const send = async () => {
    const { store, sendEmails } = context.services;
    const now = new Date();
    const waitMs = cooldownLeftMs(account, now);
    if (waitMs > 0) return refused(`Please wait ${Math.ceil(waitMs / 1000)} seconds, then ask again.`, tooSoon(waitMs));
    const limit = await messageTo(request, context, account.email);
    const turn = await takeTurn(context, "emails", form, now, limit);
    if (turn.kind !== "now") return refused(turn.why, turn.answer);

    await store.tx((tx) =>
      sendVerification(
        tx,
        turn.asked,
        account.uid,
        { appUrl: addressInEmails(request, context.settings), now },
        { next, isAgain: true },
      ),
    );
    sendEmails();
    return onward(paths.verify({ next: next === paths.dashboard ? undefined : next, sent: "1" }));
  };
  try {
    return await unlessUnwritable(send, refused);
  } catch (error) {
    log.error({ err: error }, "sending a verification email failed");
    return refused(FAILED, privately(500));
  }
}

export default function Verify() {
  const { email, waitSeconds, isSentAgain, refresh, emailFolder, formToken } = useLoaderData<typeof loader>();
  const { error: refusal, waited } = useActionData<typeof action>() ?? {};
  return (
    <SiteShell shortFooter>
      <section className="waiting" data-refresh-seconds={refresh.seconds} data-refresh-href={refresh.href}>
        <h1>Verify your email</h1>
        <ShortNotice tone="bad" words={refusal} />
        {isSentAgain ? (
          <Notice tone="good">
            <p>We have sent the email again. The link in any of our emails will work.</p>
          </Notice>
        ) : null}
        <p>
          A verification link was sent to{" "}
          <span className="nowrap">
            <b>
              <EmailAddress>{email}</EmailAddress>
            </b>
            .
          </span>{" "}
          Open the email and use the link. This page then moves on by itself.
        </p>
        <EmailsInAFolder folder={emailFolder} />
        <p className="hint">No email after a few minutes? Look in your spam folder. The link works for 3 days.</p>
        <ButtonRow>
          <ButtonLink href={refresh.href}>Check again</ButtonLink>
        </ButtonRow>
        <form method="post" action={refresh.href}>
          <HiddenFields fields={{ token: formToken, ...(waited ? { waited } : {}) }} />
          <ButtonRow>
            <Button plain busyLabel="Sending…" disabled={waitSeconds > 0}>
              Resend email
            </Button>
            {waitSeconds > 0 ? <span className="hint">You can ask again in {waitSeconds} seconds.</span> : null}
          </ButtonRow>
        </form>
        <form method="post" action={paths.logout} className="links">
          <HiddenFields fields={{ token: formToken }} />
          <a href={paths.dashboard}>Later</a>{" "}
          <Button quiet busyLabel="Signing out…">
            Sign out
          </Button>
        </form>
      </section>
    </SiteShell>
  );
}
