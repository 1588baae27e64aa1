import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { endSession } from "#app/domain/accounts/sessions.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { requireDriver, requireDriverForm } from "#app/http/sign-in/driver.server";
import { paths } from "#app/paths";
import { DriveShell } from "#app/ui/drivers/drive-shell";
import { Button } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const handle = { enhance: "drive" };
export const meta: MetaFunction = () => privatePageMeta("Sign out");

/** Asks first. The phone's worker adds how many marks of whom it still keeps, and what happens to them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { driver, formToken } = await requireDriver(request, context);
  return json({ name: driver.name, token: formToken }, privately());
}

/** Ends the session. The cookie stays, because the phone may still send marks. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { driver, sessionId } = await requireDriverForm(request, context);
  const { store } = context.services;
  const signOut = async () => {
    await store.tx((tx) => endSession(tx, "driver", driver.id, sessionId));
    return onward(paths.drive);
  };
  return unlessUnwritable(signOut, (why, how) => json({ why }, how));
}

export default function DriverSignOut() {
  const { name, token } = useLoaderData<typeof loader>();
  const why = useActionData<typeof action>()?.why;
  return (
    <DriveShell>
      <h1>Sign out on this phone</h1>
      {why ? <Notice tone="bad">{why}</Notice> : null}
      <form method="post" className="form">
        <p>{name}, this phone then shows no stops any more. To sign in again you need a new link: ask the office.</p>
        <HiddenFields fields={{ token }} />
        <Button busyLabel="Signing out…">Sign out</Button>
      </form>
      <p>
        <a href={paths.drive}>Stay signed in</a>
      </p>
    </DriveShell>
  );
}
