import type { ReactNode } from "react";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { Apart } from "../apart";
import { shown } from "../words";
import { Logo } from "./logo";
import { SiteFooter } from "./site-footer";

/** The frame of every page: a skip link, the logo that links home, the page, the footer. `office`: not for customers. */
export function PageFrame(props: {
  barClass: string;
  besideLogo: ReactNode;
  shortFooter?: boolean;
  office?: boolean;
  children: ReactNode;
}) {
  const { barClass, besideLogo, shortFooter, office, children } = props;
  return (
    <>
      <a className="skip" href="#main">
        {shown(catalogue().shell.skip)}
      </a>
      <header className="top">
        <div className={barClass}>
          <a className="logo" href={paths.home} aria-label={plainText(catalogue().shell.logo)}>
            <Logo />
          </a>
          <Apart />
          {besideLogo}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter short={shortFooter} office={office} />
    </>
  );
}
