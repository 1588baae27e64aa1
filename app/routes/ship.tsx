import { Outlet, useLocation } from "@remix-run/react";
import { paths } from "#app/paths";
import { SiteShell } from "#app/ui/shell/site-shell";

/** The shell of "Send a Parcel": information, coverage, and the public wizard's steps. */
export default function Ship() {
  const path = useLocation().pathname;
  return (
    <SiteShell shortFooter={path !== paths.ship}>
      <Outlet />
    </SiteShell>
  );
}
