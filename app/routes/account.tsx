import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { privately } from "#app/http/pages/private-page.server";
import { requireUser } from "#app/http/sign-in/require-user.server";
import { paths } from "#app/paths";
import { AccountShell } from "#app/ui/shell/account-shell";

/** The shell of the account's pages. It doesn't check the sign-in: each page does. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { formToken } = await requireUser(request, context);
  return json({ formToken }, privately());
}

export default function AccountPages() {
  const { formToken } = useLoaderData<typeof loader>();
  const isOverview = useLocation().pathname === paths.account;
  return (
    <AccountShell backHref={isOverview ? paths.dashboard : paths.account} formToken={formToken}>
      <Outlet />
    </AccountShell>
  );
}
