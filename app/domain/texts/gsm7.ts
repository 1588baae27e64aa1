/** The letters that a text message carries at seven bits each (3GPP TS 23.038); any other makes it more than twice as dear. */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** These count twice. */
const EXTENDED = "€[]{}\\^~|\f";

const ONE_PART = 160;
/** Of a longer text each part loses seven letters to the note of where it belongs. */
const EACH_OF_SEVERAL = 153;

const typewritten: Record<string, string> = { "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "..." };

/** The words as a text message can carry them: plain quotes and dashes, no accents that it lacks, `?` for what is left. */
export function asGsm7(words: string): string {
  return Array.from(words.normalize("NFC"), (letter) => {
    const plain = typewritten[letter] ?? (/\s/.test(letter) && letter !== "\n" ? " " : letter);
    if (isCarried(plain)) return plain;
    const base = plain.normalize("NFD").replace(/\p{M}/gu, "");
    return base === "" || isCarried(base) ? base : "?";
  }).join("");
}

/** How many letters a text of `asGsm7` counts as. */
export function lengthInGsm7(words: string): number {
  return Array.from(words, (letter) => (EXTENDED.includes(letter) ? 2 : 1)).reduce<number>(
    (sum, each) => sum + each,
    0,
  );
}

/** How many texts the provider bills for these words. */
export function partsOf(words: string): number {
  const length = lengthInGsm7(words);
  return length <= ONE_PART ? 1 : Math.ceil(length / EACH_OF_SEVERAL);
}

function isCarried(letters: string): boolean {
  return Array.from(letters).every((letter) => BASIC.includes(letter) || EXTENDED.includes(letter));
}
