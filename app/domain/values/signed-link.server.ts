import { createHmac, timingSafeEqual } from "node:crypto";

/** 132 bits, as 22 characters: nobody guesses them, and a text message has room for them. */
const KEY_LENGTH = 22;

/**
 * The key that signs links, derived from a session secret. It can sign links but no cookie, so the database may hold it:
 * staff's commands write links too, and seldom have the site's settings.
 */
export function linkKeyOf(sessionSecret: string): string {
  return createHmac("sha256", sessionSecret).update("signed links").digest("base64url");
}

/** An address with `?key=`, which opens it for everybody who has the link. `path` has no query. */
export function signedPath(linkKey: string, path: string): string {
  return `${path}?key=${keyFor(linkKey, path)}`;
}

/** Whether a key opens this address. Links of older secrets open it until those leave the list. */
export function isKeyTo(path: string, key: string, linkKeys: readonly string[]): boolean {
  const given = Buffer.from(key);
  return linkKeys.some((linkKey) => {
    const expected = Buffer.from(keyFor(linkKey, path));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** What opens an address: 22 characters for a query. */
export function keyFor(linkKey: string, path: string): string {
  return createHmac("sha256", linkKey).update(path).digest("base64url").slice(0, KEY_LENGTH);
}
