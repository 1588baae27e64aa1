import { Fragment } from "react";
import { type LoginTab, paths } from "#app/paths";
import styles from "../../ui/styles/tabs.css";

const tabs: [LoginTab, string][] = [
  ["login", "Login"],
  ["register", "Register"],
  ["forgot", "Forgot password"],
];

/** The three forms of the page, as links: each has its own address. */
export function LoginTabs({ current, next }: { current: LoginTab; next: string | undefined }) {
  return (
    <nav className="tabs" aria-label="Login, register or forgot password">
      <link rel="stylesheet" href={styles} />
      {tabs.map(([tab, text]) => (
        // The space separates the words in a browser without CSS.
        <Fragment key={tab}>
          <a href={paths.loginWith({ tab, next })} aria-current={tab === current ? "page" : undefined}>
            {text}
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
