import type { ReactNode } from "react";
import { contact } from "#app/contact";
import { paths } from "#app/paths";
import { EachApart } from "../apart";

/**
 * The shell of a driver's pages: a link to the stops, the page, and the office's phone. Nothing else, because data is
 * expensive.
 */
export function DriveShell({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="top">
        <nav className="bar driver" aria-label="Driver">
          <EachApart inALine>
            <a href={paths.drive}>My stops</a> <a href={`tel:${contact().phone}`}>Phone the office</a>
          </EachApart>
        </nav>
      </header>
      <main id="main" className="drive">
        {children}
      </main>
    </>
  );
}
