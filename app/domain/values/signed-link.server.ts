import { createHmac, timingSafeEqual } from "node:crypto";

/** 132 bits, as 22 characters: impossible to guess, and short enough for a text message. */
const KEY_LENGTH = 22;

/**
 * The key that signs links, derived from a session secret. It can sign links but no cookies, so it may be stored in the
 * database: staff commands write links too, and often don't have the site's settings.
 */
export function linkKeyOf(sessionSecret: string): string {
  return createHmac("sha256", sessionSecret).update("signed links").digest("base64url");
}

/** An address with `?key=`, which opens it for everybody who has the link. `path` has no query. */
export function signedPath(linkKey: string, path: string): string {
  return `${path}?key=${keyFor(linkKey, path)}`;
}

/** Whether a key opens this address. Links of older secrets work until those are removed from the list. */
export function isKeyTo(path: string, key: string, linkKeys: readonly string[]): boolean {
  const given = Buffer.from(key);
  return linkKeys.some((linkKey) => {
    const expected = Buffer.from(keyFor(linkKey, path));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The key for an address: 22 characters for a query. */
export function keyFor(linkKey: string, path: string): string {
  return createHmac("sha256", linkKey).update(path).digest("base64url").slice(0, KEY_LENGTH);
}
