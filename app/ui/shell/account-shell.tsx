import type { ReactNode } from "react";
import { paths } from "#app/paths";
import { HiddenFields } from "../forms/hidden-fields";
import { PageFrame } from "./page-frame";
import { useThisPath } from "./this-page";

/**
 * Header of the pages behind a sign-in: Back, Dashboard, Logout (specification section 2). Logout is a form, because it
 * changes something.
 */
export function AccountShell(props: {
  backHref: string;
  /** The token in forms behind a sign-in, so that other sites can't post them. */
  formToken: string;
  children: ReactNode;
}) {
  const { backHref, formToken, children } = props;
  const path = useThisPath();
  return (
    <PageFrame
      barClass="bar account"
      shortFooter
      besideLogo={
        <nav aria-label="Account">
          <a href={backHref}>Back</a>{" "}
          <a href={paths.dashboard} aria-current={path === paths.dashboard ? "page" : undefined}>
            Dashboard
          </a>{" "}
          <form method="post" action={paths.logout}>
            <HiddenFields fields={{ token: formToken }} />
            <button type="submit">Logout</button>
          </form>
        </nav>
      }
    >
      {children}
    </PageFrame>
  );
}
