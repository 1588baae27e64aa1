/** A sentence as a page shows it: words, and links. */
export type Said = (string | { words: string; href: string })[];

/** The sentence without its links. */
export const wordsOf = (said: Said) => said.map((part) => (typeof part === "string" ? part : part.words)).join("");
