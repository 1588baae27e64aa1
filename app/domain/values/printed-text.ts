import { cleaned } from "./typed-text";

/** What the fonts built into PDF readers can show besides Latin-1 (Windows-1252, which PDF calls WinAnsi). */
const BESIDE_LATIN_1 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/** Letters that Unicode doesn't decompose into a plain letter and its mark, and signs that have a plain one. */
const plain: Record<string, string> = {
  ...{ ł: "l", Ł: "L", đ: "d", Đ: "D", ħ: "h", Ħ: "H", ı: "i", ŋ: "n", Ŋ: "N", ŧ: "t", Ŧ: "T", ẞ: "SS" },
  // Hausa, Fulfulde, Ewe, Akan, Lingala and their neighbours.
  ...{ ɓ: "b", Ɓ: "B", ɗ: "d", Ɗ: "D", ɖ: "d", Ɖ: "D", ƙ: "k", Ƙ: "K", ƴ: "y", Ƴ: "Y", Ƒ: "F", ɲ: "n" },
  ...{ ɛ: "e", Ɛ: "E", ɔ: "o", Ɔ: "O", ə: "e", Ə: "E", ǝ: "e", Ǝ: "E", ɣ: "g", Ɣ: "G", ʋ: "v", Ʋ: "V", ɩ: "i", ʊ: "u" },
  // The clicks of Khoekhoe, Juǀʼhoan and ǃXóõ.
  ...{ ǀ: "|", ǁ: "||", ǂ: "‡", ǃ: "!", ʼ: "’", ʻ: "‘", ʹ: "'", "′": "'", "″": '"' },
  ...{ "‐": "-", "‑": "-", "‒": "-", "―": "-", "−": "-", "⁄": "/", "∕": "/" },
};

/** Stand for letters that can't be printed, and for signs that are left out. Nobody can type them. */
const [GAP, NOTHING] = ["\0", "\u0001"];

/**
 * Whether the fonts of our PDFs have every letter of a text, or its plain letter. The text may be as long as a request
 * is: it is not normalised, because that takes time that grows with the square of its length.
 */
export function isPrintable(text: string): boolean {
  return Array.from(text).every((letter) => printedLetter(letter) !== GAP || /\p{Nd}/u.test(letter));
}

/**
 * A text as the PDF's fonts can show it. A letter that they lack is printed without its mark (`ṱ` and `ḓ` of
 * Tshivenda). Words of another script are left out, an ellipsis in their place, or all of the text if nothing is left
 * that can be read. Pages show every letter.
 */
export function asPrinted(text: string): string {
  if (Array.from(text).every(hasLetter)) return text;
  const shown = Array.from(cleaned(text), printedLetter)
    .join("")
    .replace(new RegExp(`(?<=^| )${NOTHING}+(?: |$)|${NOTHING}`, "g"), "")
    .replace(new RegExp(`${GAP}+(?: +${GAP}+)*`, "g"), "…")
    .replace(/^… · | · …$/g, "")
    .trim();
  return /[\p{L}\p{N}]/u.test(shown) ? shown : "";
}

function printedLetter(letter: string): string {
  if (hasLetter(letter)) return letter;
  if (/\s/u.test(letter)) return " ";
  if (/\p{C}/u.test(letter)) return NOTHING;
  const bare = plain[letter] ?? letter.normalize("NFKD").replace(/\p{M}/gu, "");
  const known = Array.from(bare, (each) => plain[each] ?? each);
  if (known.every(hasLetter)) return known.join("");
  // Flowers, hearts and the punctuation of other scripts say nothing to a driver.
  return /[\p{L}\p{N}]/u.test(letter) ? GAP : NOTHING;
}

function hasLetter(letter: string): boolean {
  return /^[\x20-\x7e\xa0-\xac\xae-\xff]$/.test(letter) || BESIDE_LATIN_1.includes(letter);
}
