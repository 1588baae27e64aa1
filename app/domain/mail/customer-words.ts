/**
 * How emails print what customers wrote. An email of ours is genuine, so whoever registers somebody else's address could
 * put a message with a link at its head, where a name belongs.
 */

/** Longer than the full names of people; shorter than a message. */
const MOST_WORDS = 6;
/** Letters, with hyphens and apostrophes inside: `Mokoena-Dlamini`, `N'wamitwa`; initials and short forms: `T.J.`, `Jr.` */
const NAME_WORD = /^[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*\.?$/u;

/** "Good day Thandi Nkosi," or just "Good day," where what was given for a name doesn't read as one. */
export function salutation(name: string): string {
  const readable = readableName(name);
  return readable ? `Good day ${readable},` : "Good day,";
}

/** A name as an email may print it in a sentence; null where what was given for one doesn't read as a name. */
export function readableName(name: string): string | null {
  // "T.J.Nkosi" is printed as "T. J. Nkosi": mail programs make a link of "t.co".
  const words = name
    .replace(/(?<!\p{L}\p{M}*)(\p{L}\p{M}*)\.(?=\p{L})/gu, "$1. ")
    .split(/\s+/u)
    .filter(Boolean);
  const isName = words.length > 0 && words.length <= MOST_WORDS && words.every((word) => NAME_WORD.test(word));
  return isName ? words.join(" ") : null;
}

/** What somebody wrote, with nothing left in it that a mail program makes a link or an address of. */
export function withoutLinks(written: string): string {
  return written
    .replace(/\b[a-z][a-z0-9+.-]*:\/+/giu, "")
    .replace(/\b(?:mailto|tel|sms|javascript|data):/giu, "")
    .replace(/@/gu, " at ")
    .replace(/[.․。．｡](?=\p{L})/gu, ". ");
}
