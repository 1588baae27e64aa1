import type { Config } from "#app/config.server";

/**
 * An address from outside (`next`, `continueUrl`) as a path on this site: `/dashboard?q=1`. Anything that a browser
 * could read as another site becomes the fallback.
 */
export function withinSite(settings: Config, target: string | null | undefined, fallback: string): string {
  if (!target || target.length > LONGEST) return fallback;
  const home = settings.appUrl;
  const path = target === home || target.startsWith(`${home}/`) ? target.slice(home.length) || "/" : target;
  // Browsers read a backslash as a slash, and drop control characters and spaces.
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(path) || path.includes("\\")) return fallback;
  const url = URL.canParse(path, home) ? new URL(path, home) : null;
  if (!url || url.origin !== new URL(home).origin) return fallback;
  // Resolving dots may leave a second slash: "/.//evil.example".
  return url.pathname.startsWith("//") ? fallback : url.pathname + url.search + url.hash;
}

const LONGEST = 1000;
