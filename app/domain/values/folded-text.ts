/** Signs that people, keyboards and other programs write for the apostrophe of `O'Brien`: quotes, accents, primes. */
export const apostrophes = [..."’‘‛`´ʹʻʼʽʾʿˈˊˋ′‵ꞌ＇｀"];

const ANY_APOSTROPHE = new RegExp(`[${apostrophes.join("")}]`, "g");

/** The same text with one kind of apostrophe, the straight one. */
export const withStraightApostrophes = (text: string) => text.replace(ANY_APOSTROPHE, "'");

/** Lower case, no accents, straight apostrophes, single spaces: `Côte d’Ivoire` becomes `cote d'ivoire`. */
export function folded(text: string): string {
  const plain = withStraightApostrophes(text.normalize("NFD").replace(/\p{M}/gu, ""));
  return plain.replace(/\s+/g, " ").trim().toLowerCase();
}
