import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { requireUser } from "#app/http/auth.server";
import { privately } from "#app/http/private-page.server";
import { paths } from "#app/paths";
import { AccountShell } from "#app/ui/shell/account-shell";

/** What the shell's Logout needs. It guards nothing: each step asks for itself who is signed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { formToken } = await requireUser(request);
  return json({ formToken }, privately());
}

/** The shell of the local wizard, for signed-in people. */
export default function LocalShipment() {
  const { formToken } = useLoaderData<typeof loader>();
  return (
    <AccountShell backHref={paths.dashboard} path={useLocation().pathname} formToken={formToken}>
      <Outlet />
    </AccountShell>
  );
}
