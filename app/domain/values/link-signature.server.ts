import { createHmac, timingSafeEqual } from "node:crypto";
import { DAYS } from "#app/durations";

/** 132 bits, as 22 characters: impossible to guess, and short enough for a text message. */
const KEY_LENGTH = 22;

/** How long after the upgrade to `linkKeyOf` the links of before can still be read. */
export const FORMER_LINKS_MS = 60 * DAYS;

/** The key that signs links, derived from a session secret. Only the site's own process has it: it is never stored. */
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

/** One of a booking's people, and the number that their links have now: another number ends all of them. */
export type Holder = { person: string; number: number };

/**
 * Whether a key opens this address, for one of the people whose links do. Links of older secrets work until those are
 * removed from the list. Earlier releases signed the address alone: such a link opens it until the links of one of its
 * people have ended, because it doesn't say whose it is.
 */
export function isKeyTo(path: string, key: string, holders: readonly Holder[], linkKeys: readonly string[]): boolean {
  const received = Buffer.from(key);
  const isSigned = (linkKey: string, words: string) => {
    const expected = Buffer.from(signature(linkKey, words));
    return received.length === expected.length && timingSafeEqual(received, expected);
  };
  const openings = holders.map((holder) => wordsOf(path, holder));
  if (holders.every(({ number }) => number === 0)) openings.push(path);
  return linkKeys.some((linkKey) => openings.some((words) => isSigned(linkKey, words)));
}

/** A person's key for an address without a query: 22 characters for `?key=`, which opens it for everybody who has it. */
export function keyFor(linkKey: string, path: string, holder: Holder): string {
  return signature(linkKey, wordsOf(path, holder));
}

/** The key for an address as earlier releases made it. */
export function formerKeyFor(linkKey: string, path: string): string {
  return signature(linkKey, path);
}

/** An address has no spaces. */
function wordsOf(path: string, { person, number }: Holder): string {
  return `${path} ${person} ${number}`;
}

function signature(linkKey: string, words: string): string {
  return createHmac("sha256", linkKey).update(words).digest("base64url").slice(0, KEY_LENGTH);
}
