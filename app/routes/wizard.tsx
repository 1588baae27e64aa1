import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { privately } from "#app/http/pages/private-page.server";
import { signedIn } from "#app/http/sign-in/session.server";
import { paths } from "#app/paths";
import { AccountShell } from "#app/ui/shell/account-shell";

/** The token for the shell's Logout. It doesn't check the sign-in: each step does, and knows where the login leads. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const customer = await signedIn(request, context);
  return json({ formToken: customer?.formToken ?? "" }, privately());
}

/** The shell of the signed-in wizards. */
export default function SignedInWizard() {
  const { formToken } = useLoaderData<typeof loader>();
  return (
    <AccountShell backHref={paths.dashboard} formToken={formToken}>
      <Outlet />
    </AccountShell>
  );
}
