import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand";
import { signInCodeState, signInDriver } from "#app/domain/drivers/driver-sessions.server";
import { newId } from "#app/domain/values/ids.server";
import { carriedValue } from "#app/http/forms/forms.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { driverToken, keepDriver } from "#app/http/sign-in/driver.server";
import { browserInWords } from "#app/http/sign-in/session.server";
import { paths } from "#app/paths";
import { DriveShell } from "#app/ui/drivers/drive-shell";
import { Button } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { Notice } from "#app/ui/notice";
import { OurPhone } from "#app/ui/our-phone";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const handle = { enhance: "drive" };
export const meta: MetaFunction = () => privatePageMeta("Sign in as a driver");

/** Asks first, because a preview of the text message must not use up the link. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { store } = context.services;
  const state = await signInCodeState(store.read, codeIn(request), new Date());
  return json(
    { isGood: state === "good", key: newId(), why: null as string | null },
    privately(state === "good" ? 200 : 410),
  );
}

/** Signs this phone in, and the driver's earlier phone out. The same form again finds this phone signed in. */
export async function action({ request, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const code = codeIn(request);
  const key = carriedValue(await typedForm(request), "key");
  const token = driverToken(context.settings, code, key);
  const signIn = async () => {
    const { store } = context.services;
    const phone = browserInWords(request);
    const isIn = key !== "" && (await store.tx((tx) => signInDriver(tx, { code, token, phone }, new Date())));
    if (!isIn) return json({ isGood: false, key, why: null as string | null }, privately(410));
    return onward(paths.drive, [keepDriver(context.settings, token)]);
  };
  return unlessUnwritable(signIn, (words, how) => json({ isGood: true, key, why: words as string | null }, how));
}

export default function DriverSignIn() {
  const loaded = useLoaderData<typeof loader>();
  const { isGood, key, why } = useActionData<typeof action>() ?? loaded;
  return (
    <DriveShell>
      <h1>Your stops on this phone</h1>
      {why ? <Notice tone="bad">{why}</Notice> : null}
      {isGood ? (
        <form method="post" className="form">
          <p>For 30 days this phone shows your stops for {brand.name}. Don't do this on a phone that isn't yours.</p>
          <HiddenFields fields={{ key }} />
          <Button busyLabel="Signing in…">Sign in on this phone</Button>
        </form>
      ) : (
        <Notice tone="bad" title="This link doesn't work any more">
          <p>
            It works once, on one phone. If this phone is signed in already, open <a href={paths.drive}>My stops</a>. Or
            ask the office for a new link: <OurPhone />.
          </p>
        </Notice>
      )}
    </DriveShell>
  );
}

function codeIn(request: Request): string {
  return typedQuery(request).get("code") ?? "";
}
