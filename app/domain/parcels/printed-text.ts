/** What the fonts built into PDF readers can show besides Latin-1 (Windows-1252, which PDF calls WinAnsi). */
const BESIDE_LATIN_1 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/** Letters that Unicode doesn't decompose into a plain letter and its mark. */
const plain: Record<string, string> = { ł: "l", Ł: "L", đ: "d", Đ: "D", ħ: "h", Ħ: "H", ı: "i", ŋ: "n", Ŋ: "N" };

/**
 * A text as the PDF's fonts can show it. A letter that they lack is printed without its mark (`ṱ` and `ḓ` of
 * Tshivenda), and a letter of another script as a question mark. The waybill's page shows every letter.
 */
export function asPrinted(text: string): string {
  return Array.from(text.normalize("NFC"), (letter) => {
    if (isPrintable(letter)) return letter;
    if (/\s/u.test(letter)) return " ";
    const bare = plain[letter] ?? letter.normalize("NFKD").replace(/\p{M}/gu, "");
    return Array.from(bare).every(isPrintable) ? bare : "?";
  }).join("");
}

function isPrintable(letter: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]$/.test(letter) || BESIDE_LATIN_1.includes(letter);
}
