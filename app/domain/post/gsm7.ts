/**
 * The characters that a text message carries at seven bits each (3GPP TS 23.038). Any other makes it cost more than
 * twice as much.
 */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** These count as two characters. */
const EXTENDED = "€[]{}\\^~|\f";

const ONE_PART = 160;
/** The characters in each part of a longer text: seven are lost to the header that joins the parts. */
const EACH_OF_SEVERAL = 153;

const typewritten: Record<string, string> = { "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "..." };

/** A text in this alphabet: plain quotes and dashes, missing accents removed, `?` for anything else. */
export function asGsm7(words: string): string {
  return Array.from(words.normalize("NFC"), (letter) => {
    const plain = typewritten[letter] ?? (/\s/.test(letter) && letter !== "\n" ? " " : letter);
    if (isCarried(plain)) return plain;
    const base = plain.normalize("NFD").replace(/\p{M}/gu, "");
    return base === "" || isCarried(base) ? base : "?";
  }).join("");
}

/** The length of a text from `asGsm7`, in characters. */
export function lengthInGsm7(words: string): number {
  return Array.from(words, (letter) => (EXTENDED.includes(letter) ? 2 : 1)).reduce<number>(
    (sum, each) => sum + each,
    0,
  );
}

/** How many messages the provider bills for a text. */
export function partsOf(words: string): number {
  const length = lengthInGsm7(words);
  return length <= ONE_PART ? 1 : Math.ceil(length / EACH_OF_SEVERAL);
}

function isCarried(letters: string): boolean {
  return Array.from(letters).every((letter) => BASIC.includes(letter) || EXTENDED.includes(letter));
}
