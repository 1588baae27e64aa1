import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { endSession, endSessions, sessionsOf } from "#app/domain/accounts/sessions.server";
import { saDateTime } from "#app/domain/values/sa-time";
import { carriedValue } from "#app/http/forms/forms.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { requireUser, requireUserForm } from "#app/http/sign-in/require-user.server";
import { signedOut } from "#app/http/sign-in/sign-out.server";
import { accountPaths, paths } from "#app/paths";
import { Aside } from "#app/ui/aside";
import { Button, ButtonRow } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { FactList } from "#app/ui/shipments/summary-card";

/** The last button's value: ends this session too. */
const EVERYWHERE = "everywhere";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Where I am logged in");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, session, formToken } = await requireUser(request, context);
  const { store } = context.services;
  const sessions = await sessionsOf(store.read, account.uid, new Date());
  const shown = sessions.map(({ id, browser, createdAt, lastSeenAt }) => ({
    id,
    browser,
    isThis: id === session.id,
    since: saDateTime(createdAt),
    lastSeen: saDateTime(lastSeenAt),
  }));
  return json({ sessions: shown, formToken }, privately());
}

/** Ends one of the user's sessions, or all. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, session, form } = await requireUserForm(request, context);
  const ending = carriedValue(form, "end");
  const { store } = context.services;
  if (ending === EVERYWHERE) {
    await store.tx((tx) => endSessions(tx, "customer", account.uid));
    return signedOut(request, context.settings, paths.login);
  }
  await store.tx((tx) => endSession(tx, "customer", account.uid, ending));
  return ending === session.id ? signedOut(request, context.settings, paths.login) : onward(accountPaths.sessions);
}

export default function Sessions() {
  const { sessions, formToken } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Where I am logged in</h1>
      <form method="post" className="form">
        <HiddenFields fields={{ token: formToken }} />
        <ul className="stack">
          {sessions.map((session) => (
            <li className="card" key={session.id}>
              <h2>
                {session.browser}
                {session.isThis ? " (this browser)" : ""}
              </h2>
              <FactList
                facts={[
                  { label: "Since", value: session.since },
                  { label: "Last used", value: session.lastSeen },
                ]}
              />
              <ButtonRow>
                <Button plain name="end" value={session.id}>
                  Log out here
                </Button>
              </ButtonRow>
            </li>
          ))}
        </ul>
        <ButtonRow>
          <Button name="end" value={EVERYWHERE}>
            Sign out everywhere
          </Button>
        </ButtonRow>
      </form>
      <Aside title="One that you don't know?">
        <p>
          Log out there, and <a href={accountPaths.password}>change your password</a>.
        </p>
      </Aside>
    </>
  );
}
