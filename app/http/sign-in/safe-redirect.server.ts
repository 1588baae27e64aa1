import { settings } from "#app/config.server";

/**
 * An address that came from outside (`next`, `continueUrl`), as a path within this site: `/dashboard?q=1`. Whatever
 * could lead elsewhere, in any browser's reading of it, becomes the fallback.
 */
export function withinSite(target: string | null | undefined, fallback: string): string {
  if (!target || target.length > LONGEST) return fallback;
  const home = settings().appUrl;
  const path = target === home || target.startsWith(`${home}/`) ? target.slice(home.length) || "/" : target;
  // A backslash is a slash to browsers, and control characters and spaces vanish before they look.
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(path) || path.includes("\\")) return fallback;
  const url = URL.canParse(path, home) ? new URL(path, home) : null;
  if (!url || url.origin !== new URL(home).origin) return fallback;
  // Dots may have folded into a second slash: "/.//evil.example".
  return url.pathname.startsWith("//") ? fallback : url.pathname + url.search + url.hash;
}

const LONGEST = 1000;
