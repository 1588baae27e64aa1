import { Outlet, useLocation } from "@remix-run/react";
import { SiteShell } from "#app/ui/shell/site-shell";

/** The shell of the public pages. */
export default function Site() {
  return (
    <SiteShell path={useLocation().pathname}>
      <Outlet />
    </SiteShell>
  );
}
