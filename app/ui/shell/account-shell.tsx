import type { ReactNode } from "react";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { EachApart } from "../apart";
import { HiddenFields } from "../forms/hidden-fields";
import { shown } from "../words";
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
  const words = catalogue().shell.account;
  return (
    <PageFrame
      barClass="bar account"
      shortFooter
      besideLogo={
        <nav aria-label={plainText(words.itself)}>
          <EachApart inALine>
            <a href={backHref}>{shown(words.back)}</a>
            <a href={paths.dashboard} aria-current={path === paths.dashboard ? "page" : undefined}>
              {shown(words.dashboard)}
            </a>
          </EachApart>{" "}
          <form method="post" action={paths.logout}>
            <HiddenFields fields={{ token: formToken }} />
            <button type="submit">{shown(words.logout)}</button>
          </form>
        </nav>
      }
    >
      {children}
    </PageFrame>
  );
}
