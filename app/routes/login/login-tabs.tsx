import { type LoginTab, paths } from "#app/paths";
import { EachApart } from "../../ui/apart";
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
      <EachApart inALine>
        {tabs.map(([tab, text]) => (
          <a key={tab} href={paths.loginWith({ tab, next })} aria-current={tab === current ? "page" : undefined}>
            {text}
          </a>
        ))}
      </EachApart>
    </nav>
  );
}
