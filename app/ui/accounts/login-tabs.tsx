import { type LoginTab, paths } from "#app/paths";

const tabs: [LoginTab, string][] = [
  ["login", "Login"],
  ["register", "Register"],
  ["forgot", "Forgot password"],
];

/** The three faces of the page, as links: each has an address of its own. */
export function LoginTabs({ current, next }: { current: LoginTab; next: string | undefined }) {
  return (
    <nav className="tabs" aria-label="Login, register or forgot password">
      {tabs.map(([tab, text]) => (
        <a key={tab} href={paths.loginWith({ tab, next })} aria-current={tab === current ? "page" : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
