import { DAYS, SECONDS } from "../app/durations";

const YEAR_S = (365 * DAYS) / SECONDS;

/** For pages that say nothing else: style and pictures of our own, no script, nobody may frame it. */
const strictPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A service worker lives under the policy of its own file, so files may fetch from us; a drawing may style itself. */
export const filePolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

let https = false;

/** Promises HTTPS for a year where the site's own address is https; never from plain http, where it would lock people out. */
export function promiseHttps(appUrl: string): void {
  https = appUrl.startsWith("https:");
}

/**
 * Part of every answer, whatever made it; a page's own headers take precedence.
 * The referrer may not be withheld altogether: browsers then send forms with `Origin: null`, which the gate refuses.
 */
export function securityHeaders(): Record<string, string> {
  return {
    "content-security-policy": strictPolicy,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), payment=()",
    "cross-origin-opener-policy": "same-origin",
    ...(https && { "strict-transport-security": `max-age=${YEAR_S}` }),
  };
}
