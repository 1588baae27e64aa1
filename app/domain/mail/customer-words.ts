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
  // "T.J.Nkosi" is printed as "T. J. Nkosi": mail programs make a link of "t.co".
  const words = name
    .replace(/(?<!\p{L}\p{M}*)(\p{L}\p{M}*)\.(?=\p{L})/gu, "$1. ")
    .split(/\s+/u)
    .filter(Boolean);
  const isName = words.length > 0 && words.length <= MOST_WORDS && words.every((word) => NAME_WORD.test(word));
  return isName ? `Good day ${words.join(" ")},` : "Good day,";
}

/** What somebody wrote, with nothing left in it that a mail program makes a link or an address of. */
export function withoutLinks(written: string): string {
  return written
    .replace(/\b[a-z][a-z0-9+.-]*:\/+/giu, "")
    .replace(/\b(?:mailto|tel|sms|javascript|data):/giu, "")
    .replace(/@/gu, " at ")
    .replace(/[.․。．｡](?=\p{L})/gu, ". ");
}
