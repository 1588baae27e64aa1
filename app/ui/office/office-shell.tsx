import type { ReactNode } from "react";
import { officePaths } from "#app/paths";
import { EachApart } from "../apart";
import { PageFrame } from "../shell/page-frame";
import styles from "../styles/office.css";

const places = [
  { href: officePaths.home, text: "Today" },
  { href: officePaths.list("help"), text: "Lists" },
  { href: officePaths.commands, text: "Do" },
  { href: officePaths.figures, text: "Figures" },
];

/** Header of the office's pages, with the search box that is on each of them. */
export function OfficeShell(props: { path: string; sought?: string; children: ReactNode }) {
  const { path, sought = "", children } = props;
  return (
    <PageFrame
      barClass="bar office"
      office
      besideLogo={
        <nav aria-label="Office">
          <EachApart inALine>
            {places.map(({ href, text }) => (
              <a key={href} href={href} aria-current={path === href ? "page" : undefined}>
                {text}
              </a>
            ))}
          </EachApart>
        </nav>
      }
    >
      <link rel="stylesheet" href={styles} />
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is unknown to browsers from before 2023 */}
      <form action={officePaths.home} role="search" className="seek">
        <label htmlFor="find">Find</label>
        <input
          id="find"
          name="find"
          defaultValue={sought}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Number, name, phone, or “refund”"
        />
        <button type="submit" className="button plain">
          Search
        </button>
      </form>
      {children}
    </PageFrame>
  );
}

/** The shell of the pages on which somebody of the office isn't signed in yet. */
export function DoorShell({ children }: { children: ReactNode }) {
  return (
    <PageFrame barClass="bar account" office besideLogo={<p>Office</p>}>
      {children}
    </PageFrame>
  );
}
