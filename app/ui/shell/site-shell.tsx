import type { ReactNode } from "react";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { EachApart } from "../apart";
import { shown } from "../words";
import { PageFrame } from "./page-frame";
import { useThisPath } from "./this-page";

/** What the menu leads to, in its order. */
const places = ["home", "track", "join", "contact", "login", "ship"] as const;

/** Header, page and footer. The page's own entry in the menu is marked. */
export function SiteShell({ shortFooter, children }: { shortFooter?: boolean; children: ReactNode }) {
  const path = useThisPath();
  const words = catalogue().shell.menu;
  return (
    <PageFrame
      barClass="bar"
      shortFooter={shortFooter}
      besideLogo={
        <>
          {/* The links are beside the toggle, not inside: one list serves both widths, and browsers without CSS. */}
          <details className="menu">
            {/* The style sheet shows the word: without one there is nothing to open. */}
            <summary aria-label={plainText(words.itself)} />
          </details>{" "}
          <nav aria-label={plainText(words.main)}>
            <EachApart inALine>
              {places.map((place) => (
                <a key={place} href={paths[place]} aria-current={currentAt(path, paths[place])}>
                  {shown(words[place])}
                </a>
              ))}
            </EachApart>
          </nav>
        </>
      }
    >
      {children}
    </PageFrame>
  );
}

/** The wizard's steps count as part of "Send a Parcel". "Home" has no subpages. */
function currentAt(path: string, href: string): "page" | "true" | undefined {
  if (path === href) return "page";
  return href !== paths.home && path.startsWith(`${href}/`) ? "true" : undefined;
}
