import { Outlet, useLocation } from "@remix-run/react";
import { SiteShell } from "#app/ui/shell/site-shell";

/** The shell of "Send a Parcel": information, coverage, and the public wizard's steps. */
export default function Ship() {
  return (
    <SiteShell path={useLocation().pathname}>
      <Outlet />
    </SiteShell>
  );
}
