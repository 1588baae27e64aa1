import { Fragment, type ReactNode } from "react";
import { paths } from "#app/paths";
import { PageFrame } from "./page-frame";
import { useThisPath } from "./this-page";

const places = [
  { href: paths.home, text: "Home" },
  { href: paths.track, text: "Track" },
  { href: paths.join, text: "Join" },
  { href: paths.contact, text: "Contact" },
  { href: paths.login, text: "Login" },
  { href: paths.ship, text: "Send a Parcel" },
];

/** Header, page and footer. The page's own entry in the menu is marked. */
export function SiteShell({ shortFooter, children }: { shortFooter?: boolean; children: ReactNode }) {
  const path = useThisPath();
  return (
    <PageFrame
      barClass="bar"
      shortFooter={shortFooter}
      besideLogo={
        <>
          {/* The links are beside the toggle, not inside: one list serves both widths, and browsers without CSS. */}
          <details className="menu">
            {/* The word comes from the style sheet: without one there is nothing to open. */}
            <summary aria-label="Menu" />
          </details>{" "}
          <nav aria-label="Main">
            {places.map(({ href, text }) => (
              // The space separates the words in a browser without CSS.
              <Fragment key={href}>
                <a href={href} aria-current={isWithin(path, href) ? (path === href ? "page" : "true") : undefined}>
                  {text}
                </a>{" "}
              </Fragment>
            ))}
          </nav>
        </>
      }
    >
      {children}
    </PageFrame>
  );
}

/** The wizard's steps count as part of "Send a Parcel". "Home" has no subpages. */
function isWithin(path: string, href: string): boolean {
  return path === href || (href !== paths.home && path.startsWith(`${href}/`));
}
