import { Outlet } from "@remix-run/react";
import { SiteShell } from "#app/ui/shell/site-shell";

/** The shell of the payment's pages. */
export default function Payment() {
  return (
    <SiteShell shortFooter>
      <Outlet />
    </SiteShell>
  );
}
