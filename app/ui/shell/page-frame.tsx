import type { ReactNode } from "react";
import { brand } from "#app/brand";
import { paths } from "#app/paths";
import { Logo } from "./logo";
import { SiteFooter } from "./site-footer";

/** The frame of every page: a skip link, the logo that links home, the page, the footer. */
export function PageFrame(props: {
  barClass: string;
  besideLogo: ReactNode;
  shortFooter?: boolean;
  children: ReactNode;
}) {
  const { barClass, besideLogo, shortFooter, children } = props;
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top" id="top">
        <div className={barClass}>
          <a className="logo" href={paths.home} aria-label={`${brand.name}, home`}>
            <Logo />
          </a>{" "}
          {besideLogo}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter short={shortFooter} />
    </>
  );
}
