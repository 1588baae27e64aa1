import { createHmac, timingSafeEqual } from "node:crypto";
import { DAYS } from "#app/durations";

/** 132 bits, as 22 characters: impossible to guess, and short enough for a text message. */
const KEY_LENGTH = 22;

/** How long after the upgrade to `linkKeyOf` the links of before can still be read. */
export const FORMER_LINKS_MS = 60 * DAYS;

/**
 * The key that signs links, derived from a session secret. It can sign links but no cookies, so staff commands, which
 * often don't have the site's settings, may have it. Kept in a file that only the site's user can read, never in the
 * database.
 */
export function linkKeyOf(sessionSecret: string): string {
  return derived(sessionSecret, "signed links, by a key kept out of the database");
}

/** The key of earlier releases. It stood in the database, where staff could read it. */
export function formerLinkKeyOf(sessionSecret: string): string {
  return derived(sessionSecret, "signed links");
}

function derived(sessionSecret: string, label: string): string {
  return createHmac("sha256", sessionSecret).update(label).digest("base64url");
}

/** An address with `?key=`, which opens it for everybody who has the link. `path` has no query. */
export function signedPath(linkKey: string, path: string): string {
  return `${path}?key=${keyFor(linkKey, path)}`;
}

/** Whether a key opens this address. Links of older secrets work until those are removed from the list. */
export function isKeyTo(path: string, key: string, linkKeys: readonly string[]): boolean {
  const received = Buffer.from(key);
  return linkKeys.some((linkKey) => {
    const expected = Buffer.from(keyFor(linkKey, path));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}

/** The key for an address: 22 characters for a query. */
export function keyFor(linkKey: string, path: string): string {
  return createHmac("sha256", linkKey).update(path).digest("base64url").slice(0, KEY_LENGTH);
}
