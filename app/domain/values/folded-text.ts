/** Lower case, no accents, straight apostrophes, single spaces: `Côte d’Ivoire` and `cote d'ivoire` are the same. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[‘’]/g, "'").replace(/\s+/g, " ").trim().toLowerCase();
}
