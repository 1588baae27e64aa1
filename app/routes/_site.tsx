import { Outlet } from "@remix-run/react";
import { SiteShell } from "#app/ui/shell/site-shell";

/** The shell of the public pages. */
export default function Site() {
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  );
}
