import { DAYS, SECONDS } from "../app/durations";

const YEAR_S = (365 * DAYS) / SECONDS;

/** For pages without a policy of their own: our own styles and pictures, no scripts, no framing. */
const strictPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A service worker gets the policy of its own file, so files may fetch from us; SVGs may contain styles. */
export const filePolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

let https = false;

/** Sends HSTS for a year if the site's own address is https; never over plain http, where it would lock people out. */
export function promiseHttps(appUrl: string): void {
  https = appUrl.startsWith("https:");
}

/**
 * Headers of every answer; a page's own headers take precedence. The referrer can't be withheld completely: browsers
 * would then send forms with `Origin: null`, which the gate refuses.
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
