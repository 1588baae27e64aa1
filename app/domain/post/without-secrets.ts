/** What stands where a secret would. */
export const DOTS = "••••";

/** As long as an id or a key of ours; no word that people write is. */
const LIKE_A_KEY = /^[\w-]{20,}$/;

/**
 * A message's words for the office: whoever reads them there can neither deliver with the PIN nor open what a link opens.
 * @param pin the PIN that is in it; null if there is none
 */
export function withoutSecrets(words: string, pin: string | null): string {
  const unsigned = words.replace(/https?:\/\/\S+/g, withoutKey);
  return pin ? unsigned.replace(new RegExp(`(?<!\\d)${pin}(?!\\d)`, "g"), DOTS) : unsigned;
}

/** An address of the web without its query and without ids. What ends a sentence isn't a part of it. */
function withoutKey(address: string): string {
  const [, link = "", end = ""] = /^(.*?)([.,;:!?)]*)$/.exec(address) ?? [];
  const [place = "", ...query] = link.split(/[?#]/);
  const shown = place.split("/").map((part) => (LIKE_A_KEY.test(part) ? DOTS : part));
  return `${shown.join("/")}${query.length > 0 ? `?${DOTS}` : ""}${end}`;
}
